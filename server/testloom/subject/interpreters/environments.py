"""Candidates for the interpreter that runs a project's code, the likeliest first."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testloom.model.errors import UsageError
from testloom.repository import is_tracked, read_text
from testloom.subject.interpreters.tools import environments_of_tools
from testloom.subject.project.location import find_project
from testloom.subject.project.pyproject import read_pyproject

PLACE = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
"""The path of the interpreter within an environment."""
_NAMES = (".venv", "venv", "env", ".conda")
_OF_RUNNERS = (".tox", ".nox")
_VERSION = re.compile(r"[A-Za-z0-9][\w.+-]*")


@dataclass(frozen=True, slots=True)
class FoundInterpreter:
    """An interpreter, and how it was found."""

    python: Path
    how: str


def candidates(root: Path, within: Path) -> Iterator[FoundInterpreter]:
    """Find the interpreters that may run the code below `root`, the likeliest first.

    Tools are run only once all candidates before them have been tried.

    Environments lie in `root` or a folder above it, up to the outermost of: `within`, the project, its
    repository, and its workspace of uv.
    """
    root = root.absolute()
    folders = _folders(root, within)
    active = os.environ.get("VIRTUAL_ENV") or _active_of_conda()
    own = active is not None and Path(active).resolve() == Path(sys.prefix).resolve()
    if active and not own:
        yield from _in_environment(Path(active), "the active environment")
    for folder in folders:
        for name in (os.environ.get("UV_PROJECT_ENVIRONMENT"), *_NAMES):
            if name:
                yield from _in_environment(folder / name, f"{name} in {folder}")
    for folder in folders:
        yield from _of_tools(folder)
    named = _named_version(folders)
    if named and (named[0].parent.parent / "pyvenv.cfg").exists():
        yield FoundInterpreter(*named)
    for folder in folders:
        yield from _of_runners(folder)
    if named:
        yield FoundInterpreter(*named)
    if active:
        yield from _in_environment(Path(active), "the active environment, which is Testloom's own")
    for command in ("python3", "python"):
        if found := shutil.which(command):
            yield FoundInterpreter(Path(found).absolute(), f"{command} on PATH")


def _folders(root: Path, within: Path) -> list[Path]:
    """Return the folders from `root` up to the outermost one that may contain its environment, inclusive."""
    above = [root, *root.parents]
    borders = [find_project(root / "_"), within.absolute()]
    borders += [folder for folder in above if (folder / ".git").exists()][:1]
    borders += [folder for folder in above[1:] if _is_workspace(folder, root)][:1]
    return above[: 1 + max(above.index(border) for border in (root, *borders) if border in above)]


def _is_workspace(folder: Path, root: Path) -> bool:
    """Check whether a folder is the user's, and contains a uv workspace with `root` in one of its members."""
    file = folder / "pyproject.toml"
    if not file.exists() or (hasattr(os, "geteuid") and file.stat().st_uid != os.geteuid()):
        return False
    members = _entry(_tables(folder), "tool", "uv", "workspace", "members")
    patterns = [member for member in members if isinstance(member, str)] if isinstance(members, list) else []
    path = root.relative_to(folder)
    return any(part.match(pattern) for part in (path, *path.parents) for pattern in patterns)


def _active_of_conda() -> str | None:
    """Return the environment that conda has activated; not its base, which is active in every shell."""
    is_base = os.environ.get("CONDA_DEFAULT_ENV") == "base"
    return None if is_base else os.environ.get("CONDA_PREFIX")


def _of_tools(folder: Path) -> Iterator[FoundInterpreter]:
    saved = folder / ".pdm-python"
    if saved.is_file() and not is_tracked(saved, folder):
        python = Path(read_text(saved, "replace").strip())
        if python.is_absolute() and python.is_file():
            yield FoundInterpreter(python, f"{saved}")
    for environment, command in environments_of_tools(folder, _tables(folder)):
        yield from _in_environment(environment, f"`{command}` in {folder}")


def _of_runners(folder: Path) -> Iterator[FoundInterpreter]:
    """Yield the environments of tox and nox that contain pytest, the newest Python first."""
    having = [
        (tuple(map(int, re.findall(r"\d+", place.parents[1].name))), place.parents[3])
        for runner in _OF_RUNNERS
        for place in (folder / runner).glob("*/lib/python3*/site-packages/pytest")
    ]
    for _, environment in sorted(having, reverse=True):
        yield from _in_environment(environment, f"{environment.relative_to(folder)} in {folder}")


def _named_version(folders: list[Path]) -> tuple[Path, str] | None:
    """Find the interpreter that `.python-version` names: a pyenv environment or version, or another."""
    file = next((file for folder in folders if (file := folder / ".python-version").is_file()), None)
    name = next(iter(read_text(file, "replace").split()), "") if file else ""
    if not _VERSION.fullmatch(name):
        return None
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    python = pyenv.joinpath("versions", name, *PLACE)
    if not python.exists():
        from findpython import find

        installed = find(name)
        if installed is None:
            return None
        python = Path(installed.executable)
    return python, f"{name} in {file}"


def _in_environment(folder: Path, how: str) -> Iterator[FoundInterpreter]:
    python = folder.absolute().joinpath(*PLACE)
    if python.exists():
        yield FoundInterpreter(python, how)


def _tables(folder: Path) -> dict[str, Any]:
    """Return the contents of the folder's pyproject.toml; empty if it cannot be read."""
    try:
        return read_pyproject(folder)
    except UsageError:  # reported when the settings are read
        return {}


def _entry(table: object, *keys: str) -> object:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table
