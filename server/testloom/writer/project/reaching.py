"""Whether tests at a location can import their subject, with the import path that pytest sets up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from testloom.repository import read_text
from testloom.repository.configuration import is_installable
from testloom.repository.pytest_settings import pytest_settings

_MOST_BYTES = 1_000_000
"""The most bytes of a test file that are read."""
_TESTS = ("tests", "test", "conftest")


def is_reachable(project: Path, source: Path, folder: Path) -> bool:
    """Check whether test files in a folder can import the modules in a source folder.

    The user is assumed to run pytest in the project: as `python -m pytest`, which imports from there, if
    the project has packages or a place for tests, else in either way. Packages below another folder are
    installed, if the project can be.

    Args:
        project: the folder that pytest runs in.
        source: the folder that imports of the code under test start from.
        folder: the folder of the test file.
    """
    settings = pytest_settings(project)
    if source in settings.python_path:
        return True
    has_packages = any(source.glob("*/__init__.py"))
    if is_installable(project) and (source in (project, project / "src") or has_packages):
        return True
    if source == project and (has_packages or folder.is_dir()):
        return True
    return not settings.imports_by_path and source in _prepended(project, folder)


def is_shadowed(project: Path, source: Path, folder: Path, module: str) -> bool:
    """Check whether importing a module in test files of a folder finds another module of that name."""
    settings = pytest_settings(project)
    searched = {project, project / "src", *settings.python_path}
    if not settings.imports_by_path:
        searched |= _prepended(project, folder)
    name = module.partition(".")[0]
    found = ((place / f"{name}.py", place / name / "__init__.py") for place in searched)
    return source not in searched and any(file.is_file() for files in found for file in files)


def are_used_to(tests: Iterable[Path], source: Path) -> bool:
    """Check whether tests, or a conftest.py above them, already import from a folder on their own."""
    tests = list(tests)
    folders = {folder for test in tests for folder in test.parents}
    if any("sys.path" in _text(folder / "conftest.py") for folder in folders):
        return True
    names = "|".join(map(re.escape, _modules_in(source)))
    importing = re.compile(rf"^[ \t]*(?:from|import)[ \t]+(?:{names})\b", re.MULTILINE)
    return bool(names) and any(importing.search(_text(test)) for test in tests)


def _prepended(project: Path, folder: Path) -> set[Path]:
    """The folders that pytest adds to the import path: for a test file in a folder, and each conftest.py."""
    above = [parent for parent in folder.parents if parent.is_relative_to(project)]
    loaded = [parent for parent in (folder, *above) if (parent / "conftest.py").is_file()]
    return {_above_packages(place) for place in (folder, *loaded)}


def _above_packages(folder: Path) -> Path:
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder = folder.parent
    return folder


def _modules_in(source: Path) -> list[str]:
    """The names of the modules and packages that lie in a folder itself, without its tests."""
    packages = [found.parent.name for found in source.glob("*/__init__.py")]
    names = [*packages, *(file.stem for file in source.glob("*.py"))]
    return [name for name in names if name not in _TESTS and not name.startswith("test_")]


def _text(file: Path) -> str:
    try:
        return read_text(file, errors="replace")[:_MOST_BYTES]
    except OSError:
        return ""
