"""The first minimisation step, which many tests take together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from testloom.model.execution import Executor
from testloom.model.statements import TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal, GoalIndex
from testloom.search.minimisation.minimise import Still
from testloom.search.minimisation.objects.classes import existing_classes
from testloom.search.minimisation.objects.doubles import namespaces_at_once
from testloom.search.minimisation.objects.functions import stubs_for_doubles
from testloom.search.minimisation.removal import connected, without_unused
from testloom.search.minimisation.replacing import may_replace, replaced
from testloom.search.minimisation.statements.at_once import bare_at_once, plain_at_once
from testloom.search.minimisation.statements.fitting import fitting_at_once
from testloom.search.providers.upkeep import restored

FEW = 8
"""The number of tests that are executed at once, each in up to twelve variants."""


class Larger(NamedTuple):
    """A test to minimise, the goals that it has to cover, and the predicate for smaller tests."""

    chromosome: Chromosome
    goals: Sequence[Goal]
    still: Still


def minimised_together(
    tests: Sequence[Larger], subject: Subject, executor: Executor, is_over: Callable[[], bool]
) -> list[Larger]:
    """Simplify tests in one step each: without all that may not matter, and with plain values.

    A test is kept as it was if it does not do the same then. A few are executed at once: none stays odd
    where there is no time to look at each for long. Once time is over, tests only lose what is unrelated to
    their ends, which takes one execution each.
    """
    smaller: list[Larger] = []
    for start in range(0, len(tests), FEW):
        few = tests[start : start + FEW]
        variants = _end_alone if is_over() else _all_at_once
        smaller += _minimised(few, [variants(test.chromosome.case, subject) for test in few], executor)
    return smaller


def _minimised(
    tests: Sequence[Larger], variants: Sequence[Sequence[TestCase]], executor: Executor
) -> Iterator[Larger]:
    """Each test as the first of its variants that will do, which may be none."""
    results = iter(executor.execute(list(chain.from_iterable(variants))))
    for test, cases in zip(tests, variants, strict=True):
        index = GoalIndex.of(test.goals)
        made = [replaced(test.chromosome, case, next(results), test.goals, index) for case in cases]
        smaller = [candidate for candidate in made if candidate is not None]
        told = zip(smaller, test.still([candidate.case for candidate in smaller]), strict=True)
        best = next((candidate for candidate, does in told if does), test.chromosome)
        yield test._replace(chromosome=best)


def _end_alone(case: TestCase, subject: Subject) -> list[TestCase]:
    """With only what its end needs, if it has more than that."""
    alone = without_unused(restored(connected(case, subject), subject))
    return [alone] if len(alone) < len(case) and may_replace(alone, case, subject) else []


def _all_at_once(case: TestCase, subject: Subject) -> list[TestCase]:
    """With only what its end needs, bare and plain; with all of it, bare and plain; only bare; only plain.

    Before all that, without what prepares the environment, of which an end may need nothing; and the shortest
    of these with fitting arguments first, or with objects in place of doubles or of a class of the test.
    """
    needed = connected(case, subject)
    shortest, bare = (next(bare_at_once(one, subject), one) for one in (needed, case))
    alone = _without_environment(shortest)
    existing = next(existing_classes(alone, subject), alone)
    fitting = [next(fitting_at_once(one, subject), one) for one in (existing, alone, shortest)]
    fitting += [namespaces_at_once(one, subject) for one in (shortest, needed)]
    fitting += [next(stubs_for_doubles(one, subject), one) for one in (alone, shortest)]
    *others, whole = [
        next(plain_at_once(one, subject), one) for one in (*fitting, alone, shortest, bare, case)
    ]
    variants = (*others, bare, whole)
    made = dict.fromkeys(without_unused(restored(one, subject)) for one in variants)
    return [variant for variant in made if may_replace(variant, case, subject)]


def _without_environment(case: TestCase) -> TestCase:
    """The test case without what prepares the environment, but for what other statements use."""
    used = {reference for statement in case for reference in statement.references}
    return TestCase(tuple(s for s in case if not isinstance(s, EnvironmentStatement) or s.id in used))
