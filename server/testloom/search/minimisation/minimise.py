"""Minimisation of kept tests: a test case, and a predicate that it must continue to satisfy.

The passes follow the way Hypothesis shrinks (MacIver, Donaldson: Test-case reduction via test-case
generation, 2020): first whole statements, then arguments, then values; after each accepted step the
pass starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, repeat

from testloom.model.execution import Executor
from testloom.model.statements import TestCase, distinct
from testloom.model.subject import Subject
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal, GoalIndex
from testloom.search.minimisation.endings import does_the_same
from testloom.search.minimisation.passes import MAKING_NO_DIFFERENCE, PASSES, Pass
from testloom.search.minimisation.replacing import may_replace, replaced
from testloom.search.providers.upkeep import restored

MAX_ROUNDS = 60
AT_ONCE = 16

Still = Callable[[Sequence[TestCase]], Iterable[bool]]
"""Whether each of some test cases satisfies the predicate, in order; more than needed may be asked."""


def one_by_one(does: Callable[[TestCase], bool]) -> Still:
    """Ask for each test case by itself, as long as there is need."""
    return lambda cases: map(does, cases)


def _all_do(cases: Sequence[TestCase]) -> Iterable[bool]:
    return repeat(True, len(cases))


def minimise(
    chromosome: Chromosome,
    goals: Iterable[Goal],
    subject: Subject,
    executor: Executor,
    is_over: Callable[[], bool],
    still: Still = _all_do,
    passes: Sequence[Pass] | None = None,
) -> Chromosome:
    """Find a small test case that covers the goals, ends the same way, and satisfies `still`.

    Instead of raising it may pass, unless it was kept for what it raises and not for goals. All passes
    are tried unless some are named.
    """
    needed = tuple(goals)
    best = chromosome
    for shorten in PASSES if passes is None else passes:
        for _ in range(MAX_ROUNDS):
            better = _step(best, needed, shorten, subject, executor, still, is_over)
            if better is None:
                break
            best = better
    return best


def _step(
    best: Chromosome,
    needed: tuple[Goal, ...],
    shorten: Pass,
    subject: Subject,
    executor: Executor,
    still: Still,
    is_over: Callable[[], bool],
) -> Chromosome | None:
    """The first variant that will do, a few executed at a time: most often one of the first does.

    None if there is no such variant, or no time to find it.
    """
    shortened = (restored(case, subject) for case in shorten(best.case, subject))
    remaining = distinct(case for case in shortened if may_replace(case, best.case, subject))
    index = GoalIndex.of(needed)
    while not is_over() and (batch := list(islice(remaining, AT_ONCE))):
        executed = zip(batch, executor.execute(batch), strict=True)
        made = [replaced(best, variant, result, needed, index) for variant, result in executed]
        candidates = [candidate for candidate in made if candidate is not None]
        told = still([candidate.case for candidate in candidates])
        for candidate, does in zip(candidates, told, strict=True):
            if does and (
                shorten not in MAKING_NO_DIFFERENCE or does_the_same(best.case, candidate.case, executor)
            ):
                return candidate
    return None
