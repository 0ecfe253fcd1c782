"""The databases of Django, which a test has only if it asks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.oracle.pins import EnvironmentUse, Pin, Pinning
from testloom.search.operators.directed.steps import Guide
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import marked_for

MARK = "django_db"
UNPREPARED = ("needs to have a primary key value before", "with no primary key", "Cannot assign ")


UNREACHED = "django.urls.exceptions:NoReverseMatch"
EMPTY = re.compile(r"arguments '.*(?:''|None)[,\])}].*' not found")
"""What is said of an address that is made of nothing, as an object has a key or a slug once it is stored."""


INVALID, SAVE = "because the data didn't validate", ".save"
"""What a form says that is saved before it was asked whether its data is valid, and how that is called."""


class DatabaseStatement(EnvironmentStatement, frozen=True):
    """The test has the project's databases, with tables; what it stores is undone behind it."""

    tag: ClassVar[str] = "database"


class DatabasePins(Pinning[DatabaseStatement]):
    """Whether a test looks into a database."""

    kinds = (DatabaseStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for the databases if a test has queried one: without them it fails."""
        if use.is_left(DatabaseStatement.tag):
            yield Pin((DatabaseStatement(next(use.names)),), sure=True)


class ModelGuide(Guide):
    """Knows what Django says of objects that a test has not stored, or has made of anything."""

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether an object has no row yet, or refers to a value that is no row."""
        if error.type == UNREACHED:
            return EMPTY.search(error.message) is not None
        return error.type == "builtins:ValueError" and any(part in error.message for part in UNPREPARED)

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether the test itself saves a form with invalid data, which no view would do."""
        last = case.statements[-1]
        is_saved = isinstance(last, CallStatement) and last.callable.endswith(SAVE)
        return is_saved and INVALID in error.message


class DatabaseLines(Written[DatabaseStatement]):
    """The mark of a test that has databases."""

    kinds = (DatabaseStatement,)

    def lines(self, statement: DatabaseStatement, scope: CaseScope) -> str:
        """`@pytest.mark.django_db`, above the test."""
        return marked_for(MARK)
