"""Walk a module and propose mutants for the code that runs when tests call it.

Code that only runs at import (bodies of modules and classes, decorators, defaults) has none, nor have
annotations, docstrings, patterns of `match`, or lines that coverage.py excludes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from testloom_agent.mutation.model import Proposal
from testloom_agent.mutation.operators import (
    of_condition,
    of_expression,
    of_handler,
    of_interface,
    of_loop,
    of_statement,
)
from testloom_agent.trees import is_bare_constant

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
UNTOUCHED = (
    ast.arguments,
    ast.pattern,
    ast.expr_context,
    ast.Global,
    ast.Nonlocal,
    ast.Import,
    ast.ImportFrom,
)
CONDITIONS = ("test", "ifs", "guard")
"""Fields of nodes that are used as a condition, whatever their values are."""
ANNOTATIONS = ("annotation", "returns", "decorator_list", "type_params", "format_spec")


@dataclass(frozen=True)
class Enclosing:
    """The enclosing function of code: its qualified name, and names that are bound more than once."""

    name: str
    rebound: frozenset[str] = frozenset()


def proposals_of(tree: ast.Module, excluded: frozenset[int]) -> Iterator[tuple[Enclosing, Proposal]]:
    """Yield all proposals for a module, in source order, without those on `excluded` lines."""
    for scope, proposal in _outside(tree.body, ""):
        if proposal.node.lineno not in excluded:
            yield scope, proposal


def _outside(body: list[ast.stmt], prefix: str) -> Iterator[tuple[Enclosing, Proposal]]:
    """Look for functions in code that runs at import."""
    for statement in body:
        if isinstance(statement, FUNCTIONS):
            yield from _function(statement, prefix)
        elif isinstance(statement, ast.ClassDef):
            yield from _outside(statement.body, f"{prefix}{statement.name}.")
        else:
            for name in ("body", "orelse", "finalbody"):
                yield from _outside(getattr(statement, name, []), prefix)
            for handler in getattr(statement, "handlers", []):
                yield from _outside(handler.body, prefix)


def _function(
    function: ast.FunctionDef | ast.AsyncFunctionDef, prefix: str
) -> Iterator[tuple[Enclosing, Proposal]]:
    scope = Enclosing(f"{prefix}{function.name}", _rebound(function))
    yield from _suite(function.body, scope)


def _suite(body: list[ast.stmt], scope: Enclosing) -> Iterator[tuple[Enclosing, Proposal]]:
    for statement in body:
        if isinstance(statement, FUNCTIONS):
            yield from _function(statement, f"{scope.name}.")
        elif isinstance(statement, ast.ClassDef):
            yield from _outside(statement.body, f"{scope.name}.{statement.name}.")
        elif not is_bare_constant(statement):
            yield from ((scope, proposal) for proposal in of_statement(statement, scope.rebound))
            yield from _below(statement, scope)


def _below(node: ast.AST, scope: Enclosing) -> Iterator[tuple[Enclosing, Proposal]]:
    """Yield the proposals for the parts of a statement or an expression."""
    for name, part in ast.iter_fields(node):
        if name in ANNOTATIONS:
            continue
        if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
            yield from _suite(part, scope)
            continue
        for item in part if isinstance(part, list) else [part]:
            if name in CONDITIONS and not isinstance(node, ast.Assert):
                yield from _condition(item, scope, True if isinstance(node, ast.While) else None)
            else:
                yield from _part(item, node, scope)


def _part(part: object, parent: ast.AST, scope: Enclosing) -> Iterator[tuple[Enclosing, Proposal]]:
    if not isinstance(part, ast.AST) or isinstance(part, UNTOUCHED):
        return
    if isinstance(part, ast.expr) and _is_read(part):
        if isinstance(parent, ast.For) and part is parent.iter:
            yield scope, of_loop(part)
        if isinstance(parent, ast.ExceptHandler):
            yield scope, of_handler(part)
        elif not _is_bound_to(part, parent):
            yield from ((scope, proposal) for proposal in of_expression(part))
        if isinstance(part, ast.Call):
            yield from ((scope, proposal) for proposal in of_interface(part))
    yield from _below(part, scope)


def _condition(
    part: object, scope: Enclosing, endless: bool | None = None
) -> Iterator[tuple[Enclosing, Proposal]]:
    """Yield the proposals for a condition, except for those that would keep a loop going forever."""
    match part:
        case ast.BoolOp(values=operands):
            for operand in operands:
                yield from _condition(operand, scope)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _condition(operand, scope, None if endless is None else not endless)
        case ast.expr():
            for proposal in of_condition(part):
                if endless is None or not _is_constant(proposal.replacement, endless):
                    yield scope, proposal
            if isinstance(part, ast.Call):
                yield from ((scope, proposal) for proposal in of_interface(part))
            yield from _below(part, scope)


def _is_read(part: ast.expr) -> bool:
    return isinstance(getattr(part, "ctx", None), ast.Load | None) and not isinstance(part, ast.Starred)


def _is_bound_to(part: ast.expr, parent: ast.AST) -> bool:
    """Check whether the code around an expression needs it unchanged, or has the same mutants itself."""
    if isinstance(part, ast.Call):
        return isinstance(parent, ast.Expr | ast.Await | ast.withitem | ast.Raise)
    return isinstance(part, ast.Constant) and isinstance(parent, ast.JoinedStr | ast.UnaryOp)


def _is_constant(node: ast.AST | None, value: bool) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _rebound(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """Collect the names that a function binds more than once, including parameters, but not by `x += 1`."""
    given = [argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)]
    nodes = list(ast.walk(function))
    updated = [id(node.target) for node in nodes if isinstance(node, ast.AugAssign)]
    stored = [
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in updated
    ]
    return frozenset(name for name, count in Counter([*given, *stored]).items() if count > 1)
