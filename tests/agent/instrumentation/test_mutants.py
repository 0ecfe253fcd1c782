"""Mutants are put into a module as its source calls for them, and do nothing until they are switched on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from textwrap import indent
from typing import Any

import pytest

from testloom_agent.mutation.schema import fair_share, mutate, spread
from testloom_agent.mutation.switch import Switch


def changes(body: str, operator: str) -> list[tuple[str, str]]:
    """What becomes of a function with this body: source before and after each mutant of the operator."""
    source = f"def f(a, b):\n{indent(body, '    ')}\n"
    return [(one.before, one.after) for one in mutate(source, "m.py").mutants if one.operator == operator]


def loaded(source: str) -> tuple[Callable[..., Any], Switch]:
    """The function `f` of the source, with its mutants and their switch."""
    schema = mutate(source, "m.py")
    switch = Switch(schema)
    namespace: dict[str, Any] = {}
    switch.bind(namespace)
    exec(schema.code, namespace)
    return namespace["f"], switch


def test_arguments_change_places_where_interfaces_are_tested() -> None:
    source = "def f(a, b):\n    a.g(b, a, *b)\n    return h(a, a, b, c=a)\n"

    usual, more = (
        {(m.operator, m.after) for m in mutate(source, "m.py", wide).mutants} for wide in (False, True)
    )

    assert more - usual == {("arguments", "a.g(a, b, *b)"), ("arguments", "h(a, b, a, c=a)")}


@pytest.mark.parametrize(
    ("body", "operator", "expected"),
    [
        pytest.param("x = a + b", "arithmetic", [("a + b", "a - b"), ("a + b", "a | b")], id="arithmetic"),
        pytest.param("x = a - b", "arithmetic", [("a - b", "a + b"), ("a - b", "a ^ b"), ("a - b", "a >> b")],
                     id="subtraction"),
        pytest.param("a //= b", "arithmetic", [("a //= b", "a *= b"), ("a //= b", "a /= b")], id="in place"),
        pytest.param("x = a % 'b'", "arithmetic", [], id="no texts"),
        pytest.param("x = a < b", "boundary", [("a < b", "a <= b")], id="boundary"),
        pytest.param("x = a == b", "boundary", [("a == b", "a <= b"), ("a == b", "a >= b")], id="equality"),
        pytest.param("x = len(a) != 2", "boundary", [("len(a) != 2", "len(a) < 2"),
                     ("len(a) != 2", "len(a) > 2")], id="inequality"),
        pytest.param("x = a == 'b'", "boundary", [("a == 'b'", "a <= 'b'"), ("a == 'b'", "a >= 'b'")],
                     id="texts have an order"),
        pytest.param("x = a == None, a == [b]", "boundary", [], id="what has no order has no bounds"),
        pytest.param("x = a < b", "comparison", [("a < b", "a != b"), ("a < b", "False")], id="less"),
        pytest.param("x = a >= b", "comparison", [("a >= b", "a == b"), ("a >= b", "True")], id="not less"),
        pytest.param("x = a is b", "comparison", [("a is b", "True"), ("a is b", "False")], id="identity"),
        pytest.param("x = 0 < a <= b", "boundary", [("0 < a <= b", "0 <= a <= b"),
                     ("0 < a <= b", "0 < a < b")], id="bounds of a chain"),
        pytest.param("x = 0 < a <= b", "comparison", [("0 < a <= b", "0 != a <= b"),
                     ("0 < a <= b", "0 < a == b"), ("0 < a <= b", "True"), ("0 < a <= b", "False")],
                     id="chain"),
        pytest.param("if a and not b: c", "condition", [("a", "True"), ("a", "False"), ("b", "True"),
                     ("b", "False")], id="parts of a condition"),
        pytest.param("if a and not b: c", "boolean", [], id="and in a condition"),
        pytest.param("if not a: b", "not", [], id="not in a condition"),
        pytest.param("if a == b: c", "comparison", [("a == b", "True"), ("a == b", "False")],
                     id="comparison in a condition"),
        pytest.param("x = a if a.f(b) else b", "result", [("a.f(b)", "True"), ("a.f(b)", "False")],
                     id="call in a condition"),
        pytest.param("x = [c for c in a if c]", "condition", [("c", "True"), ("c", "False")],
                     id="condition of a comprehension"),
        pytest.param("if x := a: b", "condition", [], id="value that a condition keeps"),
        pytest.param("while a: b", "condition", [("a", "False")], id="no endless loop"),
        pytest.param("while not a: b", "condition", [("a", "True")], id="no endless loop by not"),
        pytest.param("while a and b: c", "condition", [("a", "True"), ("a", "False"), ("b", "True"),
                     ("b", "False")], id="parts of the condition of a loop"),
        pytest.param("x = a and b", "boolean", [("a and b", "a or b")], id="boolean"),
        pytest.param("x = not a", "not", [("not a", "a")], id="not"),
        pytest.param("x = 7", "constant", [("7", "8"), ("7", "6")], id="number"),
        pytest.param("x = True", "constant", [("True", "False")], id="truth"),
        pytest.param("x = 'ab', ''", "constant", [("'ab'", "''"), ("''", "'mutant'")], id="text"),
        pytest.param("'doc'\nx = f'a{b}'", "constant", [], id="no docstrings, no parts of f-strings"),
        pytest.param("return a", "return", [("return a", "return None"), ("a", "type(a)()")],
                     id="return"),
        pytest.param("return [a]", "return", [("return [a]", "return None")], id="return of a list"),
        pytest.param("return NotImplemented", "return", [("return NotImplemented", "return None")],
                     id="return of what is never empty"),
        pytest.param("yield a\nyield from b", "return", [("yield a", "pass"), ("yield from b", "pass")],
                     id="yield"),
        pytest.param("a = yield b", "return", [], id="yield that is answered"),
        pytest.param("return None", "return", [], id="return of nothing"),
        pytest.param("a.x = b", "statement", [("a.x = b", "pass")], id="assignment"),
        pytest.param("x = b", "statement", [], id="the only assignment of a name"),
        pytest.param("a = b", "statement", [("a = b", "pass")], id="another assignment of a name"),
        pytest.param("for x in a: break", "statement", [("a", "()"), ("break", "continue")], id="loop"),
        pytest.param("a.f(b)", "call", [("a.f(b)", "pass")], id="call"),
        pytest.param("x = str(a)", "result", [("str(a)", "a")], id="result of a function"),
        pytest.param("x = a.f(b)", "result", [("a.f(b)", "None")], id="result of a method"),
        pytest.param("x = a.f().g()", "result", [("a.f().g()", "a.f()"), ("a.f()", "None")], id="chained"),
        pytest.param("raise KeyError(a)", "exception", [("raise KeyError(a)", "raise ArithmeticError")],
                     id="exception"),
        pytest.param("raise KeyError(a)", "statement", [("raise KeyError(a)", "pass")], id="no exception"),
        pytest.param("try: a\nexcept KeyError: b", "exception", [("KeyError", "()")], id="handler"),
    ],
)  # fmt: skip
def test_an_operator_proposes_its_faults(body: str, operator: str, expected: list[tuple[str, str]]) -> None:
    assert changes(body, operator) == expected


def test_what_runs_at_import_has_no_mutants() -> None:
    source = "X = 1 + 2\nclass C:\n    Y = 3\n    @d(4)\n    def f(self, x=5) -> 6: pass\n"

    assert mutate(source, "m.py").mutants == ()


def test_what_coverage_leaves_out_has_no_mutants() -> None:
    assert mutate("def f(a):\n    if a:  # pragma: no cover\n        return 1\n", "m.py").mutants == ()


def test_a_mutant_says_where_it_is() -> None:
    [mutant] = mutate("class C:\n    def f(self):\n        return [self]\n", "m.py").mutants

    assert (mutant.id, mutant.line, mutant.function) == (1, 3, "C.f")


def emptied(value: object) -> Any:
    """What comes of the value where it is returned and emptied, whatever the function calls its own."""
    mutated, switch = loaded("def f(type, iter=None):\n    return type\n")
    switch.turn(next(one for one in switch.mutants if one.after == "type(type)()"))
    return mutated(value)


@pytest.mark.parametrize("value", [[], {}, "", 0, False, None, range(0), ()])
def test_a_return_of_nothing_much_is_emptied_without_a_difference(value: object) -> None:
    assert emptied(value) is value


@pytest.mark.parametrize(
    ("value", "expected"),
    [([1], []), ({"a": 1}, {}), ("a", ""), (b"a", b""), (7, 0), (0.5, 0.0), (True, False), ({1}, set()),
     ((1, 2), ()), (range(3), range(0)), (Counter("a"), Counter()), ({1: 2}.keys(), {}.keys())],
    ids=str,
)  # fmt: skip
def test_a_return_is_emptied(value: object, expected: object) -> None:
    found = emptied(value)

    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize("make", [iter, enumerate, reversed, lambda items: (item for item in items)])
def test_an_iterator_that_is_emptied_is_one_without_items(make: Callable[[list[int]], Iterator[int]]) -> None:
    found = emptied(make([1, 2]))

    assert next(found, "none") == "none"


class Guest:
    """An object whose class nobody may call without arguments, and whose attributes nobody may ask for."""

    def __init__(self, name: str) -> None:
        assert name

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(name)

    def __bool__(self) -> bool:
        raise AssertionError


@pytest.mark.parametrize("make", [partial(Guest, "Ada"), lambda: Guest], ids=["object", "class"])
def test_what_has_no_empty_value_is_gone_and_nobody_asks_it_anything(make: Callable[[], object]) -> None:
    assert emptied(make()) is None


def test_a_generator_of_which_nothing_comes_is_still_one() -> None:
    mutated, switch = loaded("def f(a):\n    for x in a:\n        yield x\n")
    switch.turn(next(one for one in switch.mutants if one.operator == "return"))

    assert list(mutated([1, 2])) == []


SOURCE = """
def f(n):
    total = 0
    for i in range(n):
        if i % 2 == 0 and not i == 4:
            total += i
    return [(x, n) for x in (total,)][0]
"""


def test_nothing_changes_until_a_mutant_is_on() -> None:
    original: dict[str, Any] = {}
    exec(SOURCE, original)
    mutated, _ = loaded(SOURCE)

    assert [mutated(n) for n in range(9)] == [original["f"](n) for n in range(9)]


def test_each_mutant_does_what_its_text_says() -> None:
    mutated, switch = loaded(SOURCE)
    outcomes = {}
    for mutant in [one for one in switch.mutants if one.operator != "constant"]:
        switch.turn(mutant)
        outcomes[mutant.before, mutant.after] = mutated(7)

    assert outcomes["total += i", "total -= i"] == (-8, 7)
    assert outcomes["total += i", "pass"] == (0, 7)
    assert outcomes["i == 4", "True"] == (0, 7)
    assert outcomes["i == 4", "False"] == (12, 7)
    assert outcomes["range(n)", "()"] == (0, 7)


def test_the_mutants_that_a_run_reached_are_known() -> None:
    mutated, switch = loaded("def f(a):\n    if a:\n        return a + 1\n    return a - 1\n")
    switch.begin(100)
    mutated(0)

    assert {mutant.line for mutant in switch.reached_mutants()} == {2, 4}


def test_a_long_function_keeps_mutants_of_each_operator() -> None:
    body = "\n".join(f"    x{n} = {n}" for n in range(200))
    mutants = mutate(f"def f(a):\n{body}\n    return [a]\ndef g(a):\n    return not a\n", "m.py").mutants

    assert [one.operator for one in mutants if one.function == "f"].count("return") == 1
    assert len([one for one in mutants if one.function == "f"]) == 120
    assert len([one for one in mutants if one.function == "g"]) == 2


@pytest.mark.parametrize(
    ("sizes", "most", "expected"),
    [([5, 5], 20, [5, 5]), ([1, 9, 9], 9, [1, 4, 4]), ([], 3, []), ([4], 0, [0])],
)
def test_shares_are_the_same_as_long_as_they_last(sizes: list[int], most: int, expected: list[int]) -> None:
    assert fair_share(sizes, most) == expected


def test_what_is_taken_is_spread_evenly() -> None:
    assert spread(range(10), 5) == [0, 2, 4, 6, 8]
