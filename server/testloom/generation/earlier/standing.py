"""Suites that are kept although the code has changed: the goals that each test covers now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from testloom.generation.earlier.suite_update import unit_of_goal
from testloom.model.execution import ExecutionResult
from testloom.model.generation_request import Earlier
from testloom.model.statements import TestCase
from testloom.search import Goal, GoalIndex

Execute: TypeAlias = Callable[[Sequence[TestCase]], Sequence[ExecutionResult]]


def measured(earlier: Sequence[Earlier], goals: Sequence[Goal], execute: Execute) -> tuple[Earlier, ...]:
    """Measure what the tests of earlier runs cover now, for suites whose code has changed.

    Other entries are returned unchanged.
    """
    index = GoalIndex.of(goals)
    return tuple(
        replace(entry, covers=_covers(entry, goals, index, execute))
        if entry.grows and entry.to_revalidate
        else entry
        for entry in earlier
    )


def _covers(
    entry: Earlier, goals: Sequence[Goal], index: GoalIndex, execute: Execute
) -> tuple[tuple[str, ...], ...]:
    """For each test, the ids of the goals that none before it covers, of its unit or shared with others."""
    left = {goal.id: goal.index for goal in goals if _concerns(goal, entry)}
    covers = []
    for case, result in zip(entry.tests, execute(entry.tests), strict=True):
        hits = index.reached(case, result)
        reached = tuple(id for id, number in left.items() if number in hits)
        for id in reached:
            del left[id]
        covers.append(reached)
    return tuple(covers)


def _concerns(goal: Goal, entry: Earlier) -> bool:
    return unit_of_goal(goal.id) == entry.unit or goal.id in entry.shared
