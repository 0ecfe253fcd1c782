"""Tests of pairs go on to ask what their objects hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from testloom.model.execution import Observation
from testloom.model.observed import Instance
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    ClassStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    TestCase,
)
from testloom.oracle import observer_calls
from testloom.search import Knowledge
from tests.unit.search.bank import FakeBank, bank

OPENED = CallStatement(-1, "bank:Account")


@dataclass
class Observing(FakeBank):
    """Observes that the first call of each test makes this."""

    made: Instance

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [[Observation(OPENED.id, self.made)] for _ in tests]


def holding(**attributes: Instance) -> Instance:
    """An account that has these attributes."""
    return Instance("bank:Account", dict(attributes))


def asked(made: Instance, *before: Statement) -> list[TestCase]:
    """What tests are made of one that opens an account with the values of what comes before."""
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    opened = OPENED.replace(args=tuple(statement.id for statement in before))
    return observer_calls([TestCase((*before, opened))], Observing(made), knowledge)


def test_an_object_within_another_is_asked_by_its_methods_and_properties() -> None:
    found = asked(holding(parent=holding(owner=holding())))

    ways = {tuple(s.name for s in case if isinstance(s, AttributeStatement)) for case in found}
    called = {s.callable for case in found for s in case if isinstance(s, CallStatement)} - {OPENED.callable}
    assert {("parent",), ("parent", "owner"), ("parent", "is_empty")} <= ways
    assert called == {"bank:Account.withdraw"}
    assert all(case.is_valid() for case in found)


def test_what_an_object_holds_is_called_with_what_a_function_of_that_name_takes() -> None:
    run = Member("method", "run", parameters=("order", "*rest"))
    hook = Instance("bank:Hook", {}, callable=True)
    [case] = asked(holding(run=hook), ClassStatement(-2, "Item", members=(run,)))

    assert case.statements[-2] == AttributeStatement(case.statements[-2].id, OPENED.id, "run")
    last = case.statements[-1]
    assert isinstance(last, InvokeStatement)
    assert [name for name, _ in last.kwargs] == ["order"]


def test_functions_of_classes_of_the_test_return_something_of_their_own() -> None:
    runs = (Member("method", "run"), Member("method", "stop"), Member("method", "__init__"))
    hook = Instance("bank:Hook", {}, callable=True)
    [case] = asked(holding(run=hook), ClassStatement(-2, "Item", members=runs))

    [item] = [s for s in case if isinstance(s, ClassStatement)]
    values = {s.id: s.value for s in case if isinstance(s, LiteralStatement)}
    returned = [member.value and values[member.value] for member in item.members]
    assert (case.is_valid(), returned) == (True, [1, 2, None])


def test_an_object_takes_the_place_of_a_class_with_marked_functions() -> None:
    marked = (Member("method", "run", decorator=-4),)
    hook = Instance("bank:Hook", {}, callable=True)
    [case] = asked(
        holding(run=hook), CallStatement(-4, "bank:mark"), ClassStatement(-2, "Item", members=marked)
    )

    [made] = [s for s in case if isinstance(s, MakeStatement)]
    [opened] = [s for s in case if isinstance(s, CallStatement) and s.callable == OPENED.callable]
    assert (case.is_valid(), made.receiver, opened.args) == (True, -2, (-4, made.id))


def test_what_is_private_or_of_others_or_has_a_name_in_the_test_is_not_asked() -> None:
    others = Instance("bank:Account", {}, own=False)
    given = Instance("bank:Account", {}, reference=-2)

    assert asked(holding(_parent=holding(), other=others, given=given)) == []
