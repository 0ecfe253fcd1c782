"""Checks of a property: whether it holds for many values, and which mutants it kills."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from testloom.generation.properties.candidates import FIRST, SECOND, Candidate
from testloom.model.execution import Executor, Observation
from testloom.model.mutation import Assessment, Effect, Mutants
from testloom.model.observed import Scalar, Value, is_same
from testloom.model.statements import LiteralStatement, TestCase

BATCH, FEW = 250, 10
"""The most test cases observed at once, and run with mutants at once: an endless one costs seconds."""
SECONDS_A_BATCH = 1.0
FAILING = ("raised", "timeout", "killed")
"""The outcomes in which a mutant fails a test regardless of its assertions."""


def holds(
    candidate: Candidate, cases: Sequence[TestCase], executor: Executor, is_over: Callable[[], bool]
) -> bool:
    """Check whether the law holds in each of these cases; False if the time runs out."""
    for start in range(0, len(cases), BATCH):
        batch = cases[start : start + BATCH]
        if is_over():
            return False
        observed = executor.observe(batch, together=True)
        if not all(_is_kept(candidate, *entry) for entry in zip(batch, observed, strict=True)):
            return False
    return True


def _is_kept(candidate: Candidate, case: TestCase, observations: Sequence[Observation]) -> bool:
    """Whether the calls of one case obeyed the law, and raised no exception and were denied nothing."""
    seen = {entry.statement: entry for entry in observations}
    if not {FIRST, SECOND} <= seen.keys() or any(entry.exception or entry.denied for entry in observations):
        return False
    if candidate.law == "idempotent":
        return seen[FIRST].value is not None and is_same(seen[FIRST].value, seen[SECOND].value)
    given = case.statements[0]
    return isinstance(given, LiteralStatement) and _is_value(seen[SECOND].value, given.value)


def _is_value(seen: Value | None, plain: object) -> bool:
    return isinstance(seen, Scalar) and type(seen.value) is type(plain) and seen.value == plain


def noticed(
    candidate: Candidate,
    cases: Sequence[TestCase],
    mutants: Mutants,
    wanted: Collection[int],
    is_over: Callable[[], bool],
    *,
    by_time: bool,
) -> frozenset[int]:
    """Find the wanted mutants that break the law in one of these cases.

    With an idempotent function, a mutant may change both results alike and keep the law: not every difference
    breaks it.
    """
    found: set[int] = set()
    for start in range(0, len(cases), FEW):
        left = set(wanted) - found
        if not left or is_over():
            break
        seconds = SECONDS_A_BATCH if by_time else None
        for assessment in mutants.assess(cases[start : start + FEW], seconds, left):
            found.update(_broken_by(candidate, assessment))
    return frozenset(found)


def _broken_by(candidate: Candidate, assessment: Assessment | None) -> Iterator[int]:
    for mutant, effect in assessment.effects.items() if assessment is not None else ():
        if effect.end in FAILING or _breaks(candidate, effect):
            yield mutant


def _breaks(candidate: Candidate, effect: Effect) -> bool:
    """Whether an effect surely breaks the law: it changes an inverse's result, or one of two equal ones."""
    changed = {one.statement for one in effect.differences if one.facet in ("value", "exception")}
    if candidate.law == "inverse":
        return SECOND in changed
    return len(changed & {FIRST, SECOND}) == 1
