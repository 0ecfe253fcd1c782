"""The best test for each goal so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from testloom.model.execution import ExecutionResult
from testloom.model.statements import TestCase
from testloom.search.goals import Goal

ILL_TYPED = frozenset({"TypeError", "AttributeError", "NameError", "UnboundLocalError", "RecursionError"})
"""Exceptions that say that the call made no sense, unless the subject raises them itself."""


@dataclass(frozen=True, slots=True)
class Covering:
    """A test case with the result it had."""

    case: TestCase
    result: ExecutionResult

    @property
    def is_presentable(self) -> bool:
        """Whether a person would keep it: it ends by itself, and not by misusing the subject."""
        if self.result.end == "passed":
            return True
        error = self.result.exception
        if self.result.end != "raised" or error is None:
            return False
        return error.explicit or error.type.rpartition(":")[2] not in ILL_TYPED

    @property
    def cost(self) -> tuple[bool, int, int]:
        """Smaller is better: passing before raising, then fewer statements, then shorter text."""
        return (self.result.end != "passed", len(self.case), len(self.case.wire))


@dataclass(slots=True)
class Archive:
    """Goals, the cheapest presentable test that covers each, and which goals are worth searching now.

    A goal is open once the run of statements that decides it has been reached: the dynamic target
    selection of DynaMOSA (Panichella, Kifetew, Tonella, TSE 2018).
    """

    goals: tuple[Goal, ...]
    best: dict[Goal, Covering] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)
    _open: tuple[Goal, ...] | None = None

    @property
    def open_goals(self) -> tuple[Goal, ...]:
        """Uncovered goals whose parent has been reached, or that have none."""
        if self._open is None:
            own = {goal.probe.index for goal in self.goals}
            self._open = tuple(
                goal
                for goal in self.goals
                if goal not in self.best
                and (
                    goal.probe.parent is None
                    or goal.probe.parent in self.reached
                    or goal.probe.parent not in own
                )
            )
        return self._open

    @property
    def uncovered(self) -> tuple[Goal, ...]:
        """Goals without a presentable test."""
        return tuple(goal for goal in self.goals if goal not in self.best)

    @property
    def is_complete(self) -> bool:
        """Whether every goal is covered."""
        return len(self.best) == len(self.goals)

    def update(self, candidate: Covering) -> list[Goal]:
        """Take what the candidate covers; returns the goals that nothing covered before."""
        hits = candidate.result.trace.hits
        if not hits <= self.reached:
            self.reached |= hits
            self._open = None
        if not candidate.is_presentable:
            return []
        cost = candidate.cost
        new = []
        for goal in self.goals:
            if goal.probe.index not in hits:
                continue
            best = self.best.get(goal)
            if best is None:
                new.append(goal)
                self._open = None
            elif best.cost <= cost:
                continue
            self.best[goal] = candidate
        return new

    def suite(self) -> list[tuple[Covering, list[Goal]]]:
        """A small set of tests that covers all covered goals, each with those that only it was kept for.

        Greedy set cover: the test that adds most comes first, the cheaper one of equals.
        """
        candidates = list(dict.fromkeys(self.best.values()))
        missing = dict.fromkeys(self.best)
        chosen = []
        while missing:
            gains = [_covered(candidate, missing) for candidate in candidates]
            index = min(range(len(candidates)), key=lambda i: (-len(gains[i]), candidates[i].cost))
            chosen.append((candidates[index], gains[index]))
            for goal in gains[index]:
                del missing[goal]
        return chosen


def _covered(candidate: Covering, goals: Iterable[Goal]) -> list[Goal]:
    return [goal for goal in goals if goal.probe.index in candidate.result.trace.hits]
