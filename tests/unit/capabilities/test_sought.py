"""What a query has looked for in vain is stored, or the test says what is there."""

from __future__ import annotations

import json
from random import Random

from testloom.capabilities.databases.connections import INSERTION, OPENED
from testloom.capabilities.databases.sessions import ADD, SESSION
from testloom.capabilities.databases.sought import SoughtGuide
from testloom.model.databases import Column, Databases, Models, Schema, Table
from testloom.model.execution import Touch
from testloom.model.statements import CallStatement, FixedCallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge

NUMBER = TypeRef("int")
STOCK = Callable(
    "m:Stock",
    "constructor",
    "m:Stock",
    (Parameter("article_id", "keyword", NUMBER), Parameter("quantity", "keyword", NUMBER)),
)
MODELS = Models("sqlalchemy.orm.session:Session", "m:Base.metadata", (STOCK.id,), tables={"stock": STOCK.id})
SCHEMA = Schema((), (Table("stock", (Column("article_id", "int", True), Column("quantity", "int"))),))
WANTED: Touch = ("sought", "stock", json.dumps({"article_id": 4}), json.dumps({"article_id": None}))


def supplied(case: TestCase, touch: Touch, databases: Databases) -> list[TestCase]:
    """The test cases that the touch leads to."""
    knowledge = Knowledge(Subject("m", "m.py", {STOCK.id: STOCK}, databases=databases), [], Random(1))
    made = [step() for step in SoughtGuide().supplies(case, (touch,), knowledge)]
    return [case for case in made if case is not None]


def test_the_row_is_stored_in_the_session_of_the_test() -> None:
    session, move = CallStatement(-1, SESSION), CallStatement(-2, "m:move", None, (-1,))

    made, _ = supplied(TestCase((session, move)), WANTED, Databases(models=MODELS))

    assert (made.statements[0], made.statements[-1]) == (session, move)
    row = next(s for s in made if isinstance(s, CallStatement) and s.callable == STOCK.id)
    literals = {s.id: s.value for s in made if isinstance(s, LiteralStatement)}
    assert literals[dict(row.kwargs)["article_id"]] == 4
    assert [s.args for s in made if isinstance(s, CallStatement) and s.callable == ADD] == [(row.id,)]


def test_another_row_is_stored_which_the_test_can_look_for() -> None:
    session, move = CallStatement(-1, SESSION), CallStatement(-2, "m:move", None, (-1,))

    _, other = supplied(TestCase((session, move)), WANTED, Databases(models=MODELS))

    row = next(s for s in other if isinstance(s, CallStatement) and s.callable == STOCK.id)
    literals = {s.id: s.value for s in other if isinstance(s, LiteralStatement)}
    assert literals[dict(row.kwargs)["article_id"]] != 4


def test_the_row_is_stored_behind_the_others_of_a_connection() -> None:
    opened = FixedCallStatement(-1, OPENED, text=":memory:")
    first = FixedCallStatement(-2, INSERTION, -1, text='INSERT INTO "stock" DEFAULT VALUES')
    move = CallStatement(-3, "m:move", None, (-1,))

    made, _ = supplied(TestCase((opened, first, move)), WANTED, Databases(schema=SCHEMA))

    assert made.statements[:2] == (opened, first)
    assert made.statements[-1] == move
    stored = made.statements[-2]
    assert isinstance(stored, FixedCallStatement)
    assert stored.text.startswith("INSERT INTO stock (article_id")


def test_a_row_and_what_code_looks_for_are_made_the_same() -> None:
    held, wanted = LiteralStatement(-2, 7), LiteralStatement(-4, 4)
    row = CallStatement(-3, STOCK.id, None, (), (("article_id", -2),))
    case = TestCase((held, row, wanted, CallStatement(-5, "m:move", None, (-4,))))
    different: Touch = ("sought", "stock", json.dumps({"article_id": 4}), json.dumps({"article_id": 7}))

    made = supplied(case, different, Databases(models=MODELS))

    values = [[s.value for s in each if isinstance(s, LiteralStatement)] for each in made]
    assert [4, 4] in values
    assert [7, 7] in values


def test_without_a_database_of_the_test_no_row_is_stored() -> None:
    case = TestCase((CallStatement(-5, "m:move"),))

    assert supplied(case, WANTED, Databases(SCHEMA, MODELS)) == []
    assert supplied(case, ("variable", "HOME"), Databases(SCHEMA, MODELS)) == []


def test_a_row_that_is_looked_for_refers_to_the_key_of_one_that_is_stored() -> None:
    number = Parameter("id", "keyword", NUMBER, True)
    shelf = Callable("m:Shelf", "constructor", "m:Shelf", (number,))
    stock = Callable("m:Stock", "constructor", "m:Stock", (Parameter("shelf_id", "keyword", NUMBER),))
    models = Models(
        MODELS.session,
        MODELS.metadata,
        (shelf.id, stock.id),
        {stock.id: {"shelf_id": shelf.id}},
        {stock.id: {"shelf_id": "id"}},
        {"stock": stock.id},
    )
    session, key = CallStatement(-1, SESSION), LiteralStatement(-2, 70)
    made, added = CallStatement(-3, shelf.id, None, (), (("id", -2),)), CallStatement(-4, ADD, -1, (-3,))
    subject = Subject("m", "m.py", {shelf.id: shelf, stock.id: stock}, databases=Databases(models=models))
    touch: Touch = ("sought", "stock", json.dumps({"price": 4}), json.dumps({"price": None}))
    case = TestCase((session, key, made, added))

    step, _ = SoughtGuide().supplies(case, (touch,), Knowledge(subject, [], Random(1)))

    changed = step()
    assert changed is not None
    row = next(s for s in changed if isinstance(s, CallStatement) and s.callable == stock.id)
    assert dict(row.kwargs) == {"shelf_id": key.id}
