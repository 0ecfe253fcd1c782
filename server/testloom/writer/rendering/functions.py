"""Rendering of the functions that a test defines: generators, and applications that are called."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import FunctionStatement, FunctionStep
from testloom.writer.layout.mentions import ANYTHING, hint_of
from testloom.writer.rendering.calls import syntax_of
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import plain
from testloom.writer.syntax.names import call, identifier, parameter

INDENT = "    "


def function(statement: FunctionStatement, name: str, scope: CaseScope) -> str:
    """Render the lines that define a function; a generator used more than once is started after them.

    Raises:
        UnwritableError: if the function cannot be written as source.
    """
    is_shared = statement.is_generator and not scope.is_begun_where_used(statement)
    own = f"make_{name}" if is_shared else name
    hint = _hint(statement, scope) if scope.context.style.type_hints else ""
    given = [parameter(text, scope.path(ANYTHING) if hint else "") for text in statement.parameters]
    head = f"{'async ' if statement.is_async else ''}def {identifier(own)}({', '.join(given)}){hint}:"
    lines = [head, *(f"{INDENT}{line}" for line in _body(statement, scope))]
    return plain("\n".join([*lines, *(["", f"{name} = {call(own)}"] if is_shared else [])]))


def _hint(statement: FunctionStatement, scope: CaseScope) -> str:
    path = hint_of(statement)
    anything = scope.path(ANYTHING)
    if not statement.is_generator:
        return f" -> {anything}"
    return f" -> {scope.path(path)}[{', '.join([anything] * (2 if statement.is_async else 3))}]"


def _body(statement: FunctionStatement, scope: CaseScope) -> Iterator[str]:
    for step in statement.steps:
        yield from _step(step, scope, "await " if statement.is_async else "").split("\n")
    if statement.never_yields:
        yield from ("yield",) if statement.steps else ("return", "yield")
    elif not statement.steps:
        yield "pass"


def _step(step: FunctionStep, scope: CaseScope, before: str) -> str:
    if step.kind == "call":
        return f"{before}{call(identifier(step.called), map(scope.value, step.args))}"
    assert step.value is not None
    if scope.layout.forms[step.value] == "error":
        return f"{step.kind} {syntax_of(scope.layout.statements[step.value], scope).text}"
    return f"{step.kind} {scope.value(step.value)}"
