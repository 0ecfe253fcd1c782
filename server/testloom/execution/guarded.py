"""Commands that run emitted tests under the guard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testloom.execution.process import AGENT_FOLDER, allowing, bare


def guarded_command(python: Path, sandbox: Path, allow: Sequence[str] = ()) -> list[str]:
    """Return the start of a command line under the guard: `-m MODULE ARGS` or `SCRIPT ARGS` follow.

    The program may write only below `sandbox`, which must exist; temporary files go there by default. `allow`
    is what the guard lets pass (`Settings.allow`). The environment must not name a folder of the project in
    PYTHONPATH: Python would import from there before the guard is active.
    """
    launcher = [*bare(python), str(AGENT_FOLDER / "guarded.py"), "--sandbox", str(sandbox)]
    return [*launcher, *allowing(allow), "--"]
