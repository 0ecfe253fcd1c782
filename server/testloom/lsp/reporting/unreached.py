"""Why tests that ran under coverage.py reach nothing of their project, and what to do about it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from testloom.lsp.translation import say
from testloom.measurement import LeftOut
from testloom.model.events.jobs import Failed


def why_unreached(project: Path, python: Path, left_out: Sequence[LeftOut]) -> Failed:
    """Give the reason, from what coverage.py has `left_out`."""
    for event in left_out:
        if event.settings:
            what = say(
                "The tests ran, but the settings of coverage.py leave out all files in {0}.", project.name
            )
            advice = say("Change them to measure the project's own code: {0}", event.settings)
            return Failed("nothing-measured", what, advice)
    said = [event.message.rstrip(".") for event in left_out if not event.file]
    what = say("The tests ran, but covered no file in {0}.", project.name)
    if said:
        what = say("The tests ran, but covered no file in {0}: {1}.", project.name, "; ".join(said))
    install = shlex.join([str(python), "-m", "pip", "install", "-e", str(project)])
    return Failed(
        "nothing-reached",
        what,
        say("If they import another copy of the code, install this one: {0}", install),
    )
