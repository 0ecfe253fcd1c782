"""Classes that do not work alone, and functions that only private names lead to."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from testloom.generation.job import generate
from testloom.model.events.jobs import Event, Summary
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from tests.proofs import short_proof

__all__ = ["short_proof"]

SUBJECTS = Path(__file__).parents[2] / "subjects" / "incomplete"


def written(folder: Path, name: str, executions: int) -> tuple[Summary, str]:
    """What is reported of a subject, and the tests that were written for it."""
    events: list[Event] = []
    file = Path(shutil.copy(SUBJECTS / f"{name}.py", folder))
    settings = Settings(executions=executions, seed=1)
    request = GenerationRequest((Target(file),), Path(sys.executable), folder, settings=settings)
    generate(request, events.append)
    [summary] = [event for event in events if isinstance(event, Summary)]
    return summary, "".join(Path(path).read_text() for path in summary.files)


@pytest.mark.usefixtures("short_proof")
@pytest.mark.parametrize("name", ["greetings", "extraction"])
def test_a_class_that_leans_on_others_is_completed_by_a_subclass(tmp_path: Path, name: str) -> None:
    summary, tests = written(tmp_path, name, 1500)

    assert summary.covered == summary.goals
    assert "Mixin):" in tests or "Extractor):" in tests
    assert "monkeypatch" not in tests


@pytest.mark.usefixtures("short_proof")
@pytest.mark.parametrize("name", ["rules", "building"])
def test_what_only_private_names_lead_to_is_called_in_good_time(tmp_path: Path, name: str) -> None:
    summary, _ = written(tmp_path, name, 3000)

    assert "private" not in summary.unreached
    assert summary.covered > 0.8 * summary.goals
