"""An object of a mapped class that is not stored lacks what its columns are by default."""

from __future__ import annotations

import pytest

from testloom.capabilities.databases.sessions import ADD
from testloom.capabilities.databases.unsaved import UnsavedGuide
from testloom.model.databases import Databases, Models
from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import NONE, TypeRef

TITLE = Parameter("title", "keyword", TypeRef("str"))
SHELF = Parameter("shelf", "keyword", TypeRef("str"), has_default=True)
NOTE = Parameter("note", "keyword", TypeRef("union", (TypeRef("str"), NONE)), has_default=True)
BOOK = Callable("m:Book", "constructor", "m:Book", (TITLE, SHELF, NOTE))
SUBJECT = Subject(
    "m",
    "m.py",
    {BOOK.id: BOOK},
    databases=Databases(models=Models("sqlalchemy.orm.session:Session", classes=(BOOK.id,))),
)
TEXT = LiteralStatement(1, "a")
MOVE = CallStatement(4, "m:move", None, (2,))


@pytest.mark.parametrize(
    ("said", "message", "expected"),
    [
        (("title",), "None is not a valid Shelf", True),
        (("title",), "'a' is not a valid Shelf", False),
        (("title", "shelf"), "None has no attribute", False),
    ],
)
def test_what_an_object_leaves_out_is_the_fault_of_the_test(
    said: tuple[str, ...], message: str, expected: bool
) -> None:
    book = CallStatement(2, BOOK.id, None, (), tuple((name, 1) for name in said))
    error = RaisedException("builtins:ValueError", message, explicit=False, in_subject=True)

    assert UnsavedGuide().finds_lacking(TestCase((TEXT, book, MOVE)), error, SUBJECT) is expected


def test_an_object_that_is_stored_has_all() -> None:
    book, add = (
        CallStatement(2, BOOK.id, None, (), (("title", 1),)),
        CallStatement(3, ADD, 5, (2,)),
    )
    error = RaisedException("builtins:ValueError", "None is nothing", explicit=False, in_subject=True)

    assert not UnsavedGuide().finds_lacking(TestCase((TEXT, book, add, MOVE)), error, SUBJECT)
