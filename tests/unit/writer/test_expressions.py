from __future__ import annotations

import ast
import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom.model.observed import Instance, Long, Opaque, Set, Value
from testloom.model.suite import ValueAssertion
from testloom.writer import UnwritableError
from testloom.writer.syntax.literals import literal, pattern
from testloom.writer.values.comparisons import comparisons
from testloom.writer.values.expressions import collection, expected
from tests.values import scalar

from .building import encode

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(st.characters(), max_size=200)
    | st.binary(max_size=100)
)
HASHABLE = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
NESTED = st.recursive(
    SCALARS | st.sets(HASHABLE) | st.frozensets(HASHABLE),
    lambda inner: (
        st.lists(inner, max_size=10)
        | st.dictionaries(HASHABLE, inner, max_size=4)
        | st.tuples(inner)
        | st.tuples(inner, inner)
    ),
    max_leaves=12,
)


class Nothing:
    """A scope without names of its own."""

    def path(self, path: str) -> str:
        return path.rpartition(":")[2]

    def module(self, name: str) -> str:
        return name

    def variable(self, statement: int) -> str:
        return f"value_{statement}"


def evaluate(text: str) -> Any:
    return eval(compile(ast.parse(text, mode="eval"), "<expression>", "eval"), {"pytest": pytest})


@given(SCALARS, st.booleans(), st.integers(20, 120))
def test_a_literal_evaluates_to_its_value(value: Any, single_quotes: bool, width: int) -> None:
    found = evaluate(literal(value, width=width, single_quotes=single_quotes))

    assert type(found) is type(value)
    assert repr(found) == repr(value)


@given(SCALARS)
def test_a_literal_can_be_saved_as_utf_8(value: Any) -> None:
    literal(value).encode("utf-8")


@given(NESTED)
def test_an_expected_value_calls_nothing_but_what_makes_values(value: Any) -> None:
    tree = ast.parse(expected(encode(value), Nothing()), mode="eval")

    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert calls <= {"pytest.approx", "set", "frozenset", "float", "complex", "list", "range"}
    assert names <= {"pytest", "set", "frozenset", "float", "complex", "list", "range"}


@given(st.text(st.characters(), max_size=60) | st.binary(max_size=60), st.integers(20, 120), st.booleans())
def test_a_text_is_one_constant(value: str | bytes, width: int, single_quotes: bool) -> None:
    found = ast.parse(literal(value, width=width, single_quotes=single_quotes), mode="eval").body

    assert isinstance(found, ast.Constant) and found.value == value


@given(st.text(st.characters(), max_size=60), st.text(max_size=9), st.booleans())
def test_a_pattern_is_one_constant(text: str, ending: str, single_quotes: bool) -> None:
    written = pattern(text, ending, single_quotes=single_quotes)

    assert isinstance(ast.parse(written, mode="eval").body, ast.Constant)


@given(NESTED)
def test_an_expected_value_equals_what_was_observed(value: Any) -> None:
    found = evaluate(expected(encode(value), Nothing()))

    assert value == found or "nan" in repr(value)


@given(st.text(st.characters(), max_size=60))
def test_a_pattern_matches_its_text(text: str) -> None:
    assert re.search(evaluate(pattern(text)), text)


def test_between_the_ends_of_a_message_may_be_anything() -> None:
    assert pattern("no hook in (", "Item'>") == 'r"no hook in \\(.*Item\'>"'
    assert pattern("took", "seconds") == 'r"took.*seconds"'
    assert pattern("", "is bad") == '"is bad"'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("balance is 10", '"balance is 10"'),
        ("f(x) failed", r'r"f\(x\) failed"'),
        ("a-b #1 & c", '"a-b #1 & c"'),
        ('say "hi"?', "r'say \"hi\"\\?'"),
    ],
)
def test_a_pattern_escapes_no_more_than_it_must(text: str, written: str) -> None:
    assert pattern(text) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.5, "0.5"),
        (0.1, "pytest.approx(0.1)"),
        (1 / 3, "pytest.approx(0.333333333)"),
        (-3.1e-16, "pytest.approx(0.0)"),
        (math.inf, 'float("inf")'),
        ([math.nan], '[pytest.approx(float("nan"), nan_ok=True)]'),
        (set(), "set()"),
        ((1,), "(1,)"),
        (frozenset({1}), "frozenset({1})"),
        (list(range(3, 20)), "list(range(3, 20))"),
        ({"a": [1, None]}, '{"a": [1, None]}'),
        ({0.1}, "{0.1}"),
        (complex(-0.0, 1), "complex(-0.0, 1.0)"),
    ],
)
def test_a_value_is_written_as_a_person_would(value: Any, written: str) -> None:
    assert expected(encode(value), Nothing()) == written


def test_a_huge_integer_is_written_in_hexadecimal() -> None:
    assert evaluate(literal(10**5000)) == 10**5000


@pytest.mark.parametrize(
    "value",
    [
        Opaque("m:Secret"),
        Long("str", 5000),
        Instance("m:Thing", {}),
        Set((encode(math.nan),)),
    ],
    ids=["opaque", "long", "object", "nan in a set"],
)
def test_what_no_expression_equals_is_refused(value: Value) -> None:
    with pytest.raises(UnwritableError, match="Leave this test out"):
        expected(value, Nothing())


@pytest.mark.parametrize(
    ("attribute", "written"),
    [
        ("__iter__()", "list(cart)"),
        ("__str__()", "str(cart)"),
        ("__repr__()", "repr(cart)"),
        ("__len__()", "len(cart)"),
        ("names()", "cart.names()"),
    ],
)
def test_an_object_is_asked_as_people_ask_it(attribute: str, written: str) -> None:
    told = scalar("pear")

    [comparison] = comparisons(ValueAssertion(1, told, after=1, attribute=attribute), "cart")

    assert comparison.target == written


@pytest.mark.parametrize(
    ("attribute", "source"), [("lines[0].price", "cart.lines[0].price"), ("[1].price", "cart[1].price")]
)
def test_a_part_of_a_value_is_read_where_it_lies(attribute: str, source: str) -> None:
    two = scalar(2)

    [comparison] = comparisons(ValueAssertion(1, two, after=1, attribute=attribute), "cart")

    assert (comparison.target, comparison.attribute) == (source, "price")


def test_a_key_that_is_written_twice_has_its_last_value() -> None:
    assert collection("dict", ['"a"', "1", '"b"', "2", '"a"', "3"]) == '{"a": 3, "b": 2}'
