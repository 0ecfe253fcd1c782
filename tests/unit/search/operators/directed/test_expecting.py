"""What the message of a TypeError says of the value that did not fit, and of what would have."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.statements import CallStatement, CollectionStatement, DoubleStatement, TestCase
from testloom.search.operators.directed.exceptions.expecting import unfit
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .raising import called_with, raised, steps


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('can only concatenate tuple (not "list") to tuple', {("list", "tuple")}),
        ("expected str, bytes or os.PathLike object, not dict", {("dict", "str bytes")}),
        ("expected string or bytes-like object, got 'NoneType'", {("NoneType", "str bytes")}),
        ("the JSON object must be str, bytes or bytearray, not Mock", {("Mock", "str bytes")}),
        ("sequence item 0: expected str instance, int found", {("int", "str")}),
        ("a bytes-like object is required, not 'str'", {("str", "bytes")}),
        ("f() argument after ** must be a mapping, not str", {("str", "dict")}),
        ("%d format: a real number is required, not dict", {("dict", "float")}),
        ("string indices must be integers, not 'str'", {("str", "dict")}),
        ("list indices must be integers or slices, not str", {("list", "dict")}),
        ("list indices must be integers or slices, not float", {("float", "int")}),
        ("'float' object is not a mapping", {("float", "dict")}),
        ("'str' object cannot be interpreted as an integer", {("str", "int")}),
        ("Invalid name, it should be a string (or None), not: 'int'", {("int", "str")}),
        ("cannot use a string pattern on a bytes-like object", {("bytes", "str")}),
        ("unhashable type: 'dict'", {("dict", "str int")}),
        ("unsupported operand type(s) for +: 'int' and 'str'", {("int", "str"), ("str", "int")}),
        ("'<' not supported between instances of 'MagicMock' and 'int'", {("MagicMock", "int")}),
        ("the owner must be an Account, not int", {("int", "bank:Account")}),
        ("'int' object is not iterable", set()),
        ("f() missing 1 required positional argument: 'a'", set()),
    ],
)
def test_messages_tell_what_was_wrong_and_what_is_wanted(
    message: str, expected: set[tuple[str, str]]
) -> None:
    found = unfit(message, bank())

    assert {(wrong, " ".join(kind.name for kind in wanted)) for wrong, wanted in found} == expected


def test_a_value_of_the_wrong_type_becomes_one_of_the_type_that_is_wanted() -> None:
    case = TestCase((CollectionStatement(-1, "list", ()), CallStatement(-2, "bank:transfer", None, (-1,))))

    shots = steps(case, "TypeError", 'can only concatenate tuple (not "list") to tuple')

    assert shots
    for shot in shots:
        (made,) = (s for s in shot if isinstance(s, CollectionStatement) and s.id in last_arguments(shot))
        assert made.kind == "tuple"


def test_a_double_gives_way_to_what_is_wanted_in_its_place() -> None:
    case = TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,))))

    shots = steps(case, "TypeError", "expected str, bytes or os.PathLike object, not MagicMock")

    assert any(not any(isinstance(s, DoubleStatement) for s in shot) for shot in shots)


def test_a_value_of_a_fitting_type_stays() -> None:
    assert steps(called_with(3), "TypeError", 'can only concatenate tuple (not "list") to tuple') == []


def last_arguments(case: TestCase) -> tuple[int, ...]:
    called = case.statements[-1]
    assert isinstance(called, CallStatement)
    return called.args


def test_a_double_stays_where_one_of_its_answers_did_not_fit() -> None:
    case = TestCase((DoubleStatement(-1), CallStatement(-2, "bank:transfer", None, (-1,))))
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    knowledge.experience.learned.take_uses({-1: ("read()",)})
    error = raised("TypeError", "expected str, bytes or os.PathLike object, not MagicMock")

    shots = [repaired(case, error, knowledge) for _ in range(20)]

    assert any(shots)
    assert all(shot.statements[-2].id == -1 for shot in shots if shot)
