"""The budget of a search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

BATCH_SHARE = 0.05
"""The share of the budget for one batch.

Two batches are under way at a time, so that a search ends at most a tenth too late.
"""
LEAST_BATCH_SECONDS, MOST_BATCH_SECONDS = 0.1, 0.5
"""The limits of a batch in seconds: a user who ends a search early waits for two batches."""


@dataclass(slots=True)
class Budget:
    """A budget: wall-clock seconds, or a number of executions if given; also spent when cancelled.

    With a number of executions the clock plays no part, so that equal seeds give equal tests.
    """

    seconds: float
    executions: int | None = None
    cancelled: Callable[[], bool] = lambda: False
    executed: int = 0
    started: float = field(default_factory=time.monotonic)

    def share(self, part: float) -> Budget:
        """Create a separate budget that is this part of the whole, from now on."""
        executions = None if self.executions is None else int(part * self.executions)
        return Budget(part * self.seconds, executions, self.cancelled)

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.started

    @property
    def batch_seconds(self) -> float | None:
        """How long a batch of tests may run; None where the clock plays no part.

        A part of the budget, so that slow tests neither exceed it nor keep the search from learning of them.
        """
        if self.executions is not None:
            return None
        share = min(MOST_BATCH_SECONDS, BATCH_SHARE * self.seconds)
        return max(LEAST_BATCH_SECONDS, min(share, self.seconds - self.elapsed))

    @property
    def fraction(self) -> float:
        """The part that is spent, 0 to 1."""
        if self.executions is not None:
            return min(1.0, self.executed / max(1, self.executions))
        return min(1.0, self.elapsed / max(1e-9, self.seconds))

    @property
    def is_spent(self) -> bool:
        """Whether the search must end."""
        return self.fraction >= 1.0 or self.cancelled()
