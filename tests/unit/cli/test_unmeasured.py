"""Why a run of the project's tests measured nothing, and the commands that are named."""

from __future__ import annotations

from pathlib import Path

from testloom.cli.showing.heard import Heard
from testloom.cli.showing.unmeasured import uncollected, why_unreached
from testloom.measurement import Broken

PROJECT = Path("/my project")
PYTHON = PROJECT / ".venv/bin/python"


def test_commands_that_are_named_can_be_run_as_they_are() -> None:
    [unreached] = why_unreached(Heard(lambda event: None), PROJECT, PYTHON)
    broken = uncollected(Broken("tests/test_shop.py", "no module"), PROJECT, PYTHON)

    assert unreached.advice.endswith(": '/my project/.venv/bin/python' -m pip install -e '/my project'")
    assert "`'/my project/.venv/bin/python' -m pytest tests/test_shop.py`" in broken.advice
