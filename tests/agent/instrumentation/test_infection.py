"""Mutants that make no difference where they are reached are told without being run."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testloom_agent.mutation.model import Mutant
from testloom_agent.mutation.schema import mutate
from testloom_agent.mutation.switch import Switch


class Mutated:
    """The function `f` of a source with its mutants."""

    def __init__(self, source: str) -> None:
        schema = mutate(source, "m.py")
        self.switch = Switch(schema)
        self.namespace: dict[str, Any] = {}
        self.switch.bind(self.namespace)
        exec(schema.code, self.namespace)

    def call(self, *arguments: Any) -> Any:
        """What the function returns or raises."""
        self.switch.begin(10_000)
        try:
            return self.namespace["f"](*arguments)
        except Exception as error:
            return type(error)
        finally:
            self.switch.end()

    def idle(self, *arguments: Any) -> list[Mutant]:
        """The mutants that make no difference to a call."""
        self.switch.look.is_on = True
        self.call(*arguments)
        self.switch.look.is_on = False
        return [mutant for mutant in self.switch.mutants if mutant.id in self.switch.look.idle]


def idle(body: str, *arguments: Any) -> list[tuple[str, str]]:
    """The idle mutants of a call of `f(a, b)` with this body."""
    mutated = Mutated(f"def f(a, b):\n    {body}\n")
    return [(mutant.before, mutant.after) for mutant in mutated.idle(*arguments)]


@pytest.mark.parametrize(
    ("body", "arguments", "expected"),
    [
        pytest.param("return a < b", (7, 9), [("a < b", "a <= b"), ("a < b", "a != b")], id="ordering"),
        pytest.param("return a < b", (9, 9), [("a < b", "a != b"), ("a < b", "False")], id="at the bound"),
        pytest.param("return a if a < 1 else b", (7, 9), [("a < 1", "a <= 1"), ("a < 1", "False"),
                     ("1", "2"), ("1", "0")], id="constant"),
        pytest.param("if a and b: return 1", (0, 9), [("a", "False"), ("b", "True"), ("b", "False")],
                     id="short circuit"),
        pytest.param("return a + b", (7, 0), [("a + b", "a - b"), ("a + b", "a | b")], id="arithmetic"),
        pytest.param("return a + b", ("x", "y"), [], id="that only the mutant fails"),
        pytest.param("return a + b", (7, "y"), [], id="that fails without one"),
        pytest.param("return a[0]", ([7, 7], 0), [], id="keys, which may make items"),
        pytest.param("return a[0:b]", ("xy", 0), [("0", "1"), ("0", "-1")], id="slices"),
        pytest.param("return a.pop(0) < 1", ([7, 7], 0), [], id="side effects"),
        pytest.param("return a or b", ([], []), [], id="equal objects that are not the same"),
    ],
)  # fmt: skip
def test_what_makes_no_difference_where_it_is_reached_is_idle(
    body: str, arguments: tuple[Any, ...], expected: list[tuple[str, str]]
) -> None:
    assert [one for one in idle(body, *arguments) if not one[1].startswith("type(")] == expected


@pytest.mark.parametrize(("value", "is_idle"), [([], True), ("", True), (0, True), ([7], False), (7, False)])
def test_a_return_of_what_is_empty_is_emptied_in_vain(value: object, is_idle: bool) -> None:
    assert (("a", "type(a)()") in idle("return a", value, None)) is is_idle


def test_what_makes_a_difference_once_is_not_idle() -> None:
    body = "return [c for c in a if c < b]"

    assert ("c < b", "c <= b") in idle(body, [1, 2], 3)
    assert ("c < b", "c <= b") not in idle(body, [1, 3, 2], 3)


SOURCE = """
def f(a, b):
    total = 0
    for x in a:
        if x % 2 == 0 and not x == b or len(a) < 3:
            total += x * 2 if x < b - 1 else -x
        while total > 10 and x != 1:
            total -= 3
    return [(x, total) for x in (a[1:3], b) if x or b > 0 and total <= 5], b <= total < 9
"""


@given(st.lists(st.integers(-5, 5), max_size=4), st.integers(-3, 3))
def test_idle_mutants_change_nothing_if_they_are_run(a: list[int], b: int) -> None:
    mutated = Mutated(SOURCE)
    expected = mutated.call(a, b)

    for mutant in mutated.idle(a, b):
        mutated.switch.turn(mutant)
        assert mutated.call(a, b) == expected
        mutated.switch.turn(None)
