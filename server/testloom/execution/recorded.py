"""Commands that run a program and record its calls."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from testloom.execution.process import AGENT_FOLDER

STARTUP_FOLDER = AGENT_FOLDER / "startup"


def recorded_command(
    python: Path,
    journal: Path,
    root: Path,
    include: Sequence[str] = (),
    name: str | None = None,
    ignored: Path | None = None,
) -> list[str]:
    """Build the start of a command line; `SCRIPT ARGS` or `-m MODULE ARGS` follow.

    Calls of the functions in files below `root` are recorded into `journal`; with patterns, only of files
    that match one. `name` is the name under which tests import the script. The files that git ignores are
    listed in the file `ignored` (`testloom.recording.list_ignored`), and are private.
    """
    patterns = [part for pattern in include for part in ("--include", pattern)]
    named = ["--name", name] if name else []
    listed = ["--ignored", str(ignored)] if ignored else []
    options = ["--journal", str(journal), "--root", str(root), *patterns, *named, *listed]
    return [str(python), "-B", str(AGENT_FOLDER / "record.py"), *options, "--"]


def recorded_environment(
    journal: Path,
    root: Path,
    include: Sequence[str] = (),
    ignored: Path | None = None,
    inherited: Mapping[str, str] = os.environ,
) -> dict[str, str]:
    """Build the variables with which any Python, and any Python that it starts, records into `journal`.

    Only the calls of its main program need `recorded_command`. A `sitecustomize` of the user's still runs.
    """
    told = {"journal": str(journal), "root": str(root), "include": list(include)}
    told |= {"ignored": str(ignored)} if ignored else {}
    path = [str(STARTUP_FOLDER), *filter(None, inherited.get("PYTHONPATH", "").split(os.pathsep))]
    return {"PYTHONPATH": os.pathsep.join(path), "TESTLOOM_RECORD": json.dumps(told)}
