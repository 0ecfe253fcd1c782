"""Doubles and other odd arguments that make way for plain values together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    FunctionStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.functions import FunctionStep
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.chromosome import evaluated
from testloom.search.minimisation.minimise import one_by_one
from testloom.search.minimisation.statements.fitting import fitting_at_once
from testloom.search.minimisation.together import Larger, minimised_together
from tests.unit.search.bank import FakeBank, bank, run_withdrawal

MERGE = "bank:merge"


def merging(*parameters: Parameter) -> Subject:
    subject = bank()
    merge = Callable(id=MERGE, kind="function", parameters=parameters)
    return replace(subject, callables={**subject.callables, MERGE: merge})


def merged(*made: Statement) -> TestCase:
    return TestCase((*made, CallStatement(9, MERGE, None, tuple(statement.id for statement in made))))


def test_all_doubles_become_plain_in_one_step_then_each_half_of_them() -> None:
    subject = merging(Parameter("first"), Parameter("count"))
    case = merged(DoubleStatement(1), DoubleStatement(2))

    both, first, second = fitting_at_once(case, subject)

    assert [s.value for s in both if isinstance(s, LiteralStatement)] == ["a", 1]
    assert doubles_in(both) == []
    assert doubles_in(first) == [2]
    assert doubles_in(second) == [1]


def test_what_is_unusual_becomes_plain_together_where_code_compares_it() -> None:
    subject = merging(Parameter("first"), Parameter("other"))
    case = merged(CollectionStatement(1, "tuple", ()), CollectionStatement(2, "tuple", ()))

    both, *_ = fitting_at_once(case, subject)

    assert [s.value for s in both if isinstance(s, LiteralStatement)] == ["a", "a"]
    assert not any(isinstance(s, CollectionStatement) for s in both)


def test_none_becomes_a_text_where_nobody_says_that_it_may_be_none() -> None:
    case = merged(LiteralStatement(1, None))

    [plain] = fitting_at_once(case, merging(Parameter("meta")))

    assert [s.value for s in plain if isinstance(s, LiteralStatement)] == ["a"]
    assert not list(fitting_at_once(case, merging(Parameter("meta", has_default=True))))
    assert not list(fitting_at_once(case, merging(Parameter("meta", type=TypeRef("none")))))


def test_a_double_of_a_class_becomes_an_object_of_it() -> None:
    subject = merging(Parameter("account", type=TypeRef("bank:Account")))

    real = next(fitting_at_once(merged(DoubleStatement(1, spec="bank:Account")), subject))

    assert doubles_in(real) == []
    assert "bank:Account" in [s.callable for s in real if isinstance(s, CallStatement)]


def test_a_double_of_a_class_that_nobody_can_make_stays() -> None:
    subject = merging(Parameter("socket", type=TypeRef("socket:socket")))
    case = merged(DoubleStatement(1, spec="socket:socket"))

    assert list(fitting_at_once(case, subject)) == [case]


def test_a_class_of_the_test_becomes_a_plain_value_where_no_class_is_wanted() -> None:
    case = merged(ClassStatement(1, "Item"))

    plain = next(fitting_at_once(case, merging(Parameter("thing"))))

    assert [type(s) for s in plain] == [LiteralStatement, CallStatement]


@pytest.mark.parametrize(
    "made",
    [
        (FunctionStatement(2, (), (FunctionStep("yield", 1),), is_generator=True),),
        (FunctionStatement(2, (), (FunctionStep("return", 1),)),),
        (StubStatement(2, (1,)),),
    ],
    ids=["generator", "function", "stub"],
)
def test_a_function_of_the_test_becomes_a_plain_value_where_no_function_is_wanted(
    made: tuple[Statement, ...],
) -> None:
    merging_any = merging(Parameter("client"))
    merging_functions = merging(Parameter("client", type=TypeRef("callable")))
    case = TestCase((LiteralStatement(1, False), *made, CallStatement(9, MERGE, None, (2,))))

    [plain] = fitting_at_once(case, merging_any)

    assert [s.value for s in plain if isinstance(s, LiteralStatement)] == ["a"]
    assert len(plain) == 2
    assert not list(fitting_at_once(case, merging_functions))


def test_what_is_only_likely_to_be_wanted_gives_no_reason_to_keep_a_generator() -> None:
    generator = FunctionStatement(2, (), (FunctionStep("yield", 1),), is_generator=True)
    case = TestCase((LiteralStatement(1, False), generator, CallStatement(9, MERGE, None, (2,))))
    subject = merging(Parameter("client", uses=("send",)))

    [plain] = fitting_at_once(case, subject)

    assert [s.value for s in plain if isinstance(s, LiteralStatement)] == ["a"]


def test_what_fits_stays() -> None:
    subject = merging(Parameter("first", type=TypeRef("str")), Parameter("count", type=TypeRef("int")))

    assert not list(fitting_at_once(merged(LiteralStatement(1, "x"), LiteralStatement(2, 7)), subject))


def test_tests_lose_doubles_before_anything_is_tried_one_by_one() -> None:
    made = CallStatement(3, "bank:Account", None, (1,))
    case = TestCase((DoubleStatement(1), made))
    test = Larger(evaluated(case, run_withdrawal(case)), (), one_by_one(lambda case: True))

    [small] = minimised_together([test], bank(), FakeBank(), lambda: False)

    assert doubles_in(small.chromosome.case) == []


def doubles_in(case: TestCase) -> list[int]:
    return [statement.id for statement in case if isinstance(statement, DoubleStatement)]
