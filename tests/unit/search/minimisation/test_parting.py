"""A double that one argument has to be is no other argument."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import (
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.search.minimisation.values.arguments import parted
from tests.unit.search.bank import bank

EXPORT = Callable("bank:export", "function", parameters=(Parameter("pool"), Parameter("table")))
TYPED = replace(EXPORT, id="bank:typed", parameters=(Parameter("pool", type=TypeRef("net:Pool")),) * 2)
SUBJECT = replace(bank(), callables={called.id: called for called in (EXPORT, TYPED)})


def arguments(name: str, shared: Statement, args: tuple[int, ...] = (-1, -1)) -> list[tuple[object, ...]]:
    """The arguments of the variants, "shared" for what stands in several places."""
    case = TestCase((shared, CallStatement(-2, name, None, args)))
    found: list[tuple[object, ...]] = []
    for variant in parted(case, SUBJECT, ("a",)):
        assert variant.is_valid()
        plain = {s.id: s.value for s in variant if isinstance(s, LiteralStatement)}
        [call] = [s for s in variant if isinstance(s, CallStatement)]
        found.append(tuple(plain.get(value, "shared") for value in call.args))
    return found


@pytest.mark.parametrize("shared", [DoubleStatement(-1), ReferenceStatement(-1, "bank:REMOVED")])
def test_each_place_gets_a_plain_value_for_once(shared: Statement) -> None:
    assert arguments("bank:export", shared) == [("a", "shared"), ("shared", "a")]


def test_what_stands_in_one_place_or_is_of_a_class_that_is_wanted_stays() -> None:
    assert not arguments("bank:export", DoubleStatement(-1), (-1,))
    assert not arguments("bank:typed", DoubleStatement(-1))
