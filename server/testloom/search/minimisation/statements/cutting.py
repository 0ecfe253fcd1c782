"""Test cases with fewer statements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from testloom.model.statements import ACTING, CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.removal import connected, without, without_unused


def only_one_end(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with nothing but what one of the statements needs: the shortest first."""
    acting = [place for place, statement in enumerate(case.statements) if isinstance(statement, ACTING)]
    ends = (connected(TestCase(case.statements[: place + 1]), subject) for place in acting)
    yield from sorted((end for end in ends if len(end) < len(case)), key=len)


def fewer_statements(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases without one statement and its dependants: the longest cut first.

    At last without two calls of which one undoes what the other does, such as what fills a queue and what
    takes that out again.
    """
    cuts = [without_unused(without(case, index)) for index in range(len(case))]
    yield from sorted(cuts, key=len)
    unused = without_unused(case)
    if len(unused) < len(case):
        yield unused
    for one, other in _calls_about_the_same(case):
        yield without_unused(without(without(case, other), one))


def _calls_about_the_same(case: TestCase) -> Iterator[tuple[int, int]]:
    """The places of each two calls before the last statement that are there for what they change."""
    used = {reference for statement in case.statements for reference in statement.references}
    objects = {s.id for s in case.statements if not isinstance(s, LiteralStatement)}
    calls = [
        (place, objects.intersection(statement.references))
        for place, statement in enumerate(case.statements[:-1])
        if isinstance(statement, CallStatement) and statement.id not in used
    ]
    for (one, about), (other, about_as_well) in combinations(calls, 2):
        if about & about_as_well:
            yield one, other
