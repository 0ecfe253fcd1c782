"""A test of a property, with values drawn by Hypothesis."""

from __future__ import annotations

from testloom.model.properties import GIVEN, SETTINGS, STRATEGIES, Property
from testloom.model.statements import CallStatement
from testloom.model.suite import AssertedTest
from testloom.model.texts.names import is_name
from testloom.writer.functions.function import Function
from testloom.writer.imports.bindings import AMBIGUOUS
from testloom.writer.layout.case import Context
from testloom.writer.layout.variables import FIXTURES
from testloom.writer.naming.descriptions import describe
from testloom.writer.syntax.names import call

ONCE = "once"
"""The variable for the first result in an assertion about the second."""


def stating(test: AssertedTest, stated: Property, context: Context) -> Function:
    """Build the test of a property: `assert loads(dumps(text)) == text`, for each drawn text.

    Raises:
        UnwritableError: if one of the functions cannot be imported.
    """
    calls = test.case.calls
    name = _name_of(calls[0], context)
    first = _call(calls[0], name, context)
    if stated.law == "inverse":
        body = f"assert {_call(calls[1], first, context)} == {name}"
    else:
        body = f"{ONCE} = {first}\n\nassert {_call(calls[1], ONCE, context)} == {ONCE}"
    hint = f": {stated.hint}" if context.style.type_hints else ""
    strategy = stated.strategy.format(st=context.imports.path(STRATEGIES))
    # By default an example may take 200 ms: the test would fail where the machine is busy.
    unhurried = f"@{context.imports.path(SETTINGS)}(deadline=None)"
    return Function(
        parameters=(f"{name}{hint}",),
        decorator=f"{unhurried}\n@{context.imports.path(GIVEN)}({name}={strategy})\n",
        body=body,
        description=describe(test, context.subject),
        rows=((test.id, ""),),
        callable=test.callable,
        returns=" -> None" if context.style.type_hints else "",
    )


def _call(statement: CallStatement, argument: str, context: Context) -> str:
    keywords = [(name, argument) for name, _ in statement.kwargs]
    return call(context.imports.path(statement.callable), [] if keywords else [argument], keywords)


def _name_of(first: CallStatement, context: Context) -> str:
    """The name of the drawn value: that of the parameter it is passed to, or `value` if that is taken."""
    known = context.subject.callables.get(first.callable)
    name = known.parameters[0].name if known is not None else ""
    taken = {ONCE, *context.imports.taken, *context.reserved, *FIXTURES, *AMBIGUOUS}
    return name if is_name(name) and name not in taken else "value"
