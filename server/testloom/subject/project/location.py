"""The place of a file: its project, the folder from which it is imported, its dotted name."""

from __future__ import annotations

import keyword
from pathlib import Path

from testloom.model.errors import UsageError
from testloom.repository.pytest_settings import FILES, pytest_settings
from testloom.subject.project.namespaces import imported_from

_MARKERS = (*FILES, "setup.py", ".git")


class ImportNames:
    """The names by which tests import files; all files in a folder are imported from the same root."""

    def __init__(self) -> None:
        self._roots: dict[Path, Path] = {}

    def of(self, file: Path) -> str | None:
        """Return the dotted name of a file; None if its path is not a valid name in Python."""
        folder = file.absolute().parent
        if folder not in self._roots:
            self._roots[folder] = find_root(file)
        try:
            return module_name(self._roots[folder], file)
        except UsageError:
            return None


def find_project(file: Path) -> Path:
    """Find the nearest folder above `file` with a .git, pyproject.toml, or another mark of a project.

    Without any, the folder that the file is imported from.
    """
    file = file.absolute()
    climbed = _above_packages(file)
    return _marked(file) or imported_from(climbed, climbed.parent)


def find_root(file: Path) -> Path:
    """Find the folder that must be on `sys.path` for the file to be importable by its dotted name.

    A folder that pytest's `pythonpath` names, or the project's `src`, is the root of all below it. Otherwise,
    it is the first folder above the file that is not a package, unless the surrounding code imports this
    folder as a part of a namespace package.
    """
    file = file.absolute()
    climbed = _above_packages(file)
    project = _marked(file)
    if project is None:
        return imported_from(climbed, climbed.parent)
    holding = [
        folder
        for folder in (*pytest_settings(project).python_path, project / "src")
        if climbed.is_relative_to(folder)
    ]
    return max(holding, key=lambda folder: len(folder.parts), default=None) or imported_from(climbed, project)


def module_name(root: Path, file: Path) -> str:
    """Return the dotted name by which `file` is imported when `root` is on `sys.path`.

    Raises:
        UsageError: if the file does not lie below the root, or a part of its path is not a valid Python name.
    """
    try:
        relative = file.absolute().relative_to(root.absolute())
    except ValueError:
        advice = "Set its import root: --root, or testloom.root in the editor."
        raise UsageError(f"{file} is not below {root}.", advice) from None
    parts = [*relative.parent.parts, relative.stem]
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    for part in parts:
        if not part.isidentifier() or keyword.iskeyword(part):
            raise UsageError(
                f"{file} cannot be imported: {part!r} is not a valid Python name.",
                "Rename it, or set a deeper import root with --root.",
            )
    return ".".join(parts)


def importable_name(file: Path) -> str | None:
    """Return the dotted name by which tests import a file; None if its path is not a valid name in Python."""
    return ImportNames().of(file)


def is_marked(file: Path) -> bool:
    """Check whether a folder above a file is marked as a project."""
    return _marked(file.absolute()) is not None


def _marked(file: Path) -> Path | None:
    """Find the nearest folder above a file with a marker of projects."""
    marked = (folder for folder in file.parents if any((folder / marker).exists() for marker in _MARKERS))
    return next(marked, None)


def _above_packages(file: Path) -> Path:
    folder = file.parent
    while (folder / "__init__.py").exists() and folder != folder.parent:
        folder = folder.parent
    return folder
