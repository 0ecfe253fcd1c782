"""Rendering of assertions: the lines of source that check each assertion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from testloom.model.observed import Encoded, List, Made, is_none
from testloom.model.suite import FileAssertion, LogAssertion, OutputAssertion, StateAssertion, ValueAssertion
from testloom.model.texts.names import (
    AWAITED,
    CALL_LIST,
    NEEDED,
    READINGS,
    is_calls,
    is_in_session,
    is_reading,
)
from testloom.writer.layout.case import Following
from testloom.writer.layout.mocks import are_known
from testloom.writer.layout.usage import references_in
from testloom.writer.rendering.environment import below, encoding_of, inner
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.sessions import session_name, within_session
from testloom.writer.syntax.names import along, arguments
from testloom.writer.values.comparisons import Comparison, comparisons
from testloom.writer.values.expressions import collection, expected
from testloom.writer.values.operators import Syntax


def assertion_lines(assertion: Following, scope: CaseScope) -> Iterator[str]:
    """Yield the lines of an assertion about a variable's value, or about output, logs or files.

    Raises:
        UnwritableError: if no part of the value can be compared.
    """
    match assertion:
        case ValueAssertion(attribute=str() as way) if is_in_session(way):
            whole = replace(assertion, attribute=None)
            lines = _value_lines(whole, _read(session_name(scope), way, scope), scope)
            yield within_session(scope.value(assertion.statement), lines, scope)
        case ValueAssertion(attribute=str() as way) if is_reading(way):
            text = _read(scope.value(assertion.statement), way, scope)
            yield from _value_lines(replace(assertion, attribute=None), text, scope)
        case ValueAssertion(attribute=str() as way, expected=List(items=calls)) if is_calls(way):
            yield _called(along(scope.value(assertion.statement), way), calls, scope)
        case ValueAssertion():
            yield from _value_lines(assertion, scope.value(assertion.statement), scope)
        case StateAssertion(path=path, expected=held, after=after):
            yield from _value_lines(ValueAssertion(after, held, after), scope.held(path), scope)
        case OutputAssertion(text=text, stream=stream):
            expected = scope.literal(text)
            target = f"{scope.fixture('capsys')}.readouterr().{stream}"
            yield f"assert {target} == {scope.slot(expected, 'output', 'expected')}"
        case FileAssertion(path=path, text=None):
            yield f"assert not {below(inner(path), scope)}.exists()"
        case FileAssertion(path=path) if path.endswith("/"):
            yield f"assert {below(inner(path), scope)}.is_dir()"
        case FileAssertion(path=path, text=str() as text):
            expected = scope.literal(text)
            target = f"{below(inner(path), scope)}.read_text({encoding_of(text, scope)})"
            yield f"assert {target} == {scope.slot(expected, 'content', 'expected')}"
        case LogAssertion(messages=messages):
            items = [scope.literal(text) for text in messages]
            expected = scope.slot(collection("list", items), "messages", "expected")
            yield f"assert {scope.fixture('caplog')}.messages == {expected}"


def _called(noted: str, calls: Sequence[Encoded], scope: CaseScope) -> str:
    """The line that asserts the calls that a double has noted in an attribute."""
    double = noted.removesuffix(f".{CALL_LIST}")
    if not calls:
        return f"{double}.assert_not_called()"
    if not are_known(calls):
        single = len(calls) == 1
        return f"{double}.assert_called_once()" if single else f"assert {double}.call_count == {len(calls)}"
    match calls:
        case [Made(args=args, kwargs=kwargs)]:
            named = [(name, _said(value, scope)) for name, value in kwargs.items()]
            given = arguments([_said(value, scope) for value in args], named)
            return f"{double}.assert_called_once_with({given})"
    return f"assert {noted} == {collection('list', [_said(called, scope) for called in calls])}"


def _said(value: Encoded, scope: CaseScope) -> str:
    return expected(value, scope, width=scope.width, single_quotes=scope.single_quotes)


def _read(value: str, way: str, scope: CaseScope) -> str:
    """The expression that reads from a value in some way: what a table holds, or the JSON in a text."""
    kind, _, name = way.partition(" ")
    needed = scope.path(NEEDED[kind]) if kind in NEEDED else ""
    text = READINGS[kind].format(value=value, name=name, needed=needed)
    return scope.awaited(text) if kind == AWAITED else text


def _value_lines(assertion: ValueAssertion, text: str, scope: CaseScope) -> Iterator[str]:
    """The lines about a value that the source `text` stands for."""
    for comparison in comparisons(assertion, text):
        yield _compared(comparison, Syntax(comparison.target), assertion, scope)


def is_vacuous(assertion: ValueAssertion, scope: CaseScope) -> bool:
    """Check whether a typed test would assert None of a call annotated so, which mypy refuses."""
    called = scope.callable(scope.layout.statements.get(assertion.statement))
    is_annotated = called is not None and called.returns.name == "none" and assertion.attribute is None
    return is_annotated and is_none(assertion.expected) and scope.context.style.type_hints


def assertion_of(assertion: ValueAssertion, syntax: Syntax, scope: CaseScope) -> str:
    """Render the single line that asserts the result of an expression, which stands in that line.

    Raises:
        UnwritableError: if no part of the value can be compared.
    """
    (comparison,) = comparisons(assertion, syntax.text)
    return _compared(comparison, replace(syntax, text=comparison.target), assertion, scope)


def _compared(comparison: Comparison, target: Syntax, assertion: ValueAssertion, scope: CaseScope) -> str:
    strict = assertion.attribute is None and _is_ambiguous(assertion.statement, scope)
    written = comparison.write(scope, target, strict=strict)
    value = written.value or ""
    if value and not any(True for _ in references_in(comparison.expected)):  # references are not columns
        value = scope.slot(value, comparison.attribute or "result", "expected")
    return f"{'' if written.asserts else 'assert '}{written.text}{value}{written.rest}"


def _is_ambiguous(reference: int, scope: CaseScope) -> bool:
    """Whether a callable may return other values besides truth values, so that only `is` tells them apart."""
    known = scope.callable(scope.layout.statements.get(reference))
    return known is not None and known.returns.name == "union"
