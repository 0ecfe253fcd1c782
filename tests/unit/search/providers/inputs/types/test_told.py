"""Where nothing says what a parameter takes, recorded arguments do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search import Budget, Seeds, goals_of, search
from testloom.search.providers.inputs.types.told import MOST_TYPES, with_types_of
from tests.unit.search.bank import INT, FakeBank, bank

STR = TypeRef("str")


def paid(value: Statement, *before: Statement) -> TestCase:
    """A test that calls `pay` with a value."""
    return TestCase((*before, value, CallStatement(90, "bank:pay", None, (value.id,))))


def with_pay(kind: TypeRef = ANY) -> Subject:
    pay = Callable("bank:pay", "function", None, (Parameter("what", type=kind),))
    return replace(bank(), callables={**bank().callables, pay.id: pay})


def told(*cases: TestCase, kind: TypeRef = ANY) -> TypeRef:
    return with_types_of(with_pay(kind), cases).callables["bank:pay"].parameters[0].type


ACCOUNT = CallStatement(2, "bank:Account", None, (1,))
NUMBERS = CollectionStatement(3, "list", (1,))
NAMED = CollectionStatement(4, "dict", (5, 1))
ONE, NAME, NOTHING = LiteralStatement(1, 1), LiteralStatement(5, "n"), LiteralStatement(6, None)


@pytest.mark.parametrize(
    ("case", "kind"),
    [
        (paid(ONE), INT),
        (paid(ACCOUNT, ONE), TypeRef("bank:Account")),
        (paid(NUMBERS, ONE), TypeRef("list", (INT,))),
        (paid(NAMED, NAME, ONE), TypeRef("dict", (STR, INT))),
    ],
)
def test_a_parameter_takes_what_it_was_seen_to_take_or_anything(case: TestCase, kind: TypeRef) -> None:
    assert told(case) == TypeRef("union", (kind, ANY))


def test_all_types_that_were_seen_are_told() -> None:
    assert told(paid(ONE), paid(NOTHING), paid(ONE)) == TypeRef("union", (INT, NONE, ANY))


def test_what_was_only_left_out_or_takes_much_stays_unknown() -> None:
    much = [CollectionStatement(place, "tuple", (1,) * place) for place in range(10, 11 + MOST_TYPES)]

    assert told(paid(NOTHING)) == ANY
    assert told(*(paid(value, ONE) for value in much)) == ANY


def test_annotations_say_more_than_what_was_seen() -> None:
    assert told(paid(NAME), kind=INT) == INT


def test_a_search_makes_what_recorded_calls_passed() -> None:
    def made(seen: list[TestCase]) -> Counter[bool]:
        """How many calls of `pay` get an account, and how many something else."""
        found = Counter[bool]()

        def passed(test: TestCase) -> ExecutionResult:
            kinds = {s.id: s.callable for s in test if isinstance(s, CallStatement)}
            for statement in test:
                if isinstance(statement, CallStatement) and statement.callable == "bank:pay":
                    found.update(kinds.get(value) == "bank:Account" for value in statement.args)
            return ExecutionResult("passed", Trace(frozenset()))

        subject, seeds = with_pay(), Seeds(seen=seen)
        goals, budget = goals_of(bank(), {1}), Budget(1e9, 200)
        search(subject, goals, ["bank:pay"], FakeBank(passed), Settings(), budget, seeds=seeds)
        return found

    without, having = made([]), made([paid(ACCOUNT, ONE)])

    assert without[True] < without[False]
    assert having[True] > having[False]
