"""An object that code only looks into has attributes, whatever brought it there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace, Watched
from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionKind,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.search import evaluated, with_attributes
from tests.executors import IdleExecutor

DOUBLE = DoubleStatement(1)
SUMMED = (DOUBLE, CollectionStatement(2, "list", (1,)), CallStatement(3, "bank:total", None, (2,)))


class Summing(IdleExecutor):
    """Reads some paths of the double, and fails with anything but a double or a number."""

    def __init__(self, *paths: str) -> None:
        self._paths = paths

    def watch(self, tests: Sequence[TestCase], wanted: object = None) -> list[Watched]:
        return [Watched(uses={1: self._paths}) for _ in tests]

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        return list(map(self._run, tests))

    def _run(self, case: TestCase) -> ExecutionResult:
        values = [s.value for s in case.statements if isinstance(s, LiteralStatement)]
        if all(type(value) is int for value in values):
            return ExecutionResult("passed", Trace(frozenset()))
        error = RaisedException("builtins:TypeError", "not a number", explicit=False, in_subject=True)
        return ExecutionResult("raised", Trace(frozenset()), exception=error)


def changed(case: TestCase, *paths: str) -> TestCase:
    executor = Summing(*paths)
    [result] = executor.execute([TestCase((DOUBLE,))])
    return with_attributes(evaluated(case, result), (), executor).case


@pytest.mark.parametrize("kind", ["list", "set"])
def test_an_item_whose_attribute_is_summed_has_a_number_there(kind: CollectionKind) -> None:
    items = CollectionStatement(2, kind, (1,))
    made = changed(TestCase((DOUBLE, items, SUMMED[-1])), "balance", "balance.__radd__()")

    held, namespace = made.statements[0], made.statements[1]
    assert isinstance(held, LiteralStatement) and held.value == 1
    assert namespace == CallStatement(1, "types:SimpleNamespace", None, (), (("balance", held.id),))
    assert made.statements[2:] == SUMMED[1:]


@pytest.mark.parametrize("paths", [("pay()",), ("balance", "__len__()"), ("__getitem__()",), ()])
def test_a_double_that_does_more_than_hold_attributes_stays(paths: tuple[str, ...]) -> None:
    assert changed(TestCase(SUMMED), *paths) == TestCase(SUMMED)


@pytest.mark.parametrize(
    "first",
    [
        DoubleStatement(1, "bank:Account"),
        DoubleStatement(1, names=("balance",)),
        DoubleStatement(1, answers=(Answer("balance", 0),)),
    ],
)
def test_a_double_of_something_stays(first: DoubleStatement) -> None:
    case = TestCase((LiteralStatement(0, 1), first, *SUMMED[1:]))

    assert changed(case, "balance") == case


def test_a_double_in_place_of_what_the_code_looks_up_stays() -> None:
    case = TestCase((DOUBLE, StateStatement(2, "bank:LIMITS", 1), CallStatement(3, "bank:total")))

    assert changed(case, "balance") == case
