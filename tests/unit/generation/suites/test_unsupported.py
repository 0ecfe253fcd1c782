"""A method that does not support its operand is tested by its operator, as its users see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.generation.suites.unsupported import NOT_IMPLEMENTED, raised_by_operators
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject, SubjectClass
from testloom.model.suite import Assertion, ExceptionAssertion, ValueAssertion
from tests.unit.writer.building import SUBJECT

ACCOUNT, BASE = "shop.account:Account", "shop.account:Base"
UNCHANGED = ValueAssertion(0, NOT_IMPLEMENTED, 2, "balance", unchanged=True)


def with_bases(**bases: str) -> Subject:
    """A subject with an account; each class is the subclass of another."""
    classes = {name: SubjectClass(name, (base,)) for name, base in bases.items()}
    return replace(SUBJECT, classes={ACCOUNT: SubjectClass(ACCOUNT), **classes})


def said(method: str, operand: Statement, *later: Statement) -> tuple[Assertion, ...]:
    """What is asserted where a method of an account returns NotImplemented for an operand."""
    call = CallStatement(2, f"{ACCOUNT}.{method}", 0, (1,))
    case = TestCase((CallStatement(0, ACCOUNT, None), operand, call, *later))
    return raised_by_operators([ValueAssertion(2, NOT_IMPLEMENTED, 2), UNCHANGED], case, with_bases())


@pytest.mark.parametrize(
    ("method", "value", "message"),
    [
        ("__add__", 1, "unsupported operand type"),
        ("__rsub__", 0.5, "unsupported operand type"),
        ("__xor__", "a", "unsupported operand type"),
        ("__mul__", None, "unsupported operand type"),
        ("__lt__", "a", "not supported between instances of"),
        ("__ge__", None, "not supported between instances of"),
    ],
)
def test_the_operator_raises_where_no_operand_supports_the_other(
    method: str, value: float | str | None, message: str
) -> None:
    assert said(method, LiteralStatement(1, value)) == (
        ExceptionAssertion(2, "builtins:TypeError", message),
        UNCHANGED,
    )


@pytest.mark.parametrize(
    ("method", "operand"),
    [
        ("__eq__", LiteralStatement(1, 1)),
        ("__mul__", LiteralStatement(1, "a")),
        ("__radd__", LiteralStatement(1, "a")),
        ("__rmod__", LiteralStatement(1, "a")),
        ("__rpow__", LiteralStatement(1, 1)),
        ("join", LiteralStatement(1, 1)),
        ("__add__", CallStatement(1, "shop.account:now", None)),
        ("__add__", CollectionStatement(1, "list", ())),
    ],
)
def test_where_the_other_operand_may_support_it_the_method_is_asserted(
    method: str, operand: Statement
) -> None:
    assert said(method, operand) == (ValueAssertion(2, NOT_IMPLEMENTED, 2), UNCHANGED)


def test_only_the_last_statement_raises() -> None:
    later = CallStatement(3, "shop.account:now", None)

    assert said("__add__", LiteralStatement(1, 1), later)[0] == ValueAssertion(2, NOT_IMPLEMENTED, 2)


@pytest.mark.parametrize(
    ("bases", "may_be_supported"),
    [
        ({ACCOUNT: BASE, BASE: "builtins:int"}, True),
        ({ACCOUNT: "enum:IntEnum"}, True),
        ({ACCOUNT: "elsewhere:Base"}, True),
        ({ACCOUNT: ACCOUNT}, True),  # as `class Account(namedtuple("Account", ...))`
        ({ACCOUNT: BASE, BASE: "abc:ABC"}, False),
        ({ACCOUNT: BASE, BASE: "typing:Generic"}, False),
        ({ACCOUNT: "enum:Enum"}, False),
    ],
)
def test_a_subclass_of_what_may_be_a_number_may_be_supported_by_numbers(
    bases: dict[str, str], may_be_supported: bool
) -> None:
    call = CallStatement(2, f"{ACCOUNT}.__add__", 0, (1,))
    case = TestCase((CallStatement(0, ACCOUNT, None), LiteralStatement(1, 1), call))
    assertion = ValueAssertion(2, NOT_IMPLEMENTED, 2)

    found = raised_by_operators([assertion], case, with_bases(**bases))

    assert (found == (assertion,)) is may_be_supported
