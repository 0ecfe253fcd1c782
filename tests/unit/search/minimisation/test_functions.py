"""Functions that only answer take the place of doubles."""

from __future__ import annotations

import pytest

from testloom.model.statements import (
    Answer,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import MODULES, StateStatement
from testloom.search import has_double
from testloom.search.minimisation.objects.functions import stubs_for_doubles, usual_functions
from testloom.search.providers.experience.last_resort import doubled_in
from tests.unit.search.bank import bank

RATE = "bank:rates.fetch"


def replacing(*made: Statement, path: str = RATE) -> TestCase:
    """A test that puts a double, with the id 3, in the place of a function."""
    return TestCase((*made, StateStatement(4, path, 3), CallStatement(5, "bank:audit")))


def test_a_double_that_is_only_called_becomes_a_function_that_says_what_it_returns() -> None:
    variants = list(stubs_for_doubles(replacing(DoubleStatement(3)), bank()))

    assert [variant.statements[:2] for variant in variants] == [
        (LiteralStatement(6, value), StubStatement(3, (6,))) for value in (True, None, "a", 1)
    ]


def test_it_returns_and_raises_what_the_double_does() -> None:
    answers = Answer("()", 1), Answer("()", 2, raises=True)
    made = LiteralStatement(1, 7), ReferenceStatement(2, "builtins:OSError")

    [variant] = stubs_for_doubles(replacing(*made, DoubleStatement(3, answers=answers)), bank())

    assert variant == replacing(*made, StubStatement(3, (1, 2), (2,)))


@pytest.mark.parametrize(
    ("double", "path"),
    [
        pytest.param(DoubleStatement(3, "bank:transfer"), RATE, id="of a function"),
        pytest.param(DoubleStatement(3, names=("read",)), RATE, id="with attributes"),
        pytest.param(DoubleStatement(3, answers=(Answer("read()", 1),)), RATE, id="asked for more"),
        pytest.param(DoubleStatement(3), f"{MODULES}rates", id="of a module"),
    ],
)
def test_other_doubles_stay(double: DoubleStatement, path: str) -> None:
    assert not list(stubs_for_doubles(replacing(LiteralStatement(1, 7), double, path=path), bank()))


def test_an_argument_of_which_no_call_is_known_stays_a_double() -> None:
    handed = CallStatement(5, "bank:audit", None, (3,))

    assert not list(stubs_for_doubles(TestCase((DoubleStatement(3), handed)), bank()))
    answered = DoubleStatement(3, answers=(Answer("()", 1),))
    [called] = stubs_for_doubles(TestCase((LiteralStatement(1, 7), answered, handed)), bank())
    assert called.statements[1] == StubStatement(3, (1,))


def test_a_function_in_the_place_of_another_still_counts_as_a_double() -> None:
    stubbed = replacing(LiteralStatement(1, 7), StubStatement(3, (1,)))
    failing = replacing(ReferenceStatement(1, "builtins:OSError"), StubStatement(3, (1,), (1,)))

    assert has_double(stubbed)
    assert doubled_in(stubbed) == (RATE,)
    assert not has_double(failing)


def test_no_builtin_function_takes_the_place_of_one_that_is_looked_up() -> None:
    assert not list(usual_functions(replacing(LiteralStatement(1, 7), StubStatement(3, (1,))), bank()))
