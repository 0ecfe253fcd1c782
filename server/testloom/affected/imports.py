"""Which files of a project a file imports, itself or by way of others."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from testloom.model.texts.trees import parsed
from testloom.source.imports import origin

Read = Callable[[str], bytes]


class Imports:
    """The imports of files, of which each is read once.

    Only modules that were loaded in a run are known, so that a name means what it meant there.
    """

    def __init__(self, modules: Mapping[str, str], read: Read) -> None:
        self._files = modules
        self._names: dict[str, list[str]] = {}
        for name, file in modules.items():
            self._names.setdefault(file, []).append(name)
        self._read = read
        self._direct: dict[str, frozenset[str]] = {}

    def closure(self, files: Iterator[str]) -> frozenset[str]:
        """The files, and all that are imported for their sake."""
        found: set[str] = set()
        pending = list(files)
        while pending:
            file = pending.pop()
            if file not in found:
                found.add(file)
                pending.extend(self._of(file))
        return frozenset(found)

    def _of(self, file: str) -> frozenset[str]:
        if file not in self._direct:
            names = self._names.get(file, [])
            imported = {part for name in names for part in _with_packages(name)}
            tree = self._tree(file)
            is_package = file.endswith("__init__.py")
            for node in ast.walk(tree):
                imported.update(_imported(node, names, is_package))
            self._direct[file] = frozenset(self._files[name] for name in imported if name in self._files)
        return self._direct[file]

    def _tree(self, file: str) -> ast.Module:
        try:
            return parsed(self._read(file)) or ast.Module([], [])
        except OSError:
            return ast.Module([], [])


def _imported(node: ast.AST, modules: list[str], is_package: bool) -> Iterator[str]:
    """The names of all modules that a statement may import; `modules` are those that it may stand in."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _with_packages(alias.name)
    elif isinstance(node, ast.ImportFrom):
        for base in {origin(node, module, is_package=is_package) for module in modules}:
            yield from _with_packages(base)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _with_packages(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))
