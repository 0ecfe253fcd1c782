"""Upkeep: constraints on the values of a capability, restored after a change of the test case."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.capabilities import Aspect
from testloom.model.statements import TestCase
from testloom.model.subject import Subject


class Upkeep(Aspect):
    """The upkeep of a capability: restores the constraints on its values after a change.

    It also tells which values are too small to be informative.
    """

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore the constraints on a test case's values; the same object if all are met."""
        return case

    def lacks(self, case: TestCase, subject: Subject) -> int:
        """Estimate how much a test case's values lack to show what code does with them.

        The unit is statements, by a rough count.
        """
        return 0

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield test cases with plainer values."""
        yield from ()


def restored(case: TestCase, subject: Subject) -> TestCase:
    """Restore the constraints of all capabilities in a test case."""
    for known in subject.capabilities.of(Upkeep):
        case = known.restored(case, subject)
    return case


def lacking(case: TestCase, subject: Subject) -> int:
    """Estimate how much the values of a test case lack to show what code does with them, in statements."""
    return sum(known.lacks(case, subject) for known in subject.capabilities.of(Upkeep))
