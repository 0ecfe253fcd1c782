"""A class that depends on the console, a file and the date gets tests that cover it and pass anywhere."""

from __future__ import annotations

import sys
from pathlib import Path

from .command import run

SUBJECTS = Path(__file__).parents[1] / "subjects"


def test_a_note_named_on_the_console_is_compared_with_the_date(tmp_path: Path) -> None:
    command = ["generate", str(SUBJECTS / "environment" / "stale_note.py"), "--root", str(SUBJECTS)]
    command += ["--python", sys.executable, "--out", str(tmp_path), "--budget", "10", "--json"]

    summary = run(tmp_path, *command).events[-1]

    assert (summary["coverage"], summary["discarded"]) == (100.0, {})
