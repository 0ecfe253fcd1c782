"""Queries the tools that keep a project's environments elsewhere for their location.

A tool is asked only if the project's own files name it, and if they do not make it load code of the
project: that code would run outside the guard.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testloom.repository import read_text

SECONDS = 10.0
_NAME = re.compile(r"^name:\s*['\"]?([\w.+-]+)", re.MULTILINE)
_ACTIVE = ("VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV")
"""The variables that make tools answer with Testloom's own environment, if that is active."""


def environments_of_tools(folder: Path, pyproject: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the environments of a project, each with the command that named it; they may not exist yet.

    Args:
        folder: the folder of the project.
        pyproject: the tables of its pyproject.toml.
    """
    tables = pyproject.get("tool")
    tools: Mapping[str, Any] = tables if isinstance(tables, dict) else {}
    if "poetry" in tools or (folder / "poetry.lock").exists():
        yield from _of_poetry(folder)
    if _uses_hatch(folder, tools.get("hatch")):
        yield from _of_hatch(folder)
    yield from _of_conda(folder)


def _of_poetry(folder: Path) -> Iterator[tuple[Path, str]]:
    command = ["poetry", "--no-plugins", "--no-interaction", "env", "info", "--path"]
    for line in _said(folder, command).splitlines()[:1]:
        yield Path(line), "poetry env info"


def _uses_hatch(folder: Path, table: object) -> bool:
    """Check whether Hatch manages the project's environments, and would run no plugin of the project."""
    if (folder / "hatch.toml").exists() or not isinstance(table, dict):
        return False  # hatch.toml may name plugins, too
    return "envs" in table and "env" not in table


def _of_hatch(folder: Path) -> Iterator[tuple[Path, str]]:
    for name in ("default", "hatch-test"):
        for line in _said(folder, ["hatch", "--no-color", "env", "find", name]).splitlines():
            yield Path(line), f"hatch env find {name}"


def _of_conda(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the conda environment that is named in environment.yml."""
    files = (folder / "environment.yml", folder / "environment.yaml")
    file = next((file for file in files if file.is_file()), None)
    named = _NAME.search(read_text(file, "replace")) if file else None
    if named is None:
        return
    try:
        places = json.loads(_said(folder, ["conda", "info", "--envs", "--json"]))["envs"]
    except (ValueError, KeyError, TypeError):
        return
    for place in places:
        if Path(place).name == named[1]:
            yield Path(place), "conda info --envs"


def _said(folder: Path, command: list[str]) -> str:
    """Return the output of a tool in a folder; "" if it is not installed, is inside the folder, or fails."""
    program = shutil.which(command[0])
    if program is None or Path(program).resolve().is_relative_to(folder.resolve()):
        return ""
    own = {name: value for name, value in os.environ.items() if name not in _ACTIVE}
    try:
        done = subprocess.run(
            [str(Path(program).absolute()), *command[1:]],
            cwd=folder,
            env=own,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip()
