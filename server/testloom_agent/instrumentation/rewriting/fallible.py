"""Statements that may raise, so that the statements after them need a probe of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_SAFE_EXPRESSIONS = (
    ast.Constant,
    ast.Name,
    ast.Lambda,
    ast.List,
    ast.Tuple,
    ast.NamedExpr,
    ast.expr_context,
)
_SAFE_STATEMENTS = (ast.Pass, ast.Global, ast.Nonlocal, ast.Break, ast.Continue)


def may_raise(statement: ast.stmt) -> bool:
    """Check whether a simple statement or a definition may end with an exception.

    Unbound names are ignored: they are mistakes, not paths.
    """
    if isinstance(statement, _SAFE_STATEMENTS):
        return False
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return any(_expression_may_raise(part) for part in _evaluated_by_definition(statement))
    if isinstance(statement, ast.Assign):
        return not all(isinstance(target, ast.Name) for target in statement.targets) or _expression_may_raise(
            statement.value
        )
    if isinstance(statement, ast.AnnAssign):
        return (
            not isinstance(statement.target, ast.Name)
            or _expression_may_raise(statement.annotation)
            or (statement.value is not None and _expression_may_raise(statement.value))
        )
    if isinstance(statement, ast.Expr):
        return _expression_may_raise(statement.value)
    return type(statement).__name__ != "TypeAlias"


def _evaluated_by_definition(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    yield from node.decorator_list
    yield from node.args.defaults
    yield from (default for default in node.args.kw_defaults if default is not None)
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    arguments += [argument for argument in (node.args.vararg, node.args.kwarg) if argument is not None]
    yield from (argument.annotation for argument in arguments if argument.annotation is not None)
    if node.returns is not None:
        yield node.returns


def _expression_may_raise(node: ast.expr) -> bool:
    if isinstance(node, ast.Lambda):
        return any(
            _expression_may_raise(part)
            for part in [*node.args.defaults, *node.args.kw_defaults]
            if part is not None
        )
    if not isinstance(node, _SAFE_EXPRESSIONS):
        return True
    return any(
        _expression_may_raise(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)
    )


def constant_truth(test: ast.expr) -> bool | None:
    """Compute the truth of a condition that the compiler knows; None if it depends on the run."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.Name):
        return True if test.id == "__debug__" else None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = constant_truth(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        deciding = isinstance(test.op, ast.Or)
        for value in test.values:
            truth = constant_truth(value)
            if truth is None or truth is deciding:
                return truth
        return not deciding
    return None


def is_type_checking(test: ast.expr) -> bool:
    """Check whether a condition is `TYPE_CHECKING` or `typing.TYPE_CHECKING`, false in every run."""
    if isinstance(test, ast.Attribute):
        return test.attr == "TYPE_CHECKING" and isinstance(test.value, ast.Name)
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
