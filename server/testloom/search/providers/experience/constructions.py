"""Instances of classes whose constructors check their arguments, as made by tests of this search.

A number with a check digit is found once in ten attempts: a found instance is used again, rather than a
double.
"""

from __future__ import annotations

from testloom.model.statements import TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.search.providers.experience.last_resort import is_last_resort
from testloom.search.providers.experience.loans import Loans, loans_in, text_of

MOST_WAYS = 4
"""The most instances of a class that are kept; the shortest are kept."""


class Constructions(Loans):
    """Offers instances that constructors accepted."""

    def take(self, case: TestCase, subject: Subject, *, has_passed: bool) -> None:
        """Learn what a test has made; where it has not passed, by all but its last statement."""
        made = case if has_passed else TestCase(case.statements[:-1])
        for class_id, loan in loans_in(made, subject):
            called = subject.callables.get(class_id)
            is_checked = called is not None and bool(called.raises or called.rejects)
            steps = TestCase(loan.statements)
            if not is_checked or is_last_resort(steps):
                continue
            if not any(isinstance(statement, EnvironmentStatement) for statement in steps):
                known = {text_of(one): one for one in (*self.offers.get(class_id, ()), loan)}
                shortest = sorted(known.values(), key=lambda one: len(one.statements))
                self.offers[class_id] = shortest[:MOST_WAYS]
