"""How to run a program so that its calls are recorded."""

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
    """The start of a command line; `SCRIPT ARGS` or `-m MODULE ARGS` follow.

    What files below `root` define is recorded into `journal`; with patterns, only of files that match one.
    `name` is the one under which tests import the script. What git ignores is listed in the file `ignored`
    (`testloom.recording.list_ignored`), and private.
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
    """The variables with which any Python records into `journal`, and those that it starts.

    Only the calls of its main program need `recorded_command`. A `sitecustomize` of the user's still runs.
    """
    told = {"journal": str(journal), "root": str(root), "include": list(include)}
    told |= {"ignored": str(ignored)} if ignored else {}
    path = [str(STARTUP_FOLDER), *filter(None, inherited.get("PYTHONPATH", "").split(os.pathsep))]
    return {"PYTHONPATH": os.pathsep.join(path), "TESTLOOM_RECORD": json.dumps(told)}
