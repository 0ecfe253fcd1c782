"""How the budget of a file is shared out among what is done with it: a user waits for all of it."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

SEARCHED, MINIMISED, ASSERTED, PROVEN = 0.95, 1.1, 1.25, 1.35
"""Of the budget, when the search ends, tests are small, have assertions, and are proven.

The search gets what it can: ending it after half of the budget cost slow modules a tenth of their coverage
(`tests.quality.bench ab`, eight drawn modules at 10 s). A test without time for mutants asserts whatever
comes first.
"""
PATIENCE = 6.0
"""So many runs of pytest, as long as one with a test that does nothing, a proof may take in any case."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """When each part of the work on a file has to end, on the monotonic clock; infinity: when it is done."""

    searched: float = math.inf
    minimised: float = math.inf
    asserted: float = math.inf
    proven: float = math.inf
    pytest_seconds: float = 0.0

    @classmethod
    def of(cls, seconds: float, begun: float, pytest_seconds: float = 0.0) -> Deadlines:
        """Share out so many seconds from the moment at which the module was loaded.

        `pytest_seconds` is how long pytest takes for a test that does nothing, here and now.
        """
        return cls(
            begun + SEARCHED * seconds,
            begun + MINIMISED * seconds,
            begun + ASSERTED * seconds,
            begun + PROVEN * seconds,
            pytest_seconds,
        )

    def proof_ends(self) -> float:
        """Say when a proof that begins now has to end: a machine that is busy gets the time that it needs."""
        return max(self.proven, time.monotonic() + PATIENCE * self.pytest_seconds)


UNLIMITED = Deadlines()


def left_until(deadline: float) -> float:
    """Tell how many seconds are left; at least none."""
    return max(0.0, deadline - time.monotonic())
