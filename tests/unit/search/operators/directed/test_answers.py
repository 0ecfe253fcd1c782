"""What a comparison asks of a double becomes the double's answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from testloom.model.execution import AnswerOf, Operands
from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    TestCase,
)
from testloom.search.operators.directed.comparisons.matching import aim
from testloom.search.providers.experience.learned import Learned
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

STATUS, ROW = AnswerOf(-1, "get().status"), AnswerOf(-1, "row()")
WITH_DOUBLE = (DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,)))


def answers_after(
    op: str, left: Any, right: Any, wanted: bool = True, double: DoubleStatement = WITH_DOUBLE[0]
) -> list[dict[str, Any]]:
    """What the double answers at its paths after each of a few draws; text that stands for any is "?"."""
    case = TestCase((double, WITH_DOUBLE[1]))
    found = []
    for seed in range(20):
        knowledge = Knowledge(bank(), ["bank:transfer"], Random(seed))
        shot = aim(case, Operands(0, op, left, right, not wanted), wanted, knowledge)
        assert shot is not None and shot.is_valid()
        found.append(_answers(shot))
    return found


def _answers(case: TestCase) -> dict[str, Any]:
    values = {s.id: _value(s, case) for s in case}
    [double] = [s for s in case if isinstance(s, DoubleStatement)]
    return {answer.path: values[answer.value] for answer in double.answers}


def _value(statement: object, case: TestCase) -> Any:
    if isinstance(statement, CollectionStatement):
        plain = {s.id: s.value for s in case if isinstance(s, LiteralStatement)}
        return [statement.kind, *(plain[item] for item in statement.items)]
    return getattr(statement, "value", None)


@pytest.mark.parametrize(
    ("op", "left", "right", "wanted", "expected"),
    [
        ("==", STATUS, 200, True, {"get().status": 200}),
        ("!=", STATUS, 200, False, {"get().status": 200}),
        ("==", 200, STATUS, True, {"get().status": 200}),
        ("==", STATUS, 200, False, {"get().status": 201}),
        (">=", STATUS, 400, True, {"get().status": 400}),
        ("<", 3, STATUS, True, {"get().status": 4}),
        ("is", ROW, None, True, {"row()": None}),
        ("truth", ROW, None, False, {"row()": ""}),
        ("truth", ROW, None, False, {"row()": ["list"]}),
        ("in", ROW, ("a",), True, {"row()": "a"}),
        ("in", "items", ROW, True, {"row()": ["dict", "items", "a"]}),
        ("in", 7, ROW, True, {"row()": ["list", 7]}),
        ("in", "items", ROW, False, {"row()": ["list"]}),
    ],
)
def test_a_plain_value_is_answered_with_what_it_is_compared_to(
    op: str, left: Any, right: Any, wanted: bool, expected: dict[str, Any]
) -> None:
    assert expected in answers_after(op, left, right, wanted)


def test_two_answers_that_are_compared_become_the_same() -> None:
    for answers in answers_after("==", STATUS, ROW):
        assert answers["get().status"] == answers["row()"]


def test_what_was_answered_below_the_new_answer_is_dropped() -> None:
    literal = LiteralStatement(-3, 1)
    answers = (Answer("row().id", -3), Answer("row()", -3), Answer("rows", -3))
    case = TestCase((literal, DoubleStatement(-1, answers=answers), WITH_DOUBLE[1]))
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))

    shot = aim(case, Operands(0, "is", ROW, None, False), True, knowledge)

    assert shot is not None
    assert _answers(shot) == {"rows": 1, "row()": None}


def test_a_double_that_is_compared_itself_gives_way_to_the_value() -> None:
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))

    shot = aim(TestCase(WITH_DOUBLE), Operands(0, "==", AnswerOf(-1, ""), 5, False), True, knowledge)

    assert shot is not None
    assert shot.statements == (LiteralStatement(-1, 5), WITH_DOUBLE[1])


def test_what_asks_a_plain_value_for_its_own_is_answered_with_one() -> None:
    learned = Learned()
    asked = "status.__ne__()", "status", "rows.__len__()", "__bool__()", "rows.__getitem__()"
    learned.take_uses({5: ("__hash__()", "__eq__()", *asked)})

    assert learned.asked(5) == ["status", "rows", "__bool__()", "rows.__getitem__()"]
