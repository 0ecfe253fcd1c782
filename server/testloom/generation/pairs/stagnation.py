"""Early end of a stagnating search, which leaves its time to the following steps."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.search import Budget

LATE = 0.7
"""The share of its budget that a search uses in any case."""
IDLE = 0.1
"""The share of the budget without new coverage after which a search counts as stagnating."""


@dataclass(slots=True)
class Stagnation:
    """Whether a search, late in its budget, has covered nothing new for a while."""

    budget: Budget
    latest: float = 0.0

    def note(self) -> None:
        """Hear that a goal has been covered for the first time."""
        self.latest = self.budget.fraction

    @property
    def is_reached(self) -> bool:
        """Whether to stop."""
        spent = self.budget.fraction
        return spent >= LATE and spent - self.latest >= IDLE
