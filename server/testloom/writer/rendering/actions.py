"""Rendering of statements: the lines of source that perform each statement."""

from __future__ import annotations

import re
from collections.abc import Iterator

from testloom.model.execution import FieldError
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    FunctionStatement,
    Statement,
    enters,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.suite import ExceptionAssertion, WarningAssertion
from testloom.model.texts.names import is_fixture
from testloom.writer.rendering.calls import reached, syntax_of
from testloom.writer.rendering.classes import definition
from testloom.writer.rendering.doubles import answers, double
from testloom.writer.rendering.environment import prepared
from testloom.writer.rendering.functions import function
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import plain
from testloom.writer.rendering.written_calls import WrittenCall
from testloom.writer.syntax.literals import pattern
from testloom.writer.syntax.names import call

CAUGHT = "caught"
"""The name of the variable for a caught exception whose attributes a test asserts."""
_STATUS = re.compile(r"0|-?[1-9][0-9]*|True|False")


def performed(statement: Statement, scope: CaseScope) -> str | None:
    """Render a statement as lines of its own; None for a value that is written where it is used.

    Raises:
        UnwritableError: if the statement cannot be written as source.
    """
    name = scope.layout.variables.get(statement.id)
    if scope.layout.forms[statement.id] not in ("line", "variable"):
        return None
    if isinstance(statement, DoubleStatement) and name is not None:
        return "\n".join((f"{name} = {double(statement, scope)}", *answers(statement, name, scope)))
    if isinstance(statement, ClassStatement | FunctionStatement) and name is not None:
        return _defined(statement, name, scope)
    if isinstance(statement, EnvironmentStatement):
        return prepared(statement, scope)
    if name is None:
        return _alone(statement, scope)
    if isinstance(statement, CallStatement) and is_fixture(statement.callable):
        return None
    return "\n".join((f"{name} = {_definition(statement, scope)}", *_finalized(statement, name, scope)))


def _defined(statement: ClassStatement | FunctionStatement, name: str, scope: CaseScope) -> str:
    """The lines that define a class or a function."""
    if isinstance(statement, FunctionStatement):
        return function(statement, name, scope)
    return definition(statement, scope)


def _finalized(statement: Statement, name: str, scope: CaseScope) -> Iterator[str]:
    """The line that registers the finalizer of an opened value, which runs after the test; else none."""
    opened = scope.layout.openings.get(statement.id)
    if opened is not None:
        yield f"{scope.fixture('request')}.addfinalizer({name}.{opened.finalizer})"


def managed(statement: Statement, scope: CaseScope) -> str:
    """Render the `with` line that opens a value which the end of the body closes."""
    text = _definition(statement, scope)
    opened = scope.layout.openings.get(statement.id)
    if opened is not None and opened.is_closed:
        text = call(f"{scope.module('contextlib')}.closing", [text])
    name = scope.layout.variables.get(statement.id)
    return f"with {text}{f' as {name}' if name else ''}:"


def warning(statement: Statement, text: str, scope: CaseScope) -> str:
    """Render a statement that warns, with `pytest.warns` around it."""
    assertion = scope.layout.warns[statement.id]
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    return f"with {scope.module('pytest')}.warns({_matched(assertion, scope)}):\n{lines}"


def letting_through(statement: Statement, scope: CaseScope) -> Iterator[str]:
    """Yield the line before a statement that raises, if its exception would not reach the test otherwise."""
    if isinstance(statement, CallStatement):
        form = scope.context.subject.capabilities.about(statement, WrittenCall)
        if (line := form.letting_through(statement, scope)) is not None:
            yield line


def raising(statement: Statement, scope: CaseScope) -> str:
    """Render the statement that raises, with `pytest.raises` around it."""
    assertion = scope.layout.raises[statement.id]
    raises = f"with {scope.module('pytest')}.raises({_matched(assertion, scope)})"
    raises += f" as {CAUGHT}" if assertion.errors or assertion.text or _code(assertion) else ""
    if isinstance(statement, EnterStatement) or enters(statement):
        manager = opening(statement, scope)
        if manager.startswith("with "):
            return f"{raises}, {manager.removeprefix('with ')}\n    {body(statement, scope)}"
        return f"{raises}:\n    {manager}\n        {body(statement, scope)}"
    if isinstance(statement, ClassStatement):
        lines = "\n".join(f"    {line}" for line in definition(statement, scope).split("\n"))
        return f"{raises}:\n{lines}"
    return f"{raises}:\n    {_alone(statement, scope)}"


def _code(assertion: ExceptionAssertion | WarningAssertion) -> str:
    """The status that `sys.exit` got; empty for a text, and for other exceptions."""
    is_status = assertion.type == "builtins:SystemExit" and _STATUS.fullmatch(assertion.match)
    return assertion.match if is_status else ""


def about_raised(statement: Statement, scope: CaseScope) -> Iterator[str]:
    """Yield the assertion about the exit code, the response text or the model errors of an exception."""
    if code := _code(scope.layout.raises[statement.id]):
        operator = "is" if code in ("True", "False") else "=="
        yield f"assert {CAUGHT}.value.code {operator} {scope.slot(code, 'code', 'expected')}"
    if text := scope.layout.raises[statement.id].text:
        yield f"assert {CAUGHT}.value.text == {scope.slot(scope.literal(text), 'text', 'expected')}"
    errors = scope.layout.raises[statement.id].errors
    told = [
        f"({scope.slot(_place(error, scope), 'location', 'expected')}, "
        f"{scope.slot(scope.literal(error.kind), 'kind', 'expected')})"
        for error in errors
    ]
    if told:
        found = f'[(error["loc"], error["type"]) for error in {CAUGHT}.value.errors()]'
        yield f"assert {found} == [{', '.join(told)}]"


def _place(error: FieldError, scope: CaseScope) -> str:
    parts = [scope.literal(part) for part in error.place]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def body(statement: Statement, scope: CaseScope) -> str:
    """Render the body of the `with` that a statement opens: `pass`, or the exception to raise."""
    if isinstance(statement, EnterStatement) and statement.error is not None:
        if scope.layout.forms[statement.error] == "error":
            error = scope.layout.statements[statement.error]
            return f"raise {plain(_definition(error, scope))}"
        return f"raise {scope.variable(statement.error)}"
    return "pass"


def _matched(assertion: ExceptionAssertion | WarningAssertion, scope: CaseScope) -> str:
    """The type and the message that are expected; linters want a message for the most general types."""
    arguments = scope.path(assertion.type)
    if _code(assertion):
        return arguments
    begin = assertion.match.strip()
    ending = assertion.ending if isinstance(assertion, ExceptionAssertion) else ""
    if begin or ending:
        text = pattern(begin, ending, single_quotes=scope.single_quotes)
        return f"{arguments}, match={scope.slot(text, 'message', 'message')}"
    if assertion.type in ("builtins:Exception", "builtins:BaseException"):
        return f'{arguments}, match=".*"'
    return arguments


def _definition(statement: Statement, scope: CaseScope) -> str:
    """The source of a variable's value; a collection has no columns of a table, as it may be mutated."""
    if isinstance(statement, CollectionStatement):
        return plain(scope.collection(statement, scope.layout.usages[statement.id].parameter))
    return syntax_of(statement, scope).text


def _alone(statement: Statement, scope: CaseScope) -> str:
    syntax = syntax_of(statement, scope)
    return syntax.text if syntax.call or syntax.statement else f"_ = {syntax.text}"


def opening(statement: Statement, scope: CaseScope) -> str:
    """Render the `with` line that enters a manager; a manager used nowhere else is created in it."""
    source = statement.references[0]
    manager = scope.layout.statements[source]
    is_made = isinstance(manager, CallStatement) and source not in scope.layout.variables
    text = syntax_of(manager, scope).text if is_made else reached(source, scope)
    name = scope.layout.variables.get(statement.id)
    line = f"with {text}{f' as {name}' if name else ''}:"
    return f"async {line}" if scope.layout.drives.get(statement.id) == "asynchronous manager" else line
