"""Habits of a project's tests, insofar as new tests follow them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from testloom.model.texts.trees import tree_of
from testloom.repository import read_bytes

USUAL_ALIASES: Mapping[str, str] = {
    "httpx": "httpx",
    "numpy": "np",
    "pandas": "pd",
    "polars": "pl",
    "requests": "requests",
}
"""Packages that are usually imported as a whole, with their usual aliases."""
MAX_FILES = 40
MARKS = ("asyncio", "anyio")
REPLACING = ("mocker", "monkeypatch")
"""Fixtures that replace names that code calls."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of most tests.

    Attributes:
        is_known: whether there are tests.
        type_hints: whether they declare their return types.
        mark: the mark of asynchronous tests, `asyncio` or `anyio`; empty without any.
        mocker: whether they replace callables with the fixture of pytest-mock.
        imports: the names that they import, each as module and name.
        modules: the modules that they import by `import`.
    """

    is_known: bool = False
    type_hints: bool = False
    mark: str = ""
    mocker: bool = False
    imports: frozenset[tuple[str, str]] = frozenset()
    modules: frozenset[str] = frozenset()

    @classmethod
    def of(cls, folders: Sequence[Path]) -> Habits:
        """Look at the tests in the folders and below."""
        counted: Counter[str] = Counter()
        imports: set[tuple[str, str]] = set()
        modules: set[str] = set()
        for file in islice(_test_files(folders), MAX_FILES):
            tree = _parsed(file)
            counted.update(_observed(tree))
            imports.update(_imports(tree))
            modules.update(_modules(tree))
        mark = max(MARKS, key=lambda mark: counted[mark])
        return cls(
            is_known=counted["tests"] > 0,
            type_hints=2 * counted["hinted"] > counted["tests"],
            mark=mark if counted[mark] else "",
            mocker=counted["mocker"] > counted["monkeypatch"],
            imports=frozenset(imports),
            modules=frozenset(modules),
        )


def _test_files(folders: Sequence[Path]) -> Iterator[Path]:
    seen: dict[Path, None] = {}
    for folder in folders:
        for pattern in ("test_*.py", "*_test.py"):
            seen.update(dict.fromkeys(sorted(folder.rglob(pattern))))
    yield from seen


def names_imported(file: Path) -> frozenset[tuple[str, str]]:
    """Find the names that a file imports or reads from imported modules, as pairs (module, name)."""
    tree = _parsed(file)
    return frozenset((*_imports(tree), *_read_of_modules(tree)))


def _parsed(file: Path) -> ast.Module:
    """The syntax tree of a file, empty if it cannot be read or parsed."""
    try:
        return tree_of(read_bytes(file))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.module, alias.name) for alias in node.names)


def _modules(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _read_of_modules(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names read from imported modules, as (module, name): `click.Context` is read from `click`.

    Modules with a usual alias, which everyone imports whole, are left out.
    """
    imported = [alias for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    modules = {
        alias.asname or alias.name: alias.name for alias in imported if alias.name not in USUAL_ALIASES
    }
    for node in ast.walk(tree) if modules else ():
        match node:
            case ast.Attribute(value=ast.Name(id=local), attr=name) if local in modules:
                yield modules[local], name


def _observed(tree: ast.Module) -> Iterator[str]:
    """The habits to count: `tests` for each test, `hinted`, its fixtures in `REPLACING`, its mark."""
    yield from _functions(tree.body)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body)


def _functions(body: Iterable[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield "tests"
            if node.returns is not None:
                yield "hinted"
            yield from (entry.arg for entry in node.args.args if entry.arg in REPLACING)
            marks = {name for decorator in node.decorator_list for name in _marks(decorator)}
            yield from (mark for mark in MARKS if mark in marks)


def _marks(decorator: ast.expr) -> Iterator[str]:
    """The names of the marks of pytest anywhere in a decorator."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Attribute) and "mark" in (
            getattr(node.value, "attr", ""),
            getattr(node.value, "id", ""),
        ):
            yield node.attr
