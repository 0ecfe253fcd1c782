"""Rendering of the classes that a test defines."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import ClassStatement, LiteralStatement, Member
from testloom.model.types import ANY, TypeRef
from testloom.writer.layout.mentions import ANYTHING, NO_RETURN, UNION
from testloom.writer.rendering.calls import reached, syntax_of
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import plain
from testloom.writer.syntax.names import arguments, identifier, parameter

_DECORATED = ("classmethod", "staticmethod", "property")


def definition(statement: ClassStatement, scope: CaseScope) -> str:
    """Render the lines that define a class.

    Raises:
        UnwritableError: if the class cannot be written as source.
    """
    bases = [scope.path(base) for base in statement.bases]
    named = [("metaclass", scope.path(statement.metaclass))] if statement.metaclass else []
    named += [(name, scope.value(value)) for name, value in statement.keywords]
    lines = [f"@{scope.path(decorator)}" for decorator in statement.decorators]
    inherited = f"({arguments(bases, named)})" if bases or named else ""
    lines.append(f"class {identifier(statement.name)}{inherited}:")
    body = "\n".join(_body(statement, scope))
    return plain("\n".join([*lines, *(f"    {line}" if line else "" for line in body.split("\n"))]))


def _body(statement: ClassStatement, scope: CaseScope) -> Iterator[str]:
    before: Member | None = None
    for member in statement.members:
        if before is not None and (before.is_function or member.is_function):
            yield ""
        yield from _member(member, scope)
        before = member
    if before is None:
        yield "pass"


def _member(member: Member, scope: CaseScope) -> Iterator[str]:
    name = identifier(member.name)
    value = None if member.value is None else _value(member.value, scope)
    if member.kind == "field":
        default = "" if value is None else f" = {value}"
        said = scope.value(member.of) if member.of is not None else _type(member.type or ANY, scope)
        yield f"{name}: {said}{default}"
    elif not member.is_function:
        yield f"{name} = {value}"
    else:
        if member.decorator is not None:
            yield f"@{reached(member.decorator, scope)}"
        yield from _function(member, value, _hint(member, scope) if scope.context.style.type_hints else "")


def _value(reference: int, scope: CaseScope) -> str:
    """What a member holds or returns, or the call that makes the exception that it raises."""
    if scope.layout.forms[reference] == "error":
        return syntax_of(scope.layout.statements[reference], scope).text
    return scope.value(reference)


def _function(member: Member, value: str | None, hint: str) -> Iterator[str]:
    if member.kind in _DECORATED:
        yield f"@{member.kind}"
    first = {"staticmethod": [], "classmethod": ["cls"]}.get(member.kind, ["self"])
    given = [parameter(text, "object" if hint else "") for text in member.parameters]
    head = f"def {identifier(member.name)}({', '.join([*first, *given])}){hint}:"
    yield f"async {head}" if member.is_async else head
    yield "    pass" if value is None else f"    {'raise' if member.raises else 'return'} {value}"


def _hint(member: Member, scope: CaseScope) -> str:
    """The annotation of what a function returns; that of one which only raises fits any other."""
    if member.raises:
        return f" -> {scope.path(NO_RETURN)}"
    given = None if member.value is None else scope.layout.statements[member.value]
    if given is None or isinstance(given, LiteralStatement):
        value = given.value if isinstance(given, LiteralStatement) else None
        return f" -> {None if value is None else type(value).__name__}"
    return f" -> {scope.path(ANYTHING)}"


def _type(kind: TypeRef, scope: CaseScope) -> str:
    """A type as the source of an annotation."""
    if kind.name == "none":
        return "None"
    if kind.name == "union":
        either = [_type(arg, scope) for arg in kind.args]
        return (
            " | ".join(either) if scope.context.style.unions else f"{scope.path(UNION)}[{', '.join(either)}]"
        )
    path = ANYTHING if kind.name == "any" else kind.name
    text = scope.path(path) if ":" in path else identifier(path)
    return f"{text}[{', '.join(_type(arg, scope) for arg in kind.args)}]" if kind.args else text
