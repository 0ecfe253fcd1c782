"""Rendering of calls, attributes and assignments as source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testloom.model.observed import Class, Collection
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    FixedCallStatement,
    InvokeStatement,
    LiteralStatement,
    MakeStatement,
    Statement,
)
from testloom.model.subject import Callable
from testloom.model.suite import Assertion, ValueAssertion
from testloom.model.texts.names import home_of, is_name, is_of_module
from testloom.writer.errors import UnwritableError
from testloom.writer.imports.bindings import ISLICE
from testloom.writer.layout.usage import SLICE, arguments_of
from testloom.writer.layout.variables import APPLICATIONS
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.written_calls import WrittenCall
from testloom.writer.syntax.names import attribute, call, keyword
from testloom.writer.values.operators import BINARY, IN_PLACE, REFLECTED, Syntax, as_syntax

MAX_DRAINED = 100


def syntax_of(statement: Statement, scope: CaseScope) -> Syntax:
    """Render a statement as an expression, or an assignment as the statement that it is.

    Raises:
        UnwritableError: if the statement cannot be written as source.
    """
    match statement:
        case CallStatement():
            form = scope.context.subject.capabilities.about(statement, WrittenCall)
            text = form.source(statement, scope)
            if text is None:
                return _call(statement, scope)
            return _driven(statement, Syntax(text, call=True), scope)
        case InvokeStatement():
            return _invocation(statement, scope)
        case AttributeStatement(source=source, name=name):
            return Syntax(attribute(reached(source, scope), name))
        case AssignmentStatement(source=source, name=name, value=value):
            target = attribute(scope.value(source), name)
            return Syntax(f"{target} = {scope.value(value, name)}", statement=True)
        case _:
            return Syntax(scope.written(statement, scope.layout.usages[statement.id].parameter))


def _invocation(statement: InvokeStatement, scope: CaseScope) -> Syntax:
    """A call of a returned function, chained to the call that returned it if nothing stands between them."""
    args = [scope.value(reference) for reference in statement.args]
    named = [(name, scope.value(reference, name)) for name, reference in statement.kwargs]
    text = call(reached(statement.function, scope), args, named)
    return _driven(statement, Syntax(text, call=True), scope)


def reached(reference: int, scope: CaseScope) -> str:
    """Render a receiver: its variable, or the call or attribute that yields it."""
    if scope.layout.forms[reference] != "chain":
        return scope.value(reference)
    statement = scope.layout.statements[reference]
    syntax = syntax_of(statement, scope)
    is_plain = syntax.call and not syntax.text.startswith("await ")
    return syntax.text if is_plain or isinstance(statement, AttributeStatement) else f"({syntax.text})"


def _call(statement: CallStatement, scope: CaseScope) -> Syntax:
    known = scope.callable(statement)
    name = statement.callable.rpartition(".")[2] if "." in statement.callable.partition(":")[2] else ""
    receiver = None if statement.receiver is None else reached(statement.receiver, scope)
    if receiver is not None and known is not None and known.kind == "property":
        return Syntax(attribute(receiver, statement.callable.rpartition(".")[2]))
    given = _arguments(statement, known, scope)
    if isinstance(statement, MakeStatement) and receiver is not None:
        return Syntax(call(receiver, given), call=True)
    if statement.callable in APPLICATIONS:
        named = ["__name__"] if statement.args else []  # Flask names an application after its module
        return Syntax(call(scope.path(statement.callable), named), call=True)
    if is_of_module(statement.callable):
        return _of_module(statement, scope)
    if receiver is None:
        opened = scope.layout.openings.get(statement.id)
        if opened is not None and opened.module:
            function = attribute(scope.module(opened.module), statement.callable.partition(":")[2])
        else:
            function = scope.path(statement.callable)
        syntax = Syntax(call(function, given), call=True)
    else:
        special = _operator(statement, name, receiver, given, scope)
        function = attribute(receiver, statement.callable.rpartition(".")[2])
        syntax = special or Syntax(call(function, given), call=True)
    return _driven(statement, syntax, scope)


def _of_module(statement: CallStatement, scope: CaseScope) -> Syntax:
    """The source of a module's attribute that the module's `__getattr__` finds."""
    holder = scope.home(home_of(statement.callable))
    match [scope.layout.statements[reference] for reference in statement.args]:
        case [LiteralStatement(value=str() as name)] if is_name(name):
            return Syntax(attribute(holder, name))
        case [_] if not statement.kwargs:
            return Syntax(call("getattr", [holder, scope.value(statement.args[0])]), call=True)
    raise UnwritableError("Only one attribute of a module can be read at a time.")


def _arguments(statement: CallStatement, known: Callable | None, scope: CaseScope) -> list[str]:
    names = dict.fromkeys(range(len(statement.args)), "")
    for position, (_, name) in zip(names, arguments_of(statement, known), strict=False):
        names[position] = name
    positional = [scope.value(reference, names[n]) for n, reference in enumerate(statement.args)]
    named = [keyword(name, scope.value(reference, name)) for name, reference in statement.kwargs]
    fixed = [scope.literal(statement.text)] if isinstance(statement, FixedCallStatement) else []
    return fixed + positional + named


def _operator(
    statement: CallStatement, name: str, receiver: str, arguments: list[str], scope: CaseScope
) -> Syntax | None:
    """The operator or builtin function that calls a special method; None to call the method by its name."""
    if name == "__call__":
        return Syntax(call(receiver, arguments), call=True)
    if name == "__iter__" and scope.layout.drives.get(statement.id) == "generator":
        return Syntax(receiver)  # `list`, which drains the generator, calls `iter`
    special = _access(statement, name, receiver, scope)
    if special is None and _may_use_syntax(statement, scope):
        special = as_syntax(name, receiver, arguments)
    if special and special.statement and scope.layout.usages[statement.id].asserted:
        return None  # the result of a statement cannot be asserted
    if special and name in IN_PLACE and scope.layout.usages[statement.id].references:
        return None  # nor can it be used
    has_inequality = f"{statement.callable[:-6]}__ne__" in scope.context.subject.callables
    if special and name == "__eq__" and has_inequality:
        return replace(special, negated=f"({special.text}) is False")
    return special


def _access(statement: CallStatement, name: str, receiver: str, scope: CaseScope) -> Syntax | None:
    """An attribute set, read or deleted by its name, or items of a slice; None for any other call."""
    match name, [scope.layout.statements[reference] for reference in statement.args]:
        case "__setattr__", [LiteralStatement(value=str() as target), _] if is_name(target):
            value = scope.value(statement.args[1], target)
            return Syntax(f"{attribute(receiver, target)} = {value}", statement=True)
        case "__getattr__", [LiteralStatement(value=str() as target)] if is_name(target):
            return None if _has_attribute(statement, target, scope) else Syntax(attribute(receiver, target))
        case "__delattr__", [LiteralStatement(value=str() as target)] if is_name(target):
            return Syntax(f"del {attribute(receiver, target)}", statement=True)
        case "__getitem__", [CallStatement(args=bounds) as key] if _is_slice(key, scope):
            return Syntax(f"{receiver}[{_bounds(bounds, scope)}]")
        case "__delitem__", [CallStatement(args=bounds) as key] if _is_slice(key, scope):
            return Syntax(f"del {receiver}[{_bounds(bounds, scope)}]", statement=True)
        case "__setitem__", [CallStatement(args=bounds) as key, _] if _is_slice(key, scope):
            value = scope.value(statement.args[1])
            return Syntax(f"{receiver}[{_bounds(bounds, scope)}] = {value}", statement=True)
    return None


def _has_attribute(statement: CallStatement, name: str, scope: CaseScope) -> bool:
    """Whether the class is known to have an attribute, which Python finds without calling `__getattr__`."""
    owner, subject = statement.callable.rpartition(".")[0], scope.context.subject
    known = subject.classes.get(owner)
    return f"{owner}.{name}" in subject.callables or (known is not None and name in known.attributes)


def _is_slice(statement: CallStatement, scope: CaseScope) -> bool:
    return statement.callable == SLICE and scope.layout.forms[statement.id] == "value"


def _bounds(bounds: Sequence[int], scope: CaseScope) -> str:
    """The arguments of `slice` as they stand in brackets, `start:stop:step`, without None."""
    values = [scope.variable(reference) for reference in bounds]
    parts = ["", *values] if len(values) == 1 else values
    return ":".join("" if part == "None" else part for part in parts)


def _may_use_syntax(statement: CallStatement, scope: CaseScope) -> bool:
    """Whether an operator may replace the call: it fails where the method returns NotImplemented."""
    if statement.kwargs or any(
        _is_not_implemented(entry, statement) for entry in scope.layout.test.assertions
    ):
        return False
    if statement.callable.rpartition(".")[2] in REFLECTED and not _is_left_to_the_right(statement, scope):
        return False
    if statement.callable.endswith(".__format__") and not _is_given_text(statement, scope):
        return False
    is_known = statement.id in scope.layout.raises or scope.layout.usages[statement.id].asserted > 0
    return is_known or _is_receiver(statement, scope) or not _is_binary(statement)


def _is_receiver(statement: CallStatement, scope: CaseScope) -> bool:
    """Whether a method of the result is called: it is not NotImplemented then."""
    calls = (one for one in scope.layout.statements.values() if isinstance(one, CallStatement))
    return any(one.receiver == statement.id for one in calls)


def _is_left_to_the_right(statement: CallStatement, scope: CaseScope) -> bool:
    """Whether the operand of a reflected method is of a builtin type that leaves the operation to the object.

    Numbers, texts and collections support only their like, except that a text is formatted with any object.
    """
    name = statement.callable.rpartition(".")[2]
    match [scope.layout.statements[reference] for reference in statement.args]:
        case [LiteralStatement(value=int() | float() | None)] | [CollectionStatement()]:
            return name != "__rpow__"
        case [LiteralStatement(value=str() | bytes())]:
            return name not in ("__rpow__", "__rmod__")
    return False


def _is_given_text(statement: CallStatement, scope: CaseScope) -> bool:
    """Whether all arguments are string literals: `format` takes nothing else."""
    given = [scope.layout.statements[reference] for reference in statement.args]
    return all(isinstance(one, LiteralStatement) and isinstance(one.value, str) for one in given)


def _is_not_implemented(assertion: Assertion, statement: Statement) -> bool:
    """Whether an assertion says that a statement yields NotImplemented."""
    return (
        isinstance(assertion, ValueAssertion)
        and assertion.statement == statement.id
        and assertion.expected == Class("builtins:NotImplemented")
    )


def _is_binary(statement: CallStatement) -> bool:
    name = statement.callable.rpartition(".")[2]
    return name in BINARY


def _driven(statement: CallStatement | InvokeStatement, syntax: Syntax, scope: CaseScope) -> Syntax:
    """The call with its coroutine awaited or its generator drained, if it returns one."""
    match scope.layout.drives.get(statement.id):
        case "coroutine" | "asynchronous request":
            return Syntax(scope.awaited(syntax.text), call=True)
        case "generator":
            return _drained(syntax.text, statement, scope)
        case "asynchronous generator":
            return Syntax(f"[item async for item in {syntax.text}]", call=True)
    return syntax


def _drained(text: str, statement: CallStatement | InvokeStatement, scope: CaseScope) -> Syntax:
    """The items of a generator as a list, only the first `MAX_DRAINED` if it may have no end."""
    if _is_known_to_end(statement, scope):
        return Syntax(call("list", [text]), call=True)
    first = call(scope.path(ISLICE), [text, scope.literal(MAX_DRAINED)])
    return Syntax(call("list", [first]), call=True)


def _is_known_to_end(statement: Statement, scope: CaseScope) -> bool:
    if statement.id in scope.layout.raises:
        return True
    values = (entry for entry in scope.layout.test.assertions if isinstance(entry, ValueAssertion))
    results = [entry.expected for entry in values if entry.statement == statement.id and not entry.attribute]
    return any(isinstance(result, Collection) and len(result.items) < MAX_DRAINED for result in results)
