"""Finds the calls that set attributes which other tests would assert.

The last calls of these tests left the attributes unchanged. Attributes that a constructor sets are for
a test of the constructor to assert.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from testloom.model.execution import Observation
from testloom.model.observed import attributes_of
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Subject
from testloom.model.suite import ValueAssertion
from testloom.oracle.assertions.possible import background_assertions, states_before
from testloom.oracle.selection.choice import killed
from testloom.oracle.selection.kills import Observed, kills_of
from testloom.search import connected
from testloom.search.minimisation.statements.at_once import bare_at_once
from testloom.search.minimisation.statements.parts import fewer_arguments

MOST_SHORTENED = 6
"""The most versions of a test that lack one argument or item."""


def origins(tests: Sequence[Observed], subject: Subject) -> list[TestCase]:
    """Find the beginnings of tests up to the calls that set attributes asserted as unchanged.

    Only assertions count that kill mutants which no test kills otherwise. A greedy choice keeps few of
    them.
    """
    known = frozenset[int]().union(*map(killed, tests))
    found: dict[TestCase, set[int]] = {}
    for test in tests:
        if test.assessment is None:
            continue
        for assertion in background_assertions(test.case, test.observations):
            new = kills_of([assertion], test.assessment) - known
            place = _origin(assertion, test.observations)
            if new and isinstance(test.case.statements[place], CallStatement):
                beginning = connected(TestCase(test.case.statements[: place + 1]), subject)
                found.setdefault(beginning, set()).update(new)
    return _fewest(found)


def shortened(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield a test, then versions with less in its calls, the barest last.

    What another call needed later on plays no part in a test that ends before it.
    """
    yield case
    yield from islice(fewer_arguments(case, subject), MOST_SHORTENED)
    yield from islice(bare_at_once(case, subject), 1)


def _origin(assertion: ValueAssertion, observations: Sequence[Observation]) -> int:
    """The place of the statement from which on the attribute is as it is at the end."""
    name = assertion.attribute or ""
    values = [
        attributes_of(states_before(observations[:place]).get(assertion.statement)).get(name)
        for place in range(1, len(observations) + 1)
    ]
    return 1 + max((n for n, value in enumerate(values) if value != values[-1]), default=-1)


def _fewest(found: dict[TestCase, set[int]]) -> list[TestCase]:
    """Those that together may kill all; of equals the shortest."""
    fewest: list[TestCase] = []
    while any(found.values()):
        best = max(found, key=lambda case: (len(found[case]), -len(case)))
        gained = found.pop(best)
        fewest.append(best)
        for others in found.values():
            others.difference_update(gained)
    return fewest
