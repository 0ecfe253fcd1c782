"""Parameters and attributes of which code asks nothing but whether they are true: flags."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Sequence

from testloom_agent.reflection.bodies.uses import ITSELF, name_of
from testloom_agent.trees import nodes_of

TRUTH = "<truth>"
"""The use of what is tested for its truth where nothing else is done with it."""


def flags_in(parts: Iterable[ast.AST], names: Container[str], handed: Sequence[ast.expr] = ()) -> list[str]:
    """List the names that are read in tests of their truth, and nowhere else.

    That one is `handed` to a function which takes it for a flag is such a test. That a constructor stores
    one in its object does not count: what is read of that shows it.
    """
    tested = dict.fromkeys(map(name_of, handed))
    read: list[ast.expr] = []
    known: set[ast.AST] = {*handed}
    for part in parts:
        for node in nodes_of(part):
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
                read.append(node)
            for test in _tests_of(node):
                known.add(test)
                tested.setdefault(name_of(test))
            if isinstance(node, ast.Assign) and name_of(node.targets[0]).startswith(ITSELF):
                known.add(node.value)
    others = {name_of(node) for node in read if node not in known}
    return [name for name in tested if name in names and name not in others]


def _tests_of(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what is tested for its truth in a statement, a conditional expression or a comprehension."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from _operands(test)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _operands(operand)
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _operands(test)


def _operands(test: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of a test that are combined with `and`, `or` and `not`."""
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _operands(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _operands(operand)
        case _:
            yield test
