"""Comparison of executions: whether they end alike or have the same effect."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.execution import ExecutionResult, Executor, Observation
from testloom.model.statements import TestCase
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.goals import Goal, GoalIndex


def ends_alike(before: ExecutionResult, after: ExecutionResult, may_pass: bool) -> bool:
    """Check whether both pass or raise the same exception; with `may_pass` the later may pass anyway."""
    if before.end != after.end:
        return may_pass and after.end == "passed"
    if before.exception is None or after.exception is None:
        return before.exception is after.exception
    return (
        before.exception.type == after.exception.type
        and before.exception.explicit == after.exception.explicit
    )


def first_alike(
    best: Chromosome, variants: Sequence[TestCase], goals: Sequence[Goal], executor: Executor
) -> Chromosome:
    """Find the first variant that covers the goals and ends alike; the test itself if there is none."""
    index = GoalIndex.of(goals)
    for variant, result in zip(variants, executor.execute(variants), strict=True):
        candidate = evaluated(variant, result, index)
        covers = all(map(candidate.covers, goals))
        if covers and candidate.is_presentable and ends_alike(best.result, result, bool(goals)):
            return candidate
    return best


def does_the_same(before: TestCase, after: TestCase, executor: Executor) -> bool:
    """Check whether both take the same path, and their last statements have the same effects.

    The comparisons on the way have to be the same as well.
    """
    one, other = executor.execute([before, after])
    if (one.trace, one.end) != (other.trace, other.end):
        return False
    was, is_now = (observations[-1:] for observations in executor.observe([before, after]))
    return [_told(entry) for entry in was] == [_told(entry) for entry in is_now]


def _told(observation: Observation) -> tuple[object, ...]:
    """What a statement came to, whatever became of its receiver and arguments."""
    return observation.value, observation.exception, observation.output, observation.files
