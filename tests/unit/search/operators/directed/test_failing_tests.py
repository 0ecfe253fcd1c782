"""Tests that ended with errors of new kinds are kept, to be changed as these errors suggest."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.search.chromosome import Chromosome
from testloom.search.operators.directed.exceptions.failing_tests import PATIENCE, FailingTests


def failed(kind: str, message: str, *, argument: str = "a", explicit: bool = False) -> Chromosome:
    case = TestCase((LiteralStatement(1, argument), CallStatement(2, "m:f", None, (1,))))
    error = RaisedException(f"builtins:{kind}", message, explicit, in_subject=True)
    return Chromosome(case, ExecutionResult("raised", Trace(frozenset()), 2, error), frozenset())


def noted(*tests: Chromosome) -> FailingTests:
    complaints = FailingTests()
    for test in tests:
        complaints.note(test)
    return complaints


def test_each_new_kind_of_error_is_kept_and_changed_in_turn() -> None:
    first, second = failed("KeyError", "'format'"), failed("KeyError", "'indent'")

    complaints = noted(first, second)

    assert {complaints.choose(Random(1)), complaints.choose(Random(1))} == {first, second}


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("ValueError", "could not convert string to float: 'x'", "could not convert string to float: 'y'"),
        (
            "TypeError",
            "f() takes 2 positional arguments but 3 were given",
            "f() takes 2 positional arguments but 4 were given",
        ),
        ("ConnectionError", "no way to /%3CPlace%200x7fab12de%3E", "no way to /%3CPlace%200x55cd98ef%3E"),
        ("TypeError", "<Place at 0x7fab12de> is no number", "<Place at 0x55cd98ef> is no number"),
    ],
)
def test_values_in_messages_make_no_new_kind(kind: str, one: str, other: str) -> None:
    first = failed(kind, one)

    complaints = noted(first, failed(kind, other))

    assert [complaints.choose(Random(seed)) for seed in range(3)] == [first] * 3


def test_there_is_nothing_to_learn_from_what_the_subject_refuses_or_the_test_asks_for_itself() -> None:
    assert not noted(failed("ValueError", "too much", explicit=True), failed("KeyError", "'a'", argument="a"))


def test_a_test_is_given_up_after_a_number_of_attempts_for_good() -> None:
    complaints = noted(failed("KeyError", "'format'"))

    for _ in range(PATIENCE):
        complaints.choose(Random(1))
    complaints.note(failed("KeyError", "'format'"))

    assert not complaints
