"""Whether a condition may be true of a test's arguments.

In a function that calls itself, the condition may be about the arguments of an inner call.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, TypeAlias

from testloom.model.statements import CollectionStatement, LiteralStatement, Statement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.model.texts.trees import condition_of
from testloom.writer.layout.usage import arguments_of

TYPES: Mapping[str, type] = {
    kind.__name__: kind for kind in (bool, int, float, complex, str, bytes, list, tuple, set, frozenset, dict)
}
Given: TypeAlias = Mapping[str, Any]
"""The plain arguments of a test, by the names of their parameters."""


def given_in(test: AssertedTest, subject: Subject) -> Given:
    """Collect the plain arguments of the test's last call of its callable, by parameter name."""
    statements = {statement.id: statement for statement in test.case.statements}
    known = subject.callables.get(test.callable)
    calls = [s for s in test.case.calls if s.callable == test.callable]
    given: dict[str, Any] = {}
    for reference, name in arguments_of(calls[-1], known) if calls and known is not None else ():
        value = _plain(statements[reference], statements)
        if name and value is not None:
            given[name] = value
    return given


def contradicts(given: Given, condition: str, *, outcome: bool) -> bool:
    """Check whether a condition about one argument has another outcome for the argument's value."""
    try:
        held = _told(condition_of(condition), given)
    except (SyntaxError, ValueError):
        return False
    return held is not None and held is not outcome


def _plain(statement: Statement, statements: Mapping[int, Statement]) -> Any:
    """A literal's value, or a collection of the same kind, as empty or not; None for any other statement."""
    match statement:
        case LiteralStatement(value=value):
            return value
        case CollectionStatement(kind=kind, items=items):
            return TYPES[kind]((item, item) if kind == "dict" else item for item in items)
    return None


def _told(node: ast.expr, given: Given) -> bool | None:
    """Whether a condition holds for the arguments; None unless it is about the truth or type of one."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            told = _told(operand, given)
            return None if told is None else not told
        case ast.Name(id=name) if name in given:
            return bool(given[name])
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kinds]) if name in given:
            parts = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
            types = [TYPES.get(part.id) if isinstance(part, ast.Name) else None for part in parts]
            known = tuple(kind for kind in types if kind is not None)
            return isinstance(given[name], known) if len(known) == len(types) else None
    return None
