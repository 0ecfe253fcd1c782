"""This checkout: its folders, its commit, and Testloom as it is here."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .process import Ended, run

ROOT = Path(__file__).parents[3]
SERVER = ROOT / "server"
SUBJECTS = ROOT / "tests" / "subjects"
BUILD = ROOT / "build" / "quality"


def testloom(command: Sequence[str | Path], home: Path, limit: float, **variables: str) -> Ended:
    """Run a command of Testloom in `home`, with the code of this checkout, and with further variables."""
    return run([sys.executable, "-m", "testloom", *command], home, limit, PYTHONPATH=str(SERVER), **variables)


def events(ended: Ended, kind: str) -> Iterator[dict[str, Any]]:
    """The events of a kind that Testloom printed (`--json`)."""
    for line in ended.output.splitlines():
        if line.startswith(f'{{"event": "{kind}"'):
            yield json.loads(line)


def summary(ended: Ended) -> dict[str, Any]:
    """The last event that Testloom printed.

    Raises:
        RuntimeError: if it did not get that far.
    """
    found = list(events(ended, "summary"))
    if not found:
        raise RuntimeError(f"testloom ended with {ended.status}:\n{ended.output[-2000:]}")
    return found[-1]


def commit() -> str:
    """The commit that is checked out, marked if the server's code differs from it."""
    name = _git("describe", "--always", "--exclude", "*", "--abbrev=8") or "unknown commit"
    return name + (" with changes" if _git("status", "--porcelain", "server") else "")


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
