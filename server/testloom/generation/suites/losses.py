"""Discarded tests: the reasons, and the goals that they leave uncovered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

OWN_BUG = "a bug in Testloom"
"""The reason for discarding a test at which Testloom itself fails, of which its user is told separately."""


@dataclass(slots=True)
class Losses:
    """The number of tests discarded for each reason, and why a goal has no test left, by the goal's id.

    If the discarded test has a name, the goal's reason begins with it.
    """

    counts: Counter[str] = field(default_factory=Counter)
    why: dict[str, str] = field(default_factory=dict)

    def note(self, reason: str, goals: Iterable[str], name: str = "") -> None:
        """Count a test that was kept for these goals and is dropped."""
        self.counts[reason.partition(":")[0] if name else reason] += 1
        told = f"{name}: {reason}" if name else reason
        for goal in goals:
            self.why[goal] = told

    def __or__(self, later: Losses) -> Losses:
        """These and what was dropped later."""
        return Losses(self.counts + later.counts, self.why | later.why)
