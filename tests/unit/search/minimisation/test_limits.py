"""What is minimised stays within the limits of its parameters, and dates stay in this century."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.limits import Limits
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter
from testloom.model.types import Scalar, TypeRef
from testloom.search import minimise, one_by_one
from testloom.search.chromosome import evaluated
from testloom.search.minimisation.values.conformance import unfit_lengths
from tests.unit.search.bank import FakeBank, bank


def passed(_: TestCase) -> ExecutionResult:
    """What comes of a test that reaches nothing."""
    return ExecutionResult("passed", Trace(frozenset()))


def least(case: TestCase, *known: Callable) -> list[Scalar]:
    """The plain values of what a test shrinks to that keeps its last call."""
    subject = replace(bank(), callables={called.id: called for called in known})
    last = case.statements[-1]
    assert isinstance(last, CallStatement)

    def still(variant: TestCase) -> bool:
        return any(isinstance(s, CallStatement) and s.callable == last.callable for s in variant)

    small = minimise(
        evaluated(case, passed(case)), (), subject, FakeBank(passed), lambda: False, one_by_one(still)
    )
    return [statement.value for statement in small.case if isinstance(statement, LiteralStatement)]


def test_dates_stay_in_this_century() -> None:
    book = Callable("bank:book", "function", parameters=(Parameter("day", type=TypeRef("datetime:date")),))
    parts = tuple(LiteralStatement(number, value) for number, value in enumerate((2026, 7, 9)))
    case = TestCase(
        (*parts, CallStatement(4, "datetime:date", None, (0, 1, 2)), CallStatement(5, book.id, None, (4,)))
    )

    assert least(case, book) == [2024, 1, 1]


def test_a_date_that_takes_one_number_for_all_its_parts_gets_a_year() -> None:
    book = Callable("bank:book", "function", parameters=(Parameter("day", type=TypeRef("datetime:date")),))
    day = CallStatement(2, "datetime:date", None, (1, 1, 1))
    case = TestCase((LiteralStatement(1, 1), day, CallStatement(5, book.id, None, (2,))))

    assert sorted(map(str, least(case, book))) == ["1", "2024"]


def test_values_do_not_leave_the_limits_of_their_parameters() -> None:
    kinds = (TypeRef("int", limits=Limits(ge=18)), TypeRef("literal", values=("letter", "parcel")))
    send = Callable(
        "bank:send",
        "function",
        parameters=tuple(Parameter(f"p{n}", type=kind) for n, kind in enumerate(kinds)),
    )
    case = TestCase(
        (LiteralStatement(1, 90), LiteralStatement(2, "parcel"), CallStatement(3, send.id, None, (1, 2)))
    )

    age, kind = least(case, send)
    assert (age, kind) == (18, "parcel")


def test_keywords_that_a_call_needs_stay() -> None:
    keys = (Parameter("name", "keyword", TypeRef("str")), Parameter("mail", "keyword", has_default=True))
    contact = Callable("bank:Contact", "constructor", "bank:Contact", keys)
    values = (LiteralStatement(1, "Ann"), LiteralStatement(2, "b"))
    case = TestCase((*values, CallStatement(3, contact.id, None, (), (("name", 1), ("mail", 2)))))

    assert least(case, contact) == ["a"]


@pytest.mark.parametrize(
    ("limits", "before", "after"),
    [
        (Limits(pattern=r"^[A-Z]{2}-\d{3}$"), "XY-739", "AA-000"),
        (Limits(min_length=3), "k7fzq", "aaa"),
    ],
)
def test_a_text_of_a_form_is_the_plainest_of_that_form(limits: Limits, before: str, after: str) -> None:
    send = Callable(
        "bank:send", "function", parameters=(Parameter("code", type=TypeRef("str", limits=limits)),)
    )

    assert least(TestCase((LiteralStatement(1, before), CallStatement(2, send.id, None, (1,)))), send) == [
        after
    ]


PAIR = TypeRef("tuple", (TypeRef("int"), TypeRef("str")), limits=Limits(min_length=2, max_length=2))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (PAIR, [1, "a"]),
        (TypeRef("tuple", (TypeRef("int"),)), [1]),
        (TypeRef("union", (PAIR, TypeRef("none"))), [1, "a"]),
    ],
)
def test_a_tuple_is_as_long_as_its_annotation_says(kind: TypeRef, expected: list[Scalar]) -> None:
    put = Callable("bank:put", "function", parameters=(Parameter("place", type=kind),))
    items = (LiteralStatement(1, 7), LiteralStatement(2, "there"))
    case = TestCase((*items, CollectionStatement(3, "tuple", (1, 2)), CallStatement(4, put.id, None, (3,))))

    assert least(case, put) == expected


def test_tuples_in_a_list_are_as_long_as_their_annotation_says() -> None:
    rows = Parameter("rows", type=TypeRef("list", (PAIR,)))
    put = Callable("bank:put", "function", parameters=(rows,))
    items = (LiteralStatement(1, 7), LiteralStatement(2, "there"))
    nested = (CollectionStatement(3, "tuple", (1, 2)), CollectionStatement(4, "list", (3,)))
    case = TestCase((*items, *nested, CallStatement(5, put.id, None, (4,))))
    subject = replace(bank(), callables={put.id: put})
    shorter = case.replaced(2, CollectionStatement(3, "tuple", (1,)))

    assert unfit_lengths(case, subject) == 0
    assert unfit_lengths(shorter, subject) == 1
