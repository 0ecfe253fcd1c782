"""The interpreters on this machine that the agent must run on."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

MINORS = range(10, 15)
ASK_VERSION = "import sys; print(*sys.version_info[:2], sys.executable)"


def found_pythons() -> dict[str, Path]:
    """One interpreter for each minor version of Python that is found."""
    found: dict[str, Path] = {}
    for candidate in _candidates():
        answer = subprocess.run([candidate, "-c", ASK_VERSION], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            major, minor, executable = answer.stdout.strip().split(" ", 2)
            found.setdefault(f"{major}.{minor}", Path(executable))
    return found


def _candidates() -> Iterator[Path]:
    for minor in MINORS:
        yield from sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python3"))
        command = shutil.which(f"python3.{minor}")
        if command:
            yield Path(command)


PYTHONS = found_pythons()
