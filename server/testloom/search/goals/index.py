"""The index of goals, which finds the goals that a test reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from testloom.model.execution import ExecutionResult
from testloom.model.statements import TestCase
from testloom.model.subject import Probe
from testloom.search.goals.distances import is_reached
from testloom.search.goals.goal import Goal


@dataclass(frozen=True, slots=True)
class GoalIndex:
    """Goals, arranged by how it is found out that they are reached.

    Attributes:
        by_index: each goal that has a number, by its number.
        outcomes: outcomes of parts of conditions and of assertions, for which the agent has no probe.
        anywhere: goals without a probe that any test may reach.
        behind: goals without a probe, by the number of what has to be reached before.
    """

    by_index: Mapping[int, Goal] = field(default_factory=dict)
    outcomes: tuple[Probe, ...] = ()
    anywhere: tuple[Goal, ...] = ()
    behind: Mapping[int, tuple[Goal, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, goals: Iterable[Goal]) -> GoalIndex:
        """Index goals."""
        goals = list(goals)
        outcomes = {step.index: step for goal in goals for step in goal.steps if step.kind == "outcome"}
        behind: dict[int, list[Goal]] = {}
        anywhere = []
        for goal in goals:
            if goal.has_probe:
                continue
            if goal.after is None:
                anywhere.append(goal)
            else:
                behind.setdefault(goal.after, []).append(goal)
        return cls(
            {goal.index: goal for goal in goals},
            tuple(outcomes.values()),
            tuple(anywhere),
            {first: tuple(later) for first, later in behind.items()},
        )

    def reached(self, case: TestCase, result: ExecutionResult) -> frozenset[int]:
        """Return the numbers of the probes that a test hit, and of what else it reached."""
        hits = result.trace.hits
        if self.outcomes:
            hits |= {probe.index for probe in self.outcomes if is_reached(probe, result.trace)}
        if not (self.anywhere or self.behind):
            return hits
        later = [goal for first in hits & self.behind.keys() for goal in self.behind[first]]
        beyond = {goal.index for goal in (*self.anywhere, *later) if goal.is_reached(case, result, hits)}
        return hits | beyond

    def goals_at(self, hits: Iterable[int]) -> list[Goal]:
        """Return the goals with these numbers, in the order of the numbers."""
        return [self.by_index[index] for index in sorted(hits) if index in self.by_index]


NO_GOALS = GoalIndex()
