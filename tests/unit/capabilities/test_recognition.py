"""Errors about values that no row of a database holds are the fault of the test."""

from __future__ import annotations

import pytest

from testloom.capabilities.databases.recognition import DatabaseGuide
from testloom.model.execution import RaisedException


@pytest.mark.parametrize(
    ("kind", "message", "expected"),
    [
        ("builtins:ValueError", "Invalid salt", True),
        ("passlib.exc:UnknownHashError", "hash could not be identified", True),
        ("builtins:ValueError", "Invalid salt of the sea", False),
        ("sqlite3:OperationalError", "no such table: users", True),
        ("sqlalchemy.exc:IntegrityError", "NOT NULL constraint failed: tokens.id\n[SQL: …]", True),
        ("sqlalchemy.exc:IntegrityError", "NOT NULL constraint failed: tokens.identity", False),
    ],
)
def test_what_only_the_database_of_the_test_refuses_is_the_fault_of_the_test(
    kind: str, message: str, expected: bool
) -> None:
    assert DatabaseGuide().blames_test(RaisedException(kind, message, False, False)) is expected
