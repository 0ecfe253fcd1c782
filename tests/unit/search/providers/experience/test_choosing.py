"""What mostly does not end, or only fails as before, is called now and then only."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable
from testloom.search.providers.experience.choosing import COST, MOST_IN_VAIN, PATIENCE, Endings

PASSED = ExecutionResult("passed", Trace(frozenset()))
CALLABLES = (Callable("a:endless", "function"), Callable("a:short", "function"))


def calling(name: str) -> TestCase:
    return TestCase((CallStatement(1, f"a:{name}"),))


def share_of_endless(endings: Endings) -> float:
    rng = Random(1)
    return sum(endings.choose(CALLABLES, rng) is CALLABLES[0] for _ in range(1_000)) / 1_000


def test_a_callable_that_has_to_be_stopped_is_chosen_seldom() -> None:
    endings = Endings()
    stopped = ExecutionResult("timeout", Trace(frozenset()), 1)
    for _ in range(PATIENCE + 1):
        assert share_of_endless(endings) > 0.4
        endings.note_stopped(calling("endless"), stopped)

    assert 0 < share_of_endless(endings) < 0.1


def test_one_that_mostly_ends_is_chosen_as_ever() -> None:
    endings = Endings()
    for _ in range(3 * PATIENCE):
        endings.note_stopped(calling("endless"), ExecutionResult("timeout", Trace(frozenset()), 1))
        for _ in range(COST):
            endings.note_ended(calling("endless"), PASSED)

    assert share_of_endless(endings) > 0.4


def test_one_that_ends_as_often_as_not_takes_too_long() -> None:
    endings = Endings()
    for _ in range(3 * PATIENCE):
        endings.note_stopped(calling("endless"), ExecutionResult("timeout", Trace(frozenset()), 1))
        endings.note_ended(calling("endless"), PASSED)

    assert 0 < share_of_endless(endings) < 0.1


def test_where_nothing_ends_all_are_chosen() -> None:
    endings = Endings()
    for name in ("endless", "short"):
        for _ in range(2 * PATIENCE):
            endings.note_stopped(calling(name), ExecutionResult("killed", Trace(frozenset()), 1))

    assert 0.4 < share_of_endless(endings) < 0.6


def failure(line: int) -> ExecutionResult:
    error = RaisedException("builtins:TypeError", "", explicit=False, in_subject=True, line=line)
    return ExecutionResult("raised", Trace(frozenset()), 1, error)


def test_a_callable_that_only_fails_as_before_is_chosen_less_often() -> None:
    endings = Endings()
    for _ in range(MOST_IN_VAIN + 2):
        assert share_of_endless(endings) > 0.4 and not endings.is_in_vain(CALLABLES[0])
        endings.note_ended(calling("endless"), failure(7))

    assert 0 < share_of_endless(endings) < 0.3 and endings.is_in_vain(CALLABLES[0])


@pytest.mark.parametrize("other", [failure(8), PASSED])
def test_another_failure_or_a_call_that_returns_gives_hope_again(other: ExecutionResult) -> None:
    endings = Endings()
    for _ in range(MOST_IN_VAIN + 2):
        endings.note_ended(calling("endless"), failure(7))
    endings.note_ended(calling("endless"), other)

    assert share_of_endless(endings) > 0.4
