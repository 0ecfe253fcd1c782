"""The time for making tests of test cases, on machines of all kinds."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from testloom.measurement import never

SHARE, LEAST_SECONDS = 0.3, 10.0
"""The share of the budget that observation may take, and the seconds that it may take in addition."""
RUNS, LONGEST_RUN = 15, 3.0
"""The time for observation on a busy machine, in runs of a test that does nothing.

A run longer than the second number, in seconds, is slow because of imports in a conftest.py, for which
observation does not wait.
"""
REFINING_SHARE = 0.2
"""The share of the budget for optional improvements: dividing tests, finding out which pins are redundant.

A test that reads the clock is run on a hundred days for that: a busy machine is no reason to wait longer.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """The time for making tests of test cases: when each kind of work ends, on the monotonic clock.

    Attributes:
        minimised: when test cases are made no smaller.
        refined: when nothing is tried any more that only makes tests better.
        observed: when tests are no longer saved from being lost.
        is_ended: whether nobody waits for any of this.
    """

    minimised: float = math.inf
    refined: float = math.inf
    observed: float = math.inf
    is_ended: Callable[[], bool] = never

    def minimising_is_over(self) -> bool:
        """Check whether test cases are made no smaller."""
        return self._is_past(self.minimised)

    def refining_is_over(self) -> bool:
        """Check whether nothing is tried any more that only makes tests better."""
        return self._is_past(self.refined)

    def observing_is_over(self) -> bool:
        """Check whether tests are no longer saved from being lost."""
        return self._is_past(self.observed)

    def _is_past(self, end: float) -> bool:
        return self.is_ended() or time.monotonic() >= end


UNHURRIED = Pace()


def seconds_to_refine(seconds: float) -> float:
    """Compute how many seconds it may take to improve observed tests, for a budget in seconds."""
    return REFINING_SHARE * seconds


def seconds_to_observe(seconds: float, pytest_seconds: float = 0.0) -> float:
    """Compute how many seconds observation may take, for a budget in seconds."""
    return SHARE * seconds + max(LEAST_SECONDS, RUNS * min(pytest_seconds, LONGEST_RUN))
