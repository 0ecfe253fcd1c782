"""The test files of a project, and the modules that each is about: found without parsing any of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from testloom.repository import read_bytes
from testloom.repository.pytest_settings import FILES, PytestSettings, settings_for, settings_in

_IGNORED = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist"})
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import|import[ \t]+([\w., \t]+))", re.MULTILINE)
_TEST = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*)", re.MULTILINE)
MOST_BYTES = 500_000
MOST_FILES = 20


def test_files(folder: Path, above: PytestSettings | None = None) -> Iterator[Path]:
    """Yield the files below a folder that pytest collects by names and settings, in order."""
    with os.scandir(folder) as scanned:
        entries = sorted(scanned, key=lambda entry: entry.name)
    has_own = any(entry.name in FILES for entry in entries)
    settings = (settings_in(folder) if has_own else None) or above or settings_for(folder)
    for entry in entries:
        if entry.is_symlink() or entry.name.startswith("."):
            continue
        if entry.is_dir():
            if entry.name not in _IGNORED and not os.path.lexists(f"{entry.path}/pyvenv.cfg"):
                yield from test_files(folder / entry.name, settings)
        elif entry.name.endswith(".py"):
            file = folder / entry.name
            if (is_test_file(file) or settings.names(file)) and _is_small(entry):
                yield file


def _is_small(entry: os.DirEntry[str]) -> bool:
    return entry.is_file() and entry.stat().st_size <= MOST_BYTES


def is_test_file(file: Path) -> bool:
    """Check by its name whether a file contains tests."""
    return file.stem.startswith(("test_", "tests")) or file.stem.endswith(("_test", "_tests"))


@dataclass(frozen=True, slots=True)
class TestFile:
    """The modules that a test file imports, as written there, and its functions.

    They are read from its lines. Relative imports begin with a dot. Methods are among the functions.
    """

    __test__ = False

    imports: frozenset[str]
    tests: frozenset[str]

    @classmethod
    def of(cls, source: bytes) -> TestFile:
        """Read a file."""
        found: set[str] = set()
        for origin, modules in _IMPORT.findall(source):
            names = [origin] if origin else [name.split()[0] for name in modules.split(b",") if name.split()]
            found.update(name.decode(errors="replace") for name in names)
        tests = (name.decode(errors="replace") for name in _TEST.findall(source))
        return cls(frozenset(found), frozenset(tests))

    def may_test(self, module: str, *, is_inside: bool) -> int:
        """Rate how surely the file tests a module: 2 if it imports it, 1 if it may indirectly, else 0.

        Relative imports count in files that lie in the package of the module.
        """
        if module in self.imports:
            return 2
        packages = {module.rsplit(".", depth)[0] for depth in range(1, module.count(".") + 1)}
        is_relative = is_inside and any(name.startswith(".") for name in self.imports)
        return int(is_relative or bool(packages & self.imports))


def files_about(module: str, package: Path, project: Path) -> dict[Path, TestFile]:
    """Find the test files of a project for a module: those that import it first, then those that may.

    Among each, files that are named after the module come first. Files in the `package` may import it
    relatively. Of other files, only those are read line by line that mention the package at all: of a
    thousand files, few do.
    """
    name = module.rpartition(".")[2]
    known = dict(_read(module.partition(".")[0].encode(), package, project))
    rated = [
        (-file.may_test(module, is_inside=path.is_relative_to(package)), name not in path.stem, path)
        for path, file in known.items()
    ]
    return {path: known[path] for path in [path for rate, _, path in sorted(rated) if rate][:MOST_FILES]}


def _read(mentioned: bytes, package: Path, project: Path) -> Iterator[tuple[Path, TestFile]]:
    for path in test_files(project):
        source = read_bytes(path)
        if mentioned in source or path.is_relative_to(package):
            yield path, TestFile.of(source)
