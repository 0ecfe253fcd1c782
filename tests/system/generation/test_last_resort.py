"""Tests with doubles and private names say what the code does, not only that it ran."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.generation.suites.suite import Suite
from testloom.generation.suites.yielding import LITTLE
from testloom.model.observed import type_of
from testloom.model.settings import Settings
from testloom.model.suite import ValueAssertion
from testloom.search import private_in
from tests.system.generation.searching import found_in, text_of

SUBJECTS = Path(__file__).parents[2] / "subjects"
PRIVATE = """
class Shape:
    def _area(self) -> float:
        raise NotImplementedError

    def _forget(self) -> None:
        self

    def _scaled(self, factor: int) -> int:
        return factor * 2
"""
ANSWERED = """
def push(client, name):
    answer = client.push(name)
    if answer["state"] == "failed":
        return False
    return answer["id"]
"""


def suite_of(source: str, folder: Path, settings: Settings) -> Suite:
    file = folder / "subject_of_doubles.py"
    file.write_text(source)
    return found_in(file, folder, settings).suite


def test_what_is_private_is_called_for_what_it_returns_only(tmp_path: Path) -> None:
    suite = suite_of(PRIVATE, tmp_path, Settings(executions=1000, private_after=0.0))

    called = {test.callable.rpartition(".")[2] for test in suite.tests}
    assert "_scaled" in called
    assert not called & {"_area", "_forget"}


@pytest.mark.parametrize("name", ["patterns", "frames"])
def test_nothing_private_is_called_with_what_no_caller_of_it_passes(name: str) -> None:
    settings = Settings(executions=1000, seed=1, private_after=0.0)

    outcome = found_in(SUBJECTS / "unpassed" / f"{name}.py", SUBJECTS, settings)

    assert outcome.suite.tests
    assert [private_in(test.case) for test in outcome.suite.tests if private_in(test.case)] == []
    assert LITTLE in outcome.suite.losses.counts


def test_doubles_answer_what_tells_right_from_wrong(tmp_path: Path) -> None:
    suite = suite_of(ANSWERED, tmp_path, Settings(executions=2000, seed=1))

    asserted = [
        type_of(assertion.expected)
        for test in suite.tests
        for assertion in test.assertions
        if isinstance(assertion, ValueAssertion)
    ]
    assert asserted
    assert not [kind for kind in asserted if kind.startswith("unittest.mock:")]


def test_a_client_of_which_the_guard_refuses_what_is_asked_is_doubled_at_once() -> None:
    file = SUBJECTS / "collaborators" / "stock_keeping.py"

    outcome = found_in(file, SUBJECTS, Settings(executions=1200, seed=1, doubles_after=1.0))

    assert [goal.label for goal in outcome.result.archive.uncovered] == []
    assert "create_autospec(StockClient, instance=True" in text_of(outcome)
