from __future__ import annotations

import math

import pytest

from testloom.recording.stops import Span, Stop, only_looks, own_calls

LOOKED = Stop(10, 20, by_hand=False)
TOUCHED = Stop(10, 20, by_hand=True, until=100)


def span(began: float, ended: float, since: float = math.inf) -> Span:
    return Span(began, ended, since)


@pytest.mark.parametrize("stop", [LOOKED, TOUCHED])
def test_what_a_debugger_calls_is_not_the_programs_own(stop: Stop) -> None:
    before, within = span(1, 2), span(12, 13)

    is_own = own_calls([before, within], [stop])

    assert is_own(before) and not is_own(within)


def test_looking_taints_nothing() -> None:
    outer, later, old = span(1, 50), span(30, 31), span(60, 61, since=5)

    is_own = own_calls([outer, later, old], [LOOKED])

    assert is_own(outer) and is_own(later) and is_own(old)


def test_a_change_taints_the_calls_under_way_and_what_the_innermost_of_them_calls() -> None:
    outermost, innermost, called, next_one = span(1, 50), span(2, 40), span(30, 31), span(45, 46)

    is_own = own_calls([outermost, innermost, called, next_one], [TOUCHED])

    assert [is_own(call) for call in (outermost, innermost, called, next_one)] == [False, False, False, True]


def test_a_change_taints_objects_that_were_there_until_the_session_ends() -> None:
    under_way = span(1, 30)
    old, young, next_session = span(60, 61, since=5), span(60, 61, since=55), span(110, 111, since=5)

    is_own = own_calls([under_way, old, young, next_session], [TOUCHED])

    assert [is_own(call) for call in (old, young, next_session)] == [False, True, True]


def test_a_change_outside_of_all_calls_taints_the_rest_of_the_session() -> None:
    later, next_session = span(90, 91), span(110, 111)

    is_own = own_calls([later, next_session], [TOUCHED])

    assert not is_own(later) and is_own(next_session)


@pytest.mark.parametrize(
    "expression", ["total", "cart.prices[0]", "a + b > 3 and not c", " [x, 'y'] ", "f'{x}'"]
)
def test_reading_is_looking(expression: str) -> None:
    assert only_looks(expression)


@pytest.mark.parametrize(
    "expression", ["f()", "x = 1", "(x := 1)", "[f for f in g]", "del x", "what is", "", "lambda: 0"]
)
def test_calling_and_assigning_is_not(expression: str) -> None:
    assert not only_looks(expression)
