"""How to run a program so that its calls are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testloom.execution.process import AGENT_FOLDER


def recorded_command(
    python: Path, journal: Path, root: Path, include: Sequence[str] = (), name: str | None = None
) -> list[str]:
    """The start of a command line; `SCRIPT ARGS` or `-m MODULE ARGS` follow.

    What files below `root` define is recorded into `journal`; with patterns, only of files that match one.
    `name` is the one under which tests import the script.
    """
    patterns = [part for pattern in include for part in ("--include", pattern)]
    named = ["--name", name] if name else []
    options = ["--journal", str(journal), "--root", str(root), *patterns, *named]
    return [str(python), "-B", str(AGENT_FOLDER / "record.py"), *options, "--"]
