"""Modules whose branches wait for what only a directed change finds are reached everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.generation.file_job import STRENGTHENING_SHARE
from testloom.model.settings import Settings
from tests.system.generation.searching import found_in, text_of

SUBJECTS = Path(__file__).parents[2] / "subjects"
EXECUTIONS = 8000


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("precedence", "Side.LEFT"),
        ("settings_layers", "REMOVED"),
        ("ledger_service", "execute=AsyncMock(return_value="),
        ("pooled_rows", "__aiter__.return_value = ["),
        ("renamed_names", "        result = renamed_names.MAXIMUM"),
        ("elapsed", '"more than a year"'),
        ("columns", '"float",'),
        ("segments", "assert crossing(("),
        ("lazy_shapes", "assert lazy_shapes.square == 4"),
        ("ready_for_failures", "side_effect=TimeoutError"),
        ("within_loop", 'assert where() == "inside"'),
        ("driven_results", "[item async for item in arriving("),
        ("kept_totals", "assert order.postage == expected"),
    ],
)
def test_what_the_code_waits_for_stands_in_a_test(name: str, expected: str) -> None:
    file = SUBJECTS / "collaborators" / f"{name}.py"

    outcome = found_in(file, SUBJECTS, Settings(executions=EXECUTIONS, seed=1))

    assert [goal.label for goal in outcome.result.archive.uncovered] == []
    assert not outcome.suite.losses.counts
    assert expected in text_of(outcome)


def test_tests_that_notice_more_have_round_numbers() -> None:
    file = SUBJECTS / "collaborators" / "shards.py"

    outcome = found_in(file, SUBJECTS, Settings(executions=EXECUTIONS, seed=1), STRENGTHENING_SHARE)

    assert [goal.label for goal in outcome.result.archive.uncovered] == []
    assert "300_000_000_000, 2048" in text_of(outcome)


def test_what_says_more_than_can_be_written_down_stands_in_a_test() -> None:
    outcome = found_in(
        SUBJECTS / "collaborators" / "long_results.py", SUBJECTS, Settings(executions=300, seed=1)
    )

    assert [goal.label for goal in outcome.result.archive.uncovered] == []
    assert not outcome.suite.losses.counts
    assert "report(" in text_of(outcome)
