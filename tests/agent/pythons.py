"""The interpreters on this machine that the agent must run on.

A test that runs on each of them asks for the fixture `python`. It gets the oldest and the newest: whatever
differs between versions (positions in code, `sys.monitoring`, syntax) differs between these two, and all
other tests run on one in the middle. `--all-pythons` runs it on all.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

MINORS = range(10, 15)
ASK_VERSION = "import sys; print(*sys.version_info[:2], sys.executable)"


def found_pythons() -> dict[str, Path]:
    """One interpreter for each minor version of Python that is found."""
    found: dict[str, Path] = {}
    for version, candidate in _candidates():
        if version in found:
            continue
        answer = subprocess.run([candidate, "-c", ASK_VERSION], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            major, minor, executable = answer.stdout.strip().split(" ", 2)
            found.setdefault(f"{major}.{minor}", Path(executable))
    return found


def _candidates() -> Iterator[tuple[str, Path]]:
    """Programs, each with the version that it goes by; commands come last, which may be slow scripts."""
    for minor in MINORS:
        for program in sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python3")):
            yield f"3.{minor}", program
    for minor in MINORS:
        if command := shutil.which(f"python3.{minor}"):
            yield f"3.{minor}", Path(command)


PYTHONS = dict(sorted(found_pythons().items()))


def on_chosen_pythons(metafunc: pytest.Metafunc, least: str = "3.10") -> None:
    """Run a test that asks for `python` on the chosen interpreters, which are `least` or newer."""
    if "python" in metafunc.fixturenames:
        versions = [version for version in PYTHONS if version >= least]
        if not metafunc.config.getoption("--all-pythons"):
            versions = sorted({versions[0], versions[-1]})
        metafunc.parametrize("python", versions, indirect=True, scope="session")
