"""The names that instrumented code uses in its module, and the syntax tree nodes for them."""

from __future__ import annotations

import ast
from typing import TypeVar

PREFIX = "_tl_"
HITS = "_tl_h"
SET_HIT = "_tl_s"
NEXT = "_tl_n"
FUEL = "_tl_f"
RECORD = "_tl_a"
MEASURE = "_tl_t"
RERAISE = "_tl_e"
MUTANT = "_tl_m"
INFECTED = "_tl_i"
EMPTIED = "_tl_z"
ALL = (HITS, SET_HIT, NEXT, FUEL, RECORD, MEASURE, RERAISE)

Node = TypeVar("Node", bound=ast.AST)


def is_reserved(name: str) -> bool:
    """Check whether a name in a module's namespace comes from the instrumentation."""
    return name.startswith(PREFIX)


def placed(node: Node, at: ast.AST) -> Node:
    """Set the source position of `at` on the node and all nodes below it that have none."""
    place = {
        name: getattr(at, name)
        for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")
        if getattr(at, name, None) is not None
    }
    todo: list[ast.AST] = [node]
    while todo:
        current = todo.pop()
        if isinstance(current, (ast.expr, ast.stmt, ast.pattern)) and not hasattr(current, "lineno"):
            for name, value in place.items():
                setattr(current, name, value)
            todo.extend(ast.iter_child_nodes(current))
        elif current is node:
            todo.extend(ast.iter_child_nodes(current))
    return node


def load(name: str) -> ast.Name:
    """Create an expression that reads a name."""
    return ast.Name(name, ast.Load())


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """Create a call of a reserved name."""
    return ast.Call(load(name), list(arguments), [])


def hit(probe: int, at: ast.AST, fuelled: bool = False) -> ast.stmt:
    """Create a statement that marks a probe; if `fuelled`, it also takes a unit of fuel."""
    value: ast.expr = call(NEXT, load(FUEL)) if fuelled else ast.Constant(1)
    target = ast.Subscript(load(HITS), ast.Constant(probe), ast.Store())
    return placed(ast.Assign([target], value), at)


def hit_then_false(probe: int) -> ast.expr:
    """Create an expression that marks a probe and is false."""
    return call(SET_HIT, ast.Constant(probe), ast.Constant(1))


def reraise_interrupt(at: ast.AST) -> ast.stmt:
    """Create a statement that reraises the current exception if the agent raised it to stop the subject."""
    return placed(ast.Expr(call(RERAISE)), at)
