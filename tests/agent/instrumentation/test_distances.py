"""Branch distances: 0 where the outcome holds, smaller where it is nearer."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom_agent.instrumentation.patterns import Pattern
from testloom_agent.instrumentation.tracing.distances import LARGEST, MIXED, measure
from testloom_agent.instrumentation.tracing.texts import edits

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
    "startswith": lambda left, right: left.startswith(right),
    "endswith": lambda left, right: left.endswith(right),
}


def distance(op: str, left: Any, right: Any) -> tuple[float, float]:
    return measure(op, left, right, OPERATORS[op](left, right))


@pytest.mark.parametrize(
    ("op", "left", "right", "expected"),
    [
        ("==", 3, 3, (0, 1)),
        ("==", 3, 10, (7, 0)),
        ("==", True, 0, (1, 0)),
        ("==", 1.5, 1, (0.5, 0)),
        ("!=", 3, 3, (1, 0)),
        ("!=", 3, 10, (0, 7)),
        ("<", 3, 10, (0, 7)),
        ("<", 10, 10, (1, 0)),
        ("<", 12, 10, (3, 0)),
        ("<=", 12, 10, (2, 0)),
        ("<=", 10, 10, (0, 1)),
        (">", 10, 10, (1, 0)),
        (">", 10, 12, (3, 0)),
        (">=", 12, 10, (0, 3)),
        (">=", 10, 12, (2, 0)),
        ("==", 1, "1", (MIXED, 0)),
        ("==", None, None, (0, 1)),
        ("==", None, 3, (MIXED, 0)),
        ("is", None, None, (0, 1)),
        ("is", None, 3, (1, 0)),
        ("is not", None, 3, (0, 1)),
        ("in", 3, [1, 5, 9], (2, 0)),
        ("in", 3, [], (MIXED, 0)),
        ("in", 3, {3: 1}, (0, 1)),
        ("not in", 3, (1, 5), (0, 2)),
        ("in", "b", "abc", (0, 1)),
        ("in", "xb", "abc", (1, 0)),
        ("in", "xyz", "", (3, 0)),
        ("<", "a", "c", (0, 2)),
        ("<", "c", "a", (3, 0)),
        ("<", "ab", "a", (100, 0)),
        ("==", [1, 2], [1, 3], (0.5, 0)),
        ("==", [1], [1, 3], (1, 0)),
        ("==", {1, 2}, {1}, (1, 0)),
        ("==", {"a": 1}, {"a": 2}, (0.5, 0)),
        ("==", {"a": 1}, {}, (2, 0)),
        ("==", 1 + 1j, 1 + 0j, (1, 0)),
        ("startswith", "abc", "abc", (0, 1)),
        ("startswith", "", "a", (1, 0)),
        ("endswith", "abc", ("x", "bc"), (0, 1)),
    ],
)
def test_distance_of_operands(op: str, left: Any, right: Any, expected: tuple[float, float]) -> None:
    assert distance(op, left, right) == pytest.approx(expected)


def test_texts_are_nearer_the_fewer_edits_they_need() -> None:
    to_true = [distance("==", text, "hello")[0] for text in ("hello", "hellp", "hellz", "help", "xyz")]

    assert to_true == sorted(to_true)
    assert to_true[0] == 0
    assert to_true[1] > 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, (1, 0)),
        (5, (0, 5)),
        (-5, (0, 5)),
        ("", (1, 0)),
        ("abc", (0, 3)),
        ([], (1, 0)),
        (None, (1, 0)),
        (object, (0, 1)),
    ],
)
def test_truth_is_far_from_false_by_the_size_of_the_value(value: Any, expected: tuple[float, float]) -> None:
    assert measure("truth", value, None, not value) == expected


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (float("nan"), 1),
        (float("inf"), 1),
        (10**400, 1.5),
        (float("inf"), float("inf")),
        ("x" * 500, "y" * 400),
    ],
)
@pytest.mark.parametrize("op", ["==", "!=", "<", ">="])
def test_extreme_operands_have_finite_distances(op: str, left: Any, right: Any) -> None:
    assert all(0 <= side <= LARGEST for side in distance(op, left, right))


def test_characters_in_the_way_are_counted() -> None:
    assert measure("isdigit", "12ab", None, False) == (2, 0)
    assert measure("isdigit", "", None, False) == (1, 0)
    assert measure("isdigit", "12", None, True) == (0, 1)


@pytest.mark.parametrize(
    ("pattern", "subject", "to_true"),
    [
        (Pattern((3, 8)), 5, 2),
        (Pattern(("go",)), 5, MIXED),
        (Pattern(length=2), [1, 2, 3], 1),
        (Pattern(length=4, longer=True), [1], 3),
        (Pattern(length=2), "ab", MIXED),
    ],
)
def test_patterns(pattern: Pattern, subject: Any, to_true: float) -> None:
    assert measure("case", subject, None, False, pattern) == (to_true, 0)


class Loud:
    """Anything asked of it is an error."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("asked for equality")

    def __len__(self) -> int:
        raise AssertionError("asked for its length")

    def __bool__(self) -> bool:
        raise AssertionError("asked for its truth")

    def __lt__(self, other: object) -> bool:
        raise AssertionError("asked for order")

    __hash__ = None  # type: ignore[assignment]


class LoudText(str):
    """A text that compares itself."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("asked for equality")

    __hash__ = str.__hash__


@pytest.mark.parametrize("op", ["==", "!=", "<", ">", "in", "is", "startswith", "truth"])
@pytest.mark.parametrize("right", [Loud(), [Loud()], LoudText("x"), "x", 3])
def test_nothing_of_the_subject_is_called(op: str, right: Any) -> None:
    assert measure(op, Loud(), right, True) in {(0, 1), (1, 0), (0, MIXED)}
    assert measure(op, LoudText("x"), right, False)
    measure(op, [Loud()], [right], False)


def test_a_container_that_changed_later_still_says_what_happened() -> None:
    assert measure("in", 3, [3], False) == (1, 0)


def test_collections_that_hold_themselves_again_and_again_are_soon_compared() -> None:
    lists: list[Any] = [[], []]
    dicts: list[dict[int, Any]] = [{}, {}]
    for one in lists:
        one.extend([one] * 64)
    for mapping in dicts:
        mapping.update(dict.fromkeys(range(64), mapping))
    began = time.process_time()

    for one, other in (lists, dicts):
        assert 0 < measure("==", one, other, False)[0] < MIXED
        assert 0 < measure("in", one, [other] * 64, False)[0] < MIXED
    assert time.process_time() - began < 2


SIMPLE = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=8),
    st.binary(max_size=4),
    st.lists(st.integers()),
)


@given(SIMPLE, SIMPLE, st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "is", "in", "not in"]))
def test_zero_exactly_where_the_outcome_holds(left: Any, right: Any, op: str) -> None:
    try:
        outcome = OPERATORS[op](left, right)
    except (TypeError, ValueError):
        return
    to_true, to_false = measure(op, left, right, outcome)

    assert (to_true == 0) is outcome
    assert (to_false == 0) is not outcome
    assert 0 <= min(to_true, to_false) <= max(to_true, to_false) <= LARGEST


@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_edits_are_levenshtein(one: str, other: str) -> None:
    previous = list(range(len(other) + 1))
    for row, character in enumerate(one, 1):
        current = [row]
        for column, wanted in enumerate(other, 1):
            current.append(
                min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (character != wanted))
            )
        previous = current

    assert edits(one, other) == previous[-1]
