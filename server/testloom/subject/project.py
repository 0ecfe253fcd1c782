"""Where a file belongs: its project, the folder that its import starts from, its dotted name."""

from __future__ import annotations

import keyword
from pathlib import Path

from testloom.model.errors import UsageError
from testloom.subject.pyproject import read_pyproject

_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", ".git")


def find_project(file: Path) -> Path:
    """The nearest folder above `file` with a .git, pyproject.toml, or another file that marks a project.

    Without any, the folder in which the outermost package of the file lies.
    """
    file = file.absolute()
    for folder in file.parents:
        if any((folder / marker).exists() for marker in _MARKERS):
            return folder
    return _above_packages(file)


def find_root(file: Path) -> Path:
    """The folder that must be on `sys.path` for the file to be importable by its dotted name.

    A folder that pytest's `pythonpath` names, or the project's `src`, is the root of all below it. Else
    it is the first folder above the file that is no package; what lies in a namespace package at
    another place cannot be told apart from a script: there the user names the root.
    """
    file = file.absolute()
    climbed = _above_packages(file)
    project = find_project(file)
    named = [project / entry for entry in _python_path(project)]
    holding = [folder for folder in [*named, project / "src"] if folder in (climbed, *climbed.parents)]
    return max(holding, key=lambda folder: len(folder.parts), default=climbed)


def module_name(root: Path, file: Path) -> str:
    """The dotted name by which `file` is imported when `root` is on `sys.path`.

    Raises:
        UsageError: if the file does not lie below the root, or a part of its path is not a valid Python name.
    """
    try:
        relative = file.absolute().relative_to(root.absolute())
    except ValueError:
        raise UsageError(f"{file} is not below {root}.", "Set its import root with --root.") from None
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
    """The dotted name by which tests import a file; None if its path is no name in Python."""
    try:
        return module_name(find_root(file), file)
    except UsageError:
        return None


def _above_packages(file: Path) -> Path:
    folder = file.parent
    while (folder / "__init__.py").exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _python_path(project: Path) -> list[str]:
    """What `[tool.pytest.ini_options] pythonpath` names; nothing if it is missing or misshapen."""
    table: object = read_pyproject(project)
    for key in ("tool", "pytest", "ini_options", "pythonpath"):
        table = table.get(key) if isinstance(table, dict) else None
    if isinstance(table, str):
        return table.split()
    return [entry for entry in table if isinstance(entry, str)] if isinstance(table, list) else []
