"""Tests end the threads that they start, by the shortest way that does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, cast

from msgspec.structs import replace

from testloom.model.execution import Executor, Observation
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import ThreadsStatement
from testloom.oracle.pinning.threads import LEFT, MOST_IN_VAIN, STARTED, with_threads_joined

MADE, START, PUT = (
    CallStatement(1, "m:Worker"),
    CallStatement(2, "m:Worker.start", 1),
    CallStatement(3, "m:Worker.put", 1),
)
CASE = TestCase((MADE, START, PUT))
LEAVING = (
    Observation(1),
    Observation(2, touched=(STARTED,)),
    Observation(3, touched=(STARTED, ("end", "1", "close"), ("end", "1", "stop"))),
)


class Machine:
    """Leaves a thread running unless a test ends it as it must be ended."""

    def __init__(self, is_ended: Callable[[tuple[tuple[int, str], ...]], bool]) -> None:
        self._is_ended = is_ended

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [self._observed(test) for test in tests]

    def _observed(self, test: TestCase) -> list[Observation]:
        ends = next(statement.ends for statement in test if isinstance(statement, ThreadsStatement))
        denied = () if self._is_ended(ends) else (LEFT,)
        return [Observation(statement.id, denied=denied) for statement in test]


def test_threads_that_end_by_themselves_are_waited_for() -> None:
    assert joined(lambda _: True) == [MADE, (), START, PUT]


def test_a_method_that_ends_threads_is_called() -> None:
    assert joined(lambda ends: (1, "stop") in ends) == [MADE, ((1, "stop"),), START, PUT]


def test_threads_that_were_there_in_the_end_are_not_waited_for_alone() -> None:
    left = (*LEAVING[:2], replace(LEAVING[2], denied=(LEFT,)))

    assert joined(lambda _: True, left) == [MADE, ((1, "close"),), START, PUT]
    assert joined(lambda _: True, (*left[:2], replace(left[2], touched=(STARTED,)))) == [MADE, START, PUT]


def test_a_test_that_cannot_end_its_threads_stays_as_it_is() -> None:
    assert joined(lambda _: False) == [MADE, START, PUT]


def test_a_test_whose_last_call_ends_its_threads_stays_as_it_is() -> None:
    ended = (*LEAVING[:2], Observation(3))

    assert joined(lambda _: True, ended) == [MADE, START, PUT]


def test_objects_that_had_a_part_in_starting_threads_are_tried_before_others() -> None:
    other = CallStatement(0, "m:Other")
    case = TestCase((other, *CASE.statements))
    left = replace(LEAVING[2], touched=(STARTED, ("end", "0", "close"), ("end", "1", "stop")), denied=(LEFT,))
    tried: list[Any] = []

    def is_ended(ends: tuple[tuple[int, str], ...]) -> bool:
        tried.append(ends)
        return ends == ((0, "close"),)

    with_threads_joined(
        [case], [(Observation(0), *LEAVING[:2], left)], cast(Executor, Machine(is_ended)), count(10)
    )

    assert tried == [((1, "stop"),), ((0, "close"),)]


def test_what_did_not_end_the_threads_of_two_tests_is_not_tried_with_a_third() -> None:
    left = (*LEAVING[:2], replace(LEAVING[2], touched=(STARTED, ("end", "1", "close")), denied=(LEFT,)))
    tried: list[Any] = []

    def is_ended(ends: tuple[tuple[int, str], ...]) -> bool:
        tried.append(ends)
        return False

    with_threads_joined([CASE] * 4, [left] * 4, cast(Executor, Machine(is_ended)), count(10))

    assert tried == [((1, "close"),)] * MOST_IN_VAIN


def joined(
    is_ended: Callable[[tuple[tuple[int, str], ...]], bool],
    observed: Sequence[Observation] = LEAVING,
    is_over: Callable[[], bool] = lambda: False,
) -> list[Any]:
    machine = cast(Executor, Machine(is_ended))
    (case,) = with_threads_joined([CASE], [observed], machine, count(10), is_over)
    return [s.ends if isinstance(s, ThreadsStatement) else s for s in case]


def test_no_more_ways_are_tried_once_one_ends_threads_or_time_is_over() -> None:
    tried: list[Any] = []

    def is_ended(ends: tuple[tuple[int, str], ...]) -> bool:
        tried.append(ends)
        return (1, "close") in ends

    assert joined(is_ended) == [MADE, ((1, "close"),), START, PUT]
    assert tried == [(), ((1, "close"),)]
    assert joined(is_ended, is_over=lambda: len(tried) == 3) == [MADE, START, PUT]
