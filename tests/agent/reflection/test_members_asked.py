"""What a body asks of a parameter by `in` is told."""

from __future__ import annotations

import ast

from testloom_agent.reflection.bodies.uses import uses_of


def test_the_constants_that_are_asked_for_are_told() -> None:
    [function] = ast.parse("def f(a, b):\n    return 'x' in a and 2 not in a and b in a\n").body
    assert isinstance(function, ast.FunctionDef)

    assert uses_of(function, ["a", "b"])["a"] == ["in", "in:'x'", "in:2"]
