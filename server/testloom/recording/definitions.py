"""The definitions in the files of a recorded project, read from source without importing anything."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from testloom.model.texts.names import is_name
from testloom.source.imports import origin
from testloom.source.modules import tree_in

MOST_HOPS = 10
"""The maximum number of imports that are followed between modules to find the definition of a name."""


class ProjectNames:
    """The names that files below a folder define; `modules` are the files of the recorded modules."""

    def __init__(self, root: Path, modules: Mapping[str, Path]) -> None:
        self._root = root
        self._modules = modules
        self._starts = dict.fromkeys(start_of(name, file) for name, file in modules.items())
        self._trees: dict[str, ast.Module | None] = {}
        self._known: dict[tuple[str, bool], bool] = {}

    def defines(self, path: str) -> bool:
        """Check whether `module:Qual.name` is a function, class or method that the project defines."""
        return self._found(path, is_held=False)

    def holds(self, path: str) -> bool:
        """Check whether `module:Qual.name` is defined in the project, or belongs to a value it holds."""
        return self._found(path, is_held=True)

    def is_own(self, path: str) -> bool:
        """Check whether `module:Qual.name` is looked up in a module of the project."""
        return self._file(path.partition(":")[0]) is not None

    def _found(self, path: str, *, is_held: bool) -> bool:
        if (path, is_held) not in self._known:
            module, _, qualname = path.partition(":")
            self._known[path, is_held] = self._in_module(module, qualname.split("."), is_held, MOST_HOPS)
        return self._known[path, is_held]

    def _in_module(self, module: str, names: Sequence[str], is_held: bool, hops: int) -> bool:
        tree = self._tree(module)
        if tree is None or hops == 0:
            return False
        bindings = [node for node in _statements(tree.body) if names[0] in _bound(node)]
        if not bindings:
            stars = [node for node in _statements(tree.body) if _is_star(node)]
            return any(self._imported(node, module, names, is_held, hops) for node in stars)
        return all(self._bound_to(node, module, names, is_held, hops) for node in bindings)

    def _bound_to(self, node: ast.stmt, module: str, names: Sequence[str], is_held: bool, hops: int) -> bool:
        """Check whether a statement that binds the first name makes the whole path of names the project's."""
        if isinstance(node, ast.ImportFrom):
            return self._imported(node, module, names, is_held, hops)
        return not isinstance(node, ast.Import) and _within(node, names[1:], is_held)

    def _imported(self, node: ast.stmt, module: str, names: Sequence[str], is_held: bool, hops: int) -> bool:
        """Check whether an import binds the first name to something of the project with the other names."""
        if not isinstance(node, ast.ImportFrom):
            return False
        target = self._target(node, module)
        meant = next((alias.name for alias in node.names if (alias.asname or alias.name) == names[0]), "")
        return self._in_module(target, [meant or names[0], *names[1:]], is_held, hops - 1)

    def _target(self, node: ast.ImportFrom, module: str) -> str:
        """Return the module that an import statement names."""
        file = self._file(module)
        return origin(node, module, is_package=file is not None and file.name == "__init__.py")

    def _tree(self, module: str) -> ast.Module | None:
        if module not in self._trees:
            file = self._file(module)
            self._trees[module] = None if file is None else tree_in(file)
        return self._trees[module]

    def _file(self, module: str) -> Path | None:
        """Find the file of a module of the project; None if there is none."""
        if module in self._modules:
            return self._modules[module]
        if not module:
            return None
        places = [start.joinpath(*module.split(".")) for start in self._starts]
        files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
        return next((file for file in files if _is_below(file, self._root)), None)


def start_of(module: str, file: Path) -> Path:
    """Find the folder from which a module's dotted name counts."""
    levels = module.count(".") + (file.name == "__init__.py")
    return file.parents[levels]


def is_named_after(module: str, file: Path) -> bool:
    """Check whether a module's name matches its file's path below some folder and can be imported."""
    names = list(file.with_suffix("").parts)
    if names[-1] == "__init__":
        names.pop()
    parts = module.split(".")
    is_there = len(parts) < len(names) and names[-len(parts) :] == parts
    return is_there and all(map(is_name, parts))


def _is_below(file: Path, root: Path) -> bool:
    return file.is_file() and file.resolve().is_relative_to(root)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run in a body, including branches, but not those in functions and classes."""
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(node))


def _bound(node: ast.stmt) -> set[str]:
    """Return the names that a statement itself binds."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    targets: list[ast.expr] = list(getattr(node, "targets", ()))
    targets += [target for target in [getattr(node, "target", None)] if target is not None]
    named = (inner for target in targets for inner in ast.walk(target))
    return {inner.id for inner in named if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}


def _is_star(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.names[0].name == "*"


def _within(node: ast.stmt, names: Sequence[str], is_held: bool) -> bool:
    """Check whether the definition in a statement has the other names: as class members, or as attributes."""
    if not names:
        return True
    if isinstance(node, ast.ClassDef):
        bindings = [inner for inner in _statements(node.body) if names[0] in _bound(inner)]
        if bindings:
            imports = (ast.Import, ast.ImportFrom)
            return all(not isinstance(b, imports) and _within(b, names[1:], is_held) for b in bindings)
        return is_held and len(names) == 1 and not names[0].startswith("_")
    is_value = not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return is_held and is_value and len(names) == 1 and not names[0].startswith("_")
