"""The databases of Django, which are available only to tests that request them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning
from testloom.search.operators.directed.guide import Guide
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import marked_for

MARK = "django_db"
UNPREPARED = (
    "needs to have a primary key value before",
    "needs to have a value for field",
    "with no primary key",
    "Cannot assign ",
)


UNREACHED = "django.urls.exceptions:NoReverseMatch"
EMPTY = re.compile(r"arguments '.*(?:''|None)[,\])}].*' not found")
"""The error for a URL with an empty part, such as the key or slug of an object that is not stored yet."""


INVALID, SAVE = "because the data didn't validate", ".save"
"""The error of a form that is saved before its data has been validated, and the method that saves it."""


class DatabaseStatement(EnvironmentStatement, frozen=True):
    """Gives the test the project's databases, with tables; its changes are rolled back afterwards."""

    tag: ClassVar[str] = "database"


class DatabasePins(Pinning[DatabaseStatement]):
    """Pins the databases for tests that query one."""

    kinds = (DatabaseStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin for the databases if a test has queried one: without them it fails."""
        if use.is_left(DatabaseStatement.tag):
            yield Pin((DatabaseStatement(next(use.names)),), sure=True)


class ModelGuide(Guide):
    """Recognises Django's errors about objects that a test has not stored, or has made with unfit values."""

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether an object has no row yet, or refers to a value that is not a row."""
        if error.type == UNREACHED:
            return EMPTY.search(error.message) is not None
        return error.type == "builtins:ValueError" and any(part in error.message for part in UNPREPARED)

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether the test itself saves a form with invalid data, which no view would do."""
        last = case.statements[-1]
        is_saved = isinstance(last, CallStatement) and last.callable.endswith(SAVE)
        return is_saved and INVALID in error.message


class DatabaseLines(Written[DatabaseStatement]):
    """Writes the mark of a test with databases."""

    kinds = (DatabaseStatement,)

    def lines(self, statement: DatabaseStatement, scope: CaseScope) -> str:
        """`@pytest.mark.django_db`, above the test."""
        return marked_for(MARK)
