"""The source files below a folder, for which tests may be written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path, PurePath

from testloom.repository import MOST_BYTES, read_bytes
from testloom.repository.pytest_settings import (
    FILES,
    PytestSettings,
    is_called_for_tests,
    settings_for,
    settings_in,
)

_TESTS = frozenset({"tests", "test"})
_NO_SOURCES = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist", *_TESTS})
_NO_SUBJECTS = frozenset({"setup.py", "__main__.py"})
_OF_TOOLS = frozenset(
    {
        "dodo.py",
        "fabfile.py",
        "hatch_build.py",
        "manage.py",
        "noxfile.py",
        "setup.py",
        "toxfile.py",
        "versioneer.py",
    }
)
"""The files that tools look for in a project's folder; they are not modules of the project."""


@dataclass(frozen=True)
class OwnFiles:
    """The source files of a project, without its tests and without files that its settings `exclude`."""

    project: Path
    exclude: Sequence[str] = ()

    def has(self, file: Path) -> bool:
        """Check whether a file belongs to the project's own sources."""
        if not file.is_relative_to(self.project):
            return False
        path = file.relative_to(self.project)
        is_test = _is_test(path) or self._settings.names(file)
        return not is_test and not is_excluded(path.as_posix(), self.exclude)

    @cached_property
    def _settings(self) -> PytestSettings:
        return settings_for(self.project)

    def packaged(self) -> list[Path]:
        """List the files of the packages, and those below `src` or else loose modules in the folder."""
        return [file for file in _below(self.project) if self._is_packaged(file) and self.has(file)]

    def _is_packaged(self, file: Path) -> bool:
        below = self.project / "src"
        if file.parent == self.project and not below.is_dir():
            return file.name not in _OF_TOOLS
        return (file.parent / "__init__.py").exists() or file.is_relative_to(below)


def source_files(folder: Path, ending: PurePath | None = None) -> list[Path]:
    """List the Python files below a folder, in order, without tests, hidden folders and environments.

    Empty files are left out, and so are those that are too large, and those whose path has another
    `ending`.
    """
    parts, called = (ending.parts, ending.name) if ending is not None else ((), None)
    files = (file for file in _below(folder, called=called) if _has_ending(file, parts))
    return [file for file in files if _is_subject(file) and read_bytes(file).strip()]


def _has_ending(file: Path, parts: Sequence[str]) -> bool:
    return file.parts[-len(parts) :] == parts if parts else True


def _is_test(path: Path) -> bool:
    """Check whether a path in a project is that of a test file, or of code that tests share."""
    return not _TESTS.isdisjoint(path.parts[:-1]) or path.stem == "tests" or is_called_for_tests(path)


def is_excluded(path: str, patterns: Iterable[str]) -> bool:
    """Check whether a pattern matches a file or a folder above it; both are relative to the project."""
    return any(_matches(path, pattern) for pattern in patterns)


def _matches(path: str, pattern: str) -> bool:
    return any(fnmatch(part, pattern.rstrip("/")) for part in _beginnings(path))


def _beginnings(path: str) -> Iterator[str]:
    parts = path.split("/")
    for length in range(1, len(parts) + 1):
        yield "/".join(parts[:length])


def may_have_sources(path: Path) -> bool:
    """Check whether a path within a project may be a source file, or a folder of some, by its names."""
    if any(part in _NO_SOURCES or part.startswith(".") for part in path.parts):
        return False
    return path.suffix in ("", ".py") and _is_subject(path)


def _below(folder: Path, above: PytestSettings | None = None, called: str | None = None) -> Iterator[Path]:
    """Yield the Python files below a folder that are not tests, judging by names and pytest's settings.

    With `called`, only files of this name: the others are not even looked at.
    """
    with os.scandir(folder) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    has_settings = any(entry.name in FILES for entry in entries)
    settings = (settings_in(folder) if has_settings else None) or above or settings_for(folder)
    for entry in entries:
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            if entry.name not in _NO_SOURCES and not (folder / entry.name / "pyvenv.cfg").exists():
                yield from _below(folder / entry.name, settings, called)
        elif entry.name.endswith(".py") and called in (None, entry.name):
            file = folder / entry.name
            if not _is_for_tests(file, settings) and _is_small_file(entry):
                yield file


def _is_for_tests(file: Path, settings: PytestSettings) -> bool:
    return is_called_for_tests(file) or settings.names(file)


def _is_small_file(entry: os.DirEntry[str]) -> bool:
    return entry.is_file() and entry.stat().st_size <= MOST_BYTES


def _is_subject(file: Path) -> bool:
    return file.name not in _NO_SUBJECTS and not is_called_for_tests(file)
