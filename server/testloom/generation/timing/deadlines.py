"""Division of the budget of a file among the steps of the work: a user waits for all of them."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from testloom.generation.timing.pacing import LONGEST_RUN
from testloom.measurement import PATIENCE

SEARCHED, PROVEN = 0.9, 1.3
"""When the search ends at the latest, and when tests are proven, as shares of the budget."""
MINIMISED, ASSERTED = 0.15, 0.1
"""The time for minimising tests, and then for adding assertions, as shares of the budget."""
LEAST_SEARCHED, LEAST_OF_FOLLOWING = 0.4, 0.75
"""The least time of the search: a share of the budget, and of the time of the steps that follow.

Where the machine is so busy that no budget is kept, a longer search makes the whole little longer.
"""
OBSERVING_RUNS, PROVING_RUNS, PROVING_RUNS_ALONE = 2.0, 3.0, 3.5
"""The time for observing tests and for proving them, in runs of a test that does nothing.

The last is for a single processor, on which the runs of a proof wait for each other.
"""
HURRIED = 0.3
"""Seconds for minimising tests where nobody wants to wait; most of them are minimised by then."""
SHRINKING_RUNS = 3
"""On a busy machine, minimising tests may take as long as this many runs of a test that does nothing.

Otherwise most tests would stay as large as the search left them, and nobody could read them.
"""
MOST_BEFORE = 0.2
"""The most of the budget that the time before a search may use up; a busy machine takes longer to start."""
LOADS = 4
"""How often a module is imported again, one time after another, until its tests are verified."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """When each step of the work on a file has to end, on the monotonic clock; infinity: when it is done.

    `pytest_seconds` is how long pytest takes at present for a test that does nothing.
    """

    searched: float = math.inf
    minimised: float = math.inf
    asserted: float = math.inf
    proven: float = math.inf
    pytest_seconds: float = 0.0

    @classmethod
    def of(cls, seconds: float, begun: float, following: float = 0.0) -> Deadlines:
        """Share out so many seconds from when the work had begun; to be called when the search begins.

        What follows it takes so many seconds `following`, beyond those in which tests become small and get
        assertions: the search gets what is left of the whole.
        """
        now = time.monotonic()
        begun = max(begun, now - MOST_BEFORE * seconds)
        left = begun + (PROVEN - MINIMISED - ASSERTED) * seconds - following
        least = now + max(LEAST_SEARCHED * seconds, LEAST_OF_FOLLOWING * following)
        searched = min(begun + SEARCHED * seconds, max(least, left))
        minimised = searched + MINIMISED * seconds
        return cls(searched, minimised, minimised + ASSERTED * seconds, begun + PROVEN * seconds)

    def after_search(self, pytest_seconds: float = 0.0, *, hurried: bool = False) -> Deadlines:
        """Compute the deadlines after the end of a search: if it was late, all that follow are, too.

        They are also moved if pytest is slow, as on a busy machine: the tests have to be made small first. If
        `hurried`, since nobody wants to wait any longer, all is skipped that can be; the proof cannot.
        """
        now = time.monotonic()
        if hurried:
            small = min(self.minimised, now + HURRIED)
            ends = {"minimised": small, "asserted": small, "proven": small}
            return replace(self, pytest_seconds=pytest_seconds, **ends)
        late = max(0.0, now - self.searched)
        slow = SHRINKING_RUNS * min(pytest_seconds, LONGEST_RUN)
        late = max(late, now + slow - self.minimised)
        return replace(
            self,
            minimised=self.minimised + late,
            asserted=self.asserted + late,
            proven=self.proven + late,
            pytest_seconds=pytest_seconds,
        )

    def proof_ends(self) -> float:
        """Say when a proof that begins now has to end: a machine that is busy gets the time that it needs."""
        return max(self.proven, time.monotonic() + PATIENCE * self.pytest_seconds)


UNLIMITED = Deadlines()


def seconds_following(
    pytest_seconds: float, load_seconds: float, import_seconds: float, *, alone: bool
) -> float:
    """Estimate what follows a search and does not depend on the budget.

    Tests are observed and proven, which takes as long as pytest and imports take here. On a single processor,
    `alone`, loading the subject with mutants has to wait until then as well.
    """
    runs = OBSERVING_RUNS + (PROVING_RUNS_ALONE if alone else PROVING_RUNS)
    loads = LOADS if alone else LOADS / 2  # two processes import at once
    return runs * pytest_seconds + loads * import_seconds + (load_seconds if alone else 0.0)


def left_until(deadline: float) -> float:
    """Tell how many seconds are left; at least none."""
    return max(0.0, deadline - time.monotonic())
