"""Queues hold items when code takes them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement
from testloom.model.statements.parts import Statement
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

OFTEN = 30
INT, NONE = TypeRef("int"), TypeRef("none")


def made(kind: TypeRef) -> Iterator[list[Statement]]:
    """The statements that make such a value, many times."""
    knowledge = Knowledge(replace(bank(), capabilities=CAPABILITIES), [], Random(1))
    for _ in range(OFTEN):
        builder = knowledge.builder()
        builder.value(kind, depth=0)
        yield builder.draft.statements


def items(statements: list[Statement]) -> list[object]:
    """The plain values that are put into the queue, in their order."""
    values = {s.id: s.value for s in statements if isinstance(s, LiteralStatement)}
    puts = [s for s in statements if isinstance(s, CallStatement) and s.callable.endswith(".put_nowait")]
    return [values[put.args[0]] for put in puts]


@pytest.mark.parametrize(
    ("kind", "constructor"),
    [
        ("asyncio.queues:Queue", "asyncio:Queue"),
        ("queue:Queue", "queue:Queue"),
        ("queue:LifoQueue", "queue:LifoQueue"),
        ("asyncio.queues:PriorityQueue", "asyncio:PriorityQueue"),
    ],
)
def test_a_queue_is_a_real_one_that_mostly_holds_items_of_its_type(kind: str, constructor: str) -> None:
    found = list(made(TypeRef(kind, (INT,))))
    held = [items(statements) for statements in found]

    assert all(any(getattr(s, "callable", "") == constructor for s in statements) for statements in found)
    assert not any(isinstance(s, DoubleStatement) for statements in found for s in statements)
    assert [] in held and sum(map(bool, held)) > OFTEN / 2
    assert {type(item) for each in held for item in each} == {int}


def test_a_queue_that_may_hold_none_mostly_ends_with_it() -> None:
    held = [items(s) for s in made(TypeRef("asyncio.queues:Queue", (TypeRef("union", (INT, NONE)),)))]

    assert sum(each[-1:] == [None] for each in held) > OFTEN / 2
