"""Checks whether a smaller test case can replace a larger one."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.execution import ExecutionResult
from testloom.model.statements import CollectionStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.goals import Goal, GoalIndex
from testloom.search.minimisation.endings import ends_alike
from testloom.search.minimisation.values.conformance import unfit_lengths
from testloom.search.providers.experience.last_resort import misuses
from testloom.search.providers.upkeep import lacking


def may_replace(variant: TestCase, case: TestCase, subject: Subject) -> bool:
    """Check whether a smaller test case shows as much as the larger one, and misuses nothing.

    A collection stays as long as its parameter demands.
    """
    if not variant.statements or variant == case or misuses(variant):
        return False
    if _is_shorter(variant, case) and unfit_lengths(variant, subject) > unfit_lengths(case, subject):
        return False
    return lacking(variant, subject) <= lacking(case, subject)


def _is_shorter(variant: TestCase, case: TestCase) -> bool:
    """Whether a collection has fewer items than before."""
    items = {s.id: len(s.items) for s in case.statements if isinstance(s, CollectionStatement)}
    others = (s for s in variant.statements if isinstance(s, CollectionStatement))
    return any(len(other.items) < items.get(other.id, 0) for other in others)


def replaced(
    best: Chromosome,
    variant: TestCase,
    result: ExecutionResult,
    needed: Sequence[Goal],
    index: GoalIndex,
) -> Chromosome | None:
    """Return the executed variant if it covers the goals and ends as the best one does; else None."""
    candidate = evaluated(variant, result, index)
    covers = all(map(candidate.covers, needed))
    alike = ends_alike(best.result, result, bool(needed))
    return candidate if covers and candidate.is_presentable and alike else None
