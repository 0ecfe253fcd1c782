"""Modules whose branches wait for what only a directed change finds are reached everywhere."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.file_job import FileJob, Found
from testloom.generation.pipeline import find_tests
from testloom.measurement import never
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.writer import ProjectStyle, render

SUBJECTS = Path(__file__).parents[2] / "subjects"


def found(name: str) -> Found:
    settings = Settings(executions=4000, seed=1)
    file = SUBJECTS / "collaborators" / f"{name}.py"
    request = GenerationRequest((Target(file),), Path(sys.executable), SUBJECTS, settings=settings)
    return find_tests(FileJob(request, file, request.targets, settings.budget), lambda event: None, never)


def text_of(outcome: Found) -> str:
    return render(outcome.suite.tests, outcome.suite.subject, None, ProjectStyle()).text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("precedence", "Side.LEFT"),
        ("settings_layers", "REMOVED"),
        ("ledger_service", "database.execute = AsyncMock(return_value="),
        ("pooled_rows", "__aiter__.return_value = ["),
        ("renamed_names", "        result = renamed_names.MAXIMUM"),
        ("shards", "300_000_000_000, 2048"),
        ("elapsed", '"more than a year"'),
        ("columns", '"float",'),
        ("segments", "assert crossing(("),
        ("lazy_shapes", "assert lazy_shapes.square == 4"),
    ],
)
def test_what_the_code_waits_for_stands_in_a_test(name: str, expected: str) -> None:
    outcome = found(name)

    assert [goal.label for goal in outcome.result.archive.uncovered] == []
    assert not outcome.suite.losses.counts
    assert expected in text_of(outcome)
