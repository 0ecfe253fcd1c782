"""When a test case is interrupted: later if it computes, and its results shall be had again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from testloom_agent import limits
from testloom_agent.limits import PATIENT_TICKS, SOFT_TICKS, SoftDeadline, Timeout
from testloom_agent.platform import timer


@pytest.mark.parametrize(
    ("is_patient", "used", "expected"),
    [
        (False, 0.1, SOFT_TICKS),
        (True, 0.1, PATIENT_TICKS),
        (True, 0.02, PATIENT_TICKS),
        (True, 0.0, SOFT_TICKS),
    ],
    ids=["by the clock", "computes", "computes on a busy machine", "waits"],
)
def test_who_is_patient_lets_compute_what_does_not_wait(
    monkeypatch: pytest.MonkeyPatch, is_patient: bool, used: float, expected: int
) -> None:
    spent = (used * number for number in count(1))
    actions: list[Callable[[], None]] = []
    monkeypatch.setattr(limits, "process_time", lambda: next(spent))
    monkeypatch.setattr(timer, "start", lambda action, first, then: actions.append(action))
    exhausted: list[bool] = []
    deadline = SoftDeadline(lambda: exhausted.append(True))
    deadline.is_patient = is_patient
    deadline.start()
    deadline.armed = True
    with pytest.raises(Timeout):
        while True:
            actions[0]()
    assert (deadline.ticks, deadline.expired, exhausted) == (expected, True, [True])


def test_a_test_case_has_as_much_time_as_the_one_before_it_in_the_same_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    actions: list[Callable[[], None]] = []
    monkeypatch.setattr(timer, "start", lambda action, first, then: actions.append(action))
    deadline = SoftDeadline(lambda: None)
    for _ in range(SOFT_TICKS):
        deadline.start()
        deadline.armed = True
        actions[-1]()
        deadline.armed = False

    assert not deadline.expired


def test_a_process_may_compute_for_longer_before_it_is_killed_where_that_is_patient() -> None:
    deadline = SoftDeadline(lambda: None)
    assert deadline.hard_seconds == limits.HARD_SECONDS
    deadline.is_patient = True
    assert deadline.hard_seconds == limits.PATIENT_SECONDS
