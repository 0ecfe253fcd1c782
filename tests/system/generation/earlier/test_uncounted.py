"""The project's own tests, where they cannot be counted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.earlier import missing
from testloom.generation.job import generate
from testloom.model.events.jobs import Event
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from tests.proofs import short_proof

__all__ = ["short_proof"]


@pytest.mark.usefixtures("short_proof")
def test_the_summary_says_that_they_were_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "doubling.py"
    file.write_text("def doubled(number: int) -> int:\n    return 2 * number\n")
    (tmp_path / "test_own.py").write_text("import doubling\n")
    monkeypatch.setattr(missing, "suite_coverage", lambda *_: None)
    events: list[Event] = []
    request = GenerationRequest(
        (Target(file),),
        Path(sys.executable),
        tmp_path,
        state=tmp_path / "state",
        settings=Settings(executions=10, seed=1),
        only_missing=True,
    )

    summary = generate(request, events.append)

    assert summary.uncounted == 0.0
    assert events[-1] == summary and summary.tests
