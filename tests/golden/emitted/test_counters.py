"""Tests for counters."""

import pytest

from counters import Countdown


def test_countdown_sets_current():
    countdown = Countdown(6)

    assert countdown.current == 5


def test_countdown_iteration_returns_itself():
    countdown = Countdown(1)

    assert iter(countdown) is countdown


@pytest.mark.parametrize("start", [-1, 0])
def test_countdown_next_raises_stop_iteration(start):
    countdown = Countdown(start)

    with pytest.raises(StopIteration):
        next(countdown)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (1, 0),
        (2, 1),
    ],
)
def test_countdown_next(start, expected):
    countdown = Countdown(start)

    assert next(countdown) == expected
