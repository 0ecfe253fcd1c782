from __future__ import annotations

from random import Random
from typing import Any

import pytest

from testloom.model.execution import AnswerOf, KnownClass, KnownType, Operands
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.search.operators.directed.comparisons.retyping import aim_at_type
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

CASE = TestCase((LiteralStatement(-1, 3), CallStatement(-2, "bank:transfer", None, (-1,))))


def first_argument(case: TestCase) -> Statement:
    call = next(s for s in case if isinstance(s, CallStatement) and s.callable == "bank:transfer")
    return next(s for s in case if s.id == call.args[0])


def aimed(operands: Operands, wanted: bool, case: TestCase = CASE, seed: int = 0) -> TestCase | None:
    return aim_at_type(case, operands, wanted, Knowledge(bank(), ["bank:transfer"], Random(seed)))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("builtins:list", CollectionStatement),
        ("collections.abc:Mapping", CollectionStatement),
        ("builtins:str", LiteralStatement),
        ("bank:Kind", ReferenceStatement),
        ("bank:Account", CallStatement),
    ],
)
def test_a_value_that_isinstance_asks_for_takes_the_place_of_the_one_that_was_asked(
    path: str, kind: type[Statement]
) -> None:
    shot = aimed(Operands(0, "isinstance", 3, KnownClass(path), False), wanted=True)

    assert shot is not None and shot.is_valid()
    assert isinstance(first_argument(shot), kind)


def test_one_of_several_classes_is_enough() -> None:
    either = (KnownClass("builtins:str"), KnownClass("bank:Account"))
    shots = [aimed(Operands(0, "isinstance", 3, either, False), True, seed=seed) for seed in range(20)]

    assert {type(first_argument(shot)) for shot in shots if shot} == {LiteralStatement, CallStatement}


def test_an_object_is_found_by_the_statement_that_made_it() -> None:
    case = TestCase(
        (
            LiteralStatement(-1, 3),
            CallStatement(-2, "bank:Account", None, (-1,)),
            CallStatement(-3, "bank:transfer", None, (-2,)),
        )
    )
    operands = Operands(0, "isinstance", KnownType("bank:Account"), KnownClass("builtins:int"), False, -2)

    shot = aimed(operands, True, case)

    assert shot is not None and shot.is_valid()
    assert isinstance(getattr(first_argument(shot), "value", None), int)


def test_an_attribute_is_looked_for_in_the_classes_of_the_subject_and_in_builtin_types() -> None:
    operands: list[tuple[str, Any]] = [("withdraw", CallStatement), ("append", CollectionStatement)]

    for name, kind in operands:
        shot = aimed(Operands(0, "hasattr", 3, name, False), wanted=True)
        assert shot is not None and isinstance(first_argument(shot), kind)


def test_nothing_is_aimed_at_where_the_value_is_none_of_the_test() -> None:
    assert aimed(Operands(0, "isinstance", 99, KnownClass("builtins:str"), False), True) is None
    assert aimed(Operands(0, "hasattr", 3, "no_such_attribute", False), True) is None


def test_what_a_double_answered_by_itself_is_set_to_a_value_of_the_type() -> None:
    case = TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,))))
    operands = Operands(0, "isinstance", AnswerOf(-1, "owner.account"), KnownClass("bank:Account"), False)

    shot = aimed(operands, True, case)

    assert shot is not None and shot.is_valid()
    [answer] = next(s.answers for s in shot if isinstance(s, DoubleStatement))
    made = next(s for s in shot if s.id == answer.value)
    assert answer.path == "owner.account"
    assert isinstance(made, CallStatement) and made.callable == "bank:Account"


def test_a_double_that_is_of_another_class_is_exchanged() -> None:
    case = TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,))))
    operands = Operands(0, "isinstance", AnswerOf(-1, ""), KnownClass("builtins:str"), False)

    shot = aimed(operands, True, case)

    assert shot is not None and isinstance(first_argument(shot), LiteralStatement)
