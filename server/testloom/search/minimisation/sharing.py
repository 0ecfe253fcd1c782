"""Separate objects for arguments that share their object with another argument or the receiver."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import CallStatement, CollectionStatement, Statement, TestCase
from testloom.model.subject import Subject
from testloom.search.minimisation.handing import with_argument


def unshared(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a separate collection or object for one argument that is used twice.

    The other use is an earlier argument of the same call, or its receiver: code that takes something from
    an object, or compares it, shows nothing where both are one. The new object is made like the first.
    """
    made = {statement.id: statement for statement in case.statements if _is_made_anew(statement, subject)}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        for place, argument in enumerate(statement.args):
            if argument in made and argument in (statement.receiver, *statement.args[:place]):
                yield with_argument(case, index, place, (made[argument].replace(id=case.fresh_id),))


def _is_made_anew(statement: Statement, subject: Subject) -> bool:
    """Whether a statement makes a collection, or an object of a class that the subject knows."""
    is_object = isinstance(statement, CallStatement) and statement.callable in subject.classes
    return is_object or isinstance(statement, CollectionStatement)
