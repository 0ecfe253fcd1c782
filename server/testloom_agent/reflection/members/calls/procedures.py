"""Functions that are called for their effect: without an annotation, the source shows this."""

from __future__ import annotations

import ast

from testloom_agent.reflection.syntax import own_parts
from testloom_agent.trees import is_bare_constant

_LEFT_OPEN = (ast.Pass, ast.Raise)
"""The statements in the body of a function that subclasses are to implement."""


def is_procedure(node: ast.AST | None) -> bool:
    """Check whether a function acts but returns nothing, not even an explicit None."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    if all(isinstance(statement, _LEFT_OPEN) or is_bare_constant(statement) for statement in node.body):
        return False
    return not any(
        isinstance(part, (ast.Yield, ast.YieldFrom))
        or (isinstance(part, ast.Return) and part.value is not None)
        for part in own_parts(node)
    )
