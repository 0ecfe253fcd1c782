"""The classes that a project's files define, whether or not they are loaded."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType

MOST_FILES = 2000
_CLASS = re.compile(rb"^class[ \t]+(\w+)[ \t]*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?", re.MULTILINE)
_APART = re.compile(r"tests?|test_.*|.*_test|conftest|__main__|setup")
"""Names of tests and programs, which nobody imports."""
_BASE = re.compile(rb"(\w+)(?:,|\[|$)")


@dataclass(frozen=True, slots=True)
class WrittenClass:
    """A class as written in a file: its module, its name, and the last parts of the names of its bases."""

    module: str
    name: str
    bases: tuple[str, ...]


class ClassFiles:
    """Finds classes in the files of one package, which are searched once, at the first request."""

    def __init__(self, root: str, package: str) -> None:
        self._root = Path(root)
        self._package = package

    @cached_property
    def classes(self) -> Sequence[WrittenClass]:
        """All classes defined at the top level of a file, in the order of the files."""
        return list(self._read())

    def _read(self) -> Iterator[WrittenClass]:
        for file in sorted((self._root / self._package).rglob("*.py"))[:MOST_FILES]:
            parts = file.relative_to(self._root).with_suffix("").parts
            if any(map(_APART.fullmatch, parts)):
                continue
            try:
                found = _CLASS.findall(file.read_bytes()) if file.is_file() else []
            except OSError:
                continue
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            for name, bases in found:
                known = tuple(base.decode() for base in _BASE.findall(b"".join(bases.split())))
                yield WrittenClass(module, name.decode(), known)


def imported(names: Iterable[str]) -> Iterator[ModuleType]:
    """Import the modules of these names, and yield those that can be imported."""
    for name in names:
        try:
            yield importlib.import_module(name)
        except BaseException:  # a foreign module may raise anything when it is imported
            continue
