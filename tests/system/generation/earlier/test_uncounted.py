"""What the project's own tests cover, and that they cannot be counted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.earlier import missing
from testloom.generation.job import generate
from testloom.measurement.events import Coverage
from testloom.measurement.results import TestRun
from testloom.model.events.jobs import Event, Summary
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from tests.proofs import short_proof

__all__ = ["short_proof"]


@pytest.mark.usefixtures("short_proof")
def test_the_summary_says_that_they_were_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing, "suite_coverage", lambda *_: TestRun())
    summary = _generated(tmp_path, "def doubled(number: int) -> int:\n    return 2 * number\n")

    assert (summary.uncounted, summary.left_out) == (0.0, 0)
    assert summary.tests


@pytest.mark.usefixtures("short_proof")
def test_the_summary_counts_the_goals_that_they_cover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing, "suite_coverage", lambda *_: TestRun(coverage=Coverage(90.0, (6,), ())))
    summary = _generated(tmp_path, "def one() -> int:\n    return 1\n\n\ndef two() -> int:\n    return 2\n")

    assert (summary.goals, summary.left_out) == (1, 1)


def _generated(folder: Path, text: str) -> Summary:
    """What comes of a job for a module that a test of the project imports."""
    file = folder / "doubling.py"
    file.write_text(text)
    (folder / "test_own.py").write_text("import doubling\n")
    events: list[Event] = []
    request = GenerationRequest(
        (Target(file),),
        Path(sys.executable),
        folder,
        state=folder / "state",
        settings=Settings(executions=10, seed=1),
        only_missing=True,
    )
    summary = generate(request, events.append)
    assert events[-1] == summary
    return summary
