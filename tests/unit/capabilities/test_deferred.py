"""Code that queries a deferred database of peewee gets one in memory."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.databases.deferred import BoundGuide, BoundInput, BoundStatement
from testloom.model.databases import Databases, Deferred
from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.search.providers.knowledge import Knowledge

SUBJECT = Subject(
    "bank",
    "bank.py",
    {"bank:total": Callable("bank:total", "function", None)},
    databases=Databases(deferred=(Deferred("bank:database", ("bank:Account",)),)),
    capabilities=CAPABILITIES,
)
CASE = TestCase((CallStatement(7, "bank:total"),))


def _error(kind: str, message: str) -> RaisedException:
    return RaisedException(kind, message, False, True)


def _knowledge(subject: Subject = SUBJECT) -> Knowledge:
    return Knowledge(subject, ["bank:total"], Random(1))


def test_a_test_that_missed_a_database_is_offered_one_with_its_tables() -> None:
    [[offered]] = BoundInput().offered_for_all([("bound", "peewee")], _knowledge())

    assert isinstance(offered, BoundStatement)
    assert (offered.database, offered.classes) == ("bank:database", ("bank:Account",))


def test_nothing_is_offered_where_none_was_missed_or_the_project_has_none() -> None:
    without = _knowledge(replace(SUBJECT, databases=Databases()))

    assert not list(BoundInput().offered_for_all([("variable", "HOME")], _knowledge()))
    assert not list(BoundInput().offered_for_all([("bound", "peewee")], without))
    assert not list(BoundGuide().steps(CASE, _error("peewee:OperationalError", "no such table: a"), without))


@pytest.mark.parametrize(
    ("kind", "message", "expected"),
    [
        ("peewee:InterfaceError", "Error, database must be initialized before opening a connection.", True),
        ("peewee:OperationalError", "no such table: account", True),
        ("peewee:IntegrityError", "UNIQUE constraint failed: account.name", False),
        ("sqlite3:OperationalError", "no such table: account", False),
    ],
)
def test_a_database_stands_before_a_call_that_missed_it(kind: str, message: str, expected: bool) -> None:
    error = _error(kind, message)

    made = [step() for step in BoundGuide().steps(CASE, error, _knowledge())]

    assert BoundGuide().blames_test(error) == expected
    assert len(made) == expected
    for case in made:
        assert case is not None
        assert [statement.tag for statement in case.statements] == ["bound", "call"]
