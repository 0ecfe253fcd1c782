"""The project's code style."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from testloom.model.properties import PLUGIN
from testloom.repository import read_text
from testloom.repository.configuration import Table, ini_section, toml_table
from testloom.repository.pytest_settings import pytest_settings
from testloom.writer.project.checking import wants_types
from testloom.writer.project.habits import Habits, names_imported

DEFAULT_LINE_LENGTH = 88
POSTPONED = "from __future__ import annotations"
HYPOTHESIS = "hypothesis"
_LEAST = re.compile(r"(?:^|[,\s])(?:>=?|~=|===?|\^|~)?\s*(\d+)(?:\.(\d+))?")
"""The lower bound in a requirement of Python: a clause of PEP 440 or Poetry that is not an upper bound."""
_SPACED = re.compile(r"([<>=~^!])\s+")
WITH_UNIONS = (3, 10)
"""The first Python version that supports `int | str` (PEP 604)."""
Asynchronous: TypeAlias = Literal["run", "asyncio", "asyncio-auto", "anyio"]
Formatter: TypeAlias = Literal["isort", "ruff check", "ruff format"]


@dataclass(frozen=True, slots=True)
class ProjectStyle:
    """The style of the project, which a new test file follows.

    Attributes:
        line_length: of the project's formatter, black's default without one.
        single_quotes: strings are written in single quotes.
        first_party: the top-level modules and packages that lie in the project; imports of them form
            the last group.
        asynchronous: how tests await: within `asyncio.run`, or as functions that `pytest-asyncio` runs
            with its mark or in its automatic mode, or `anyio` with its mark.
        mocker: callees are replaced with the fixture of pytest-mock, which makes the doubles, too.
        type_hints: test functions say that they return nothing, and the types of their fixtures.
        unions: hints may say `int | str`, since the project supports no Python older than 3.10.
        homes: names that the project imports from a package, although a module of it defines them.
    """

    line_length: int = DEFAULT_LINE_LENGTH
    single_quotes: bool = False
    first_party: frozenset[str] = frozenset()
    asynchronous: Asynchronous = "run"
    mocker: bool = False
    type_hints: bool = False
    unions: bool = True
    homes: frozenset[tuple[str, str]] = frozenset()
    whole: frozenset[str] = frozenset()
    postponed: bool = False
    properties: bool = False
    functions: tuple[str, ...] = ("test",)
    filters_warnings: bool = True
    formatters: tuple[Formatter, ...] = ()


def project_style(
    root: Path, tests: Sequence[Path] = (), plugins: Collection[str] = (), source: Path | None = None
) -> ProjectStyle:
    """Read the style from the project's configuration and from how its tests are written.

    What the configuration doesn't say is black's way.

    Args:
        root: the project's folder.
        tests: folders with tests of the project.
        plugins: the modules of pytest's plugins that its interpreter has.
        source: the file under test, which imports as the project does, too.
    """
    habits = Habits.of(tests)
    black = toml_table(root / "pyproject.toml", "tool", "black")
    ruff = _ruff(root)
    length = black.get("line-length", ruff.get("line-length", DEFAULT_LINE_LENGTH))
    formatting = ruff.get("format")
    quotes = formatting.get("quote-style") if isinstance(formatting, dict) else None
    first_party = frozenset(_modules(root)) | frozenset(_modules(root / "src"))
    of_pytest = pytest_settings(root)
    length = length if isinstance(length, int) and 20 <= length <= 320 else DEFAULT_LINE_LENGTH
    return ProjectStyle(
        line_length=length,
        single_quotes=quotes == "single" or black.get("skip-string-normalization") is True,
        first_party=first_party,
        asynchronous=_asynchronous(root, habits, plugins),
        mocker=habits.mocker and "pytest_mock" in plugins,
        type_hints=habits.type_hints or _is_checked(root, tests, habits),
        unions=not _supports_older(root),
        homes=habits.imports | (names_imported(source) if source else frozenset()),
        whole=first_party if _imports_modules(root, first_party, habits) else frozenset(),
        postponed=_requires_postponed(root, ruff),
        functions=of_pytest.python_functions,
        filters_warnings=of_pytest.filters_warnings,
        properties=PLUGIN in plugins and _uses_hypothesis(root, habits),
        formatters=tuple(_formatters(root, bool(ruff), bool(black))),
    )


def _formatters(root: Path, ruff: bool, black: bool) -> Iterator[Formatter]:
    sections = ((".isort.cfg", "settings"), ("setup.cfg", "isort"), ("tox.ini", "isort"))
    of_isort = (ini_section(root / name, section) for name, section in sections)
    if toml_table(root / "pyproject.toml", "tool", "isort") or any(of_isort):
        yield "isort"
    if ruff:
        yield "ruff check"
    if ruff and not black:
        yield "ruff format"


def _supports_older(root: Path) -> bool:
    """Whether the project's metadata allow a Python older than 3.10."""
    said = toml_table(root / "pyproject.toml", "project").get("requires-python")
    said = said or toml_table(root / "pyproject.toml", "tool", "poetry", "dependencies").get("python")
    said = said or ini_section(root / "setup.cfg", "options").get("python_requires")
    return isinstance(said, str) and any(_least(part) < WITH_UNIONS for part in said.split("||"))


def _least(required: str) -> tuple[int, int]:
    """The oldest Python that a requirement allows, as (major, minor); (0, 0) if it has no lower bound."""
    allowed = [
        (int(major), int(minor or 0)) for major, minor in _LEAST.findall(_SPACED.sub(r"\1", required.strip()))
    ]
    return max(allowed, default=(0, 0))


def _requires_postponed(root: Path, ruff: Table) -> bool:
    """Whether ruff or isort want the import of `annotations` in each file."""
    lint = ruff.get("lint")
    tables = [ruff.get("isort"), lint.get("isort") if isinstance(lint, dict) else None]
    required = [table.get("required-imports") for table in tables if isinstance(table, dict)]
    required.append(toml_table(root / "pyproject.toml", "tool", "isort").get("add_imports"))
    return any(isinstance(lines, list) and POSTPONED in lines for lines in required)


def _is_checked(root: Path, tests: Sequence[Path], habits: Habits) -> bool:
    """Whether mypy wants types in tests; settings that name no files count only if there are no tests yet."""
    folder = next(iter(tests), root / "tests")
    return wants_types(root, folder, unless_named=not habits.is_known)


def _imports_modules(root: Path, first_party: Collection[str], habits: Habits) -> bool:
    """Whether tests mostly import the project's modules, not the names in them."""
    own = [entry for entry in habits.imports if entry[0].partition(".")[0] in first_party]
    of_modules = [entry for entry in own if _is_module(root, ".".join(entry))]
    plain = [module for module in habits.modules if module.partition(".")[0] in first_party]
    return len(of_modules) + len(plain) > len(own) - len(of_modules)


def _is_module(root: Path, module: str) -> bool:
    places = [folder.joinpath(*module.split(".")) for folder in (root, root / "src")]
    return any(place.is_dir() or place.with_suffix(".py").is_file() for place in places)


def _asynchronous(root: Path, habits: Habits, plugins: Collection[str]) -> Asynchronous:
    """How tests await: with the plugin that the project uses and has, or else by `asyncio.run`."""
    if habits.mark == "anyio":
        return "anyio"
    mode = pytest_settings(root).asyncio_mode
    is_wanted = habits.mark == "asyncio" or mode is not None or _mentions(root, "pytest-asyncio")
    if "pytest_asyncio" not in plugins or not is_wanted:
        return "run"
    return "asyncio-auto" if mode == "auto" else "asyncio"


def _uses_hypothesis(root: Path, habits: Habits) -> bool:
    """Whether tests import Hypothesis, or the project's configuration names it."""
    imported = {*habits.modules, *(module for module, _ in habits.imports)}
    return any(module.partition(".")[0] == HYPOTHESIS for module in imported) or _mentions(root, HYPOTHESIS)


def _mentions(root: Path, package: str) -> bool:
    """Whether the project's configuration or requirements name a package."""
    files = [
        root / "pyproject.toml",
        root / "setup.cfg",
        root / "tox.ini",
        *sorted(root.glob("*requirements*.txt")),
    ]
    return any(package in _text(file) for file in files)


def _text(file: Path) -> str:
    try:
        return read_text(file, errors="replace")
    except OSError:
        return ""


def _ruff(root: Path) -> Table:
    for name in (".ruff.toml", "ruff.toml"):
        if table := toml_table(root / name):
            return table
    return toml_table(root / "pyproject.toml", "tool", "ruff")


def _modules(folder: Path) -> Iterator[str]:
    """The names that can be imported from a folder."""
    if folder.name in ("site-packages", "dist-packages") or not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.suffix == ".py" or (entry.is_dir() and entry.name.isidentifier()):
            yield entry.stem
