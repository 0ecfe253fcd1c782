"""One value beyond its limits is what a class refuses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.limits import Limits
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.goals import rejection_goals
from testloom.search.goals.rejections import beyond_limits
from testloom.search.operators.directed.violating import violated
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

LINE = Callable(
    "bank:Line",
    "constructor",
    "bank:Line",
    (
        Parameter("sku", "keyword", TypeRef("str", limits=Limits(pattern="^[A-Z]-1$"))),
        Parameter("quantity", "keyword", TypeRef("int", limits=Limits(gt=0, le=9))),
        Parameter("price", "keyword", TypeRef("decimal:Decimal", limits=Limits(ge=0)), has_default=True),
        Parameter("tags", "keyword", TypeRef("list", limits=Limits(min_length=1)), has_default=True),
    ),
    TypeRef("bank:Line"),
    rejects=("sku", "quantity", "price", "tags"),
)
ERROR = RaisedException("pydantic_core:ValidationError", "1 validation error", False, False)


def subject() -> Subject:
    return replace(bank(), callables={LINE.id: LINE})


def line(sku: Scalar = "A-1", quantity: Scalar = 1) -> TestCase:
    call = CallStatement(3, LINE.id, None, (), (("sku", 1), ("quantity", 2)))
    return TestCase((LiteralStatement(1, sku), LiteralStatement(2, quantity), call))


@pytest.mark.parametrize(
    ("case", "reached"),
    [
        (line(quantity=0), {"quantity"}),
        (line(sku="b"), {"sku"}),
        (line(sku="b", quantity=10), set()),
        (line(), set()),
    ],
)
def test_a_goal_is_reached_by_the_one_value_that_is_refused(case: TestCase, reached: set[str]) -> None:
    goals = rejection_goals(subject(), [LINE.id], 50)
    result = ExecutionResult("raised", Trace(frozenset()), 3, ERROR)

    found = {goal.label for goal in goals if goal.is_reached(case, result, frozenset())}

    assert [goal.index for goal in goals] == [50, 51, 52, 53]
    assert found == {f"Line rejects {name} beyond its limits" for name in reached}


def test_a_call_that_returns_refuses_nothing() -> None:
    passed = ExecutionResult("passed", Trace(frozenset()))

    assert not any(
        goal.is_reached(line(quantity=0), passed, frozenset())
        for goal in rejection_goals(subject(), [LINE.id], 0)
    )


def test_a_model_of_the_test_is_given_one_value_beyond_its_limits() -> None:
    knowledge = Knowledge(subject(), [LINE.id], Random(1))
    refused = set()
    for _ in range(100):
        made = violated(line(), knowledge)
        assert made is not None and made.is_valid()
        call = made.statements[-1]
        assert isinstance(call, CallStatement)
        refused.add(tuple(beyond_limits(call, made, LINE)))

    assert refused == {("sku",), ("quantity",), ("price",), ("tags",)}


def test_a_test_without_a_model_is_left_alone() -> None:
    knowledge = Knowledge(subject(), [LINE.id], Random(1))

    assert (
        violated(TestCase((LiteralStatement(1, 1), CollectionStatement(2, "list", (1,)))), knowledge) is None
    )
