"""Private methods and attributes of objects: a test is skipped where they are gone."""

from __future__ import annotations

from testloom.model.statements import AssignmentStatement, CallStatement
from testloom.model.texts.names import is_private
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import guarded
from testloom.writer.syntax.names import attribute, call, identifier


def method(path: str, receiver: str, scope: CaseScope) -> str:
    """The expression for a method of an object; a test that needs a private one says so.

    An object has a public method, even if a private class gives it that.
    """
    name = identifier(path.rpartition(".")[2])
    if is_private(f":{name}"):
        name = guarded(name, scope.without(path))
    return f"{receiver}.{name}"


def skipping_without(statement: AssignmentStatement, scope: CaseScope) -> list[str]:
    """Lines that skip a test where an object has no longer the private attribute that it assigns.

    An attribute that the class does not set itself has others to set it, which is no assumption about it.
    """
    made = scope.layout.statements[statement.source]
    known = scope.callable(made) if isinstance(made, CallStatement) else None
    kind = scope.context.subject.classes.get(known.returns.name) if known is not None else None
    if kind is None or statement.name not in kind.private:
        return []
    holder = scope.value(statement.source)
    is_there = call("hasattr", [holder, scope.literal(statement.name)])
    reason = scope.literal(f"{holder}.{statement.name} is gone")
    skip = call(attribute(scope.module("pytest"), "skip"), [reason])
    return [f"if not {is_there}:", f"    {skip}"]
