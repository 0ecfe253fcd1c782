"""What is within an observed value, and how two are compared."""

from __future__ import annotations

import math

import pytest

from testloom.model.observed import (
    Collection,
    DefaultAnswer,
    Dict,
    Encoded,
    Instance,
    List,
    Made,
    Opaque,
    Prefix,
    Same,
    Scalar,
    Tuple,
    Value,
    is_none,
    is_same,
    reference_of,
    type_of,
    unreferenced,
    walk,
)
from tests.values import NOTHING, listed, scalar

DATE = Made("m:date", (scalar(1),), {"month": scalar(2)})
ORDER = Instance("m:Order", {"lines": listed(scalar(3), DATE), "buyer": Same(7)}, reference=4)


def test_a_walk_goes_from_the_outer_to_the_inner_in_their_order() -> None:
    plain = [part.value for part in walk(ORDER) if isinstance(part, Scalar)]

    assert plain == [3, 1, 2]
    assert list(walk(ORDER))[:2] == [ORDER, ORDER.attributes["lines"]]


def test_a_walk_does_not_go_into_what_it_shall_not() -> None:
    collections = walk(listed(ORDER, listed(DATE)), lambda part: isinstance(part, Collection))

    assert list(map(type, collections)) == [List, Instance, List, Made]


def test_of_keys_and_values_the_keys_are_every_other_item() -> None:
    assert Dict((scalar("a"), DATE, scalar("b"), ORDER)).keys == (scalar("a"), scalar("b"))


@pytest.mark.parametrize(
    ("value", "reference"),
    [(Same(7), 7), (DefaultAnswer(5, "()"), 5), (ORDER, 4), (unreferenced(ORDER), None)],
)
def test_a_value_may_be_that_of_a_statement(value: Value, reference: int | None) -> None:
    assert reference_of(value) == reference


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (scalar(1), "int"),
        (listed(), "list"),
        (Tuple((), type="m:P", names=()), "m:P"),
        (Prefix("a"), "str"),
        (Opaque("m:A"), "m:A"),
    ],
)
def test_the_type_of_a_value_is_told_by_its_kind_at_least(value: Value, name: str) -> None:
    assert type_of(value) == name


def test_nan_is_the_same_as_nan_and_true_is_not_one() -> None:
    def holding(value: float) -> Encoded:
        return listed(scalar(value))

    assert is_same(holding(math.nan), holding(math.nan))
    assert not is_same(holding(True), holding(1))
    assert not is_same(holding(0.0), holding(-0.0))
    assert is_none(NOTHING) and not is_none(None) and not is_none(scalar(0))


@pytest.mark.parametrize(
    ("name", "value"), [("int", True), ("str", b"a"), ("date", "2024-01-02"), ("int", [])]
)
def test_a_plain_value_that_is_not_of_its_type_is_none(name: str, value: object) -> None:
    with pytest.raises(ValueError, match="not a plain value of its type"):
        Scalar(name, value)
