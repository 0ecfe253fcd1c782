"""Tests for counters."""

import pytest

from counters import Countdown


def test_countdown_iteration_returns_itself():
    countdown = Countdown(1)

    assert iter(countdown) is countdown


@pytest.mark.parametrize("start", [-1, 0])
def test_countdown_next_raises_stop_iteration(start):
    countdown = Countdown(start)

    with pytest.raises(StopIteration):
        next(countdown)


def test_countdown_next_returns_zero_when_current_is_positive():
    countdown = Countdown(1)

    assert next(countdown) == 0


def test_countdown_next_returns_3_when_current_is_positive():
    countdown = Countdown(6)
    next(countdown)

    assert next(countdown) == 3
