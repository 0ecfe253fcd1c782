"""Calls of private names: looked up where they live, and skipped where they no longer do."""

from __future__ import annotations

from testloom.model.statements import AssignmentStatement, CallStatement
from testloom.model.texts.names import home_of, is_private
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import Skip, guarded
from testloom.writer.syntax.names import attribute, call, identifier


def callee(path: str, scope: CaseScope) -> str:
    """The expression for what `module:Qual.name` holds; a test that needs a private name says so."""
    if not is_private(path):
        return scope.path(path)
    home = home_of(path)
    name = remainder(path)
    holder = scope.home(home)
    return guarded(attribute(holder, name), gone(holder, name, scope, _told(home, holder, scope)))


def method(path: str, receiver: str, scope: CaseScope) -> str:
    """The expression for a method of an object; a test that needs a private one says so.

    An object has a public method, even if a private class gives it that.
    """
    name = identifier(path.rpartition(".")[2])
    if is_private(f":{name}"):
        home = home_of(path)
        holder = scope.home(home)
        name = guarded(name, gone(holder, remainder(path), scope, _told(home, holder, scope)))
    return f"{receiver}.{name}"


def remainder(path: str) -> str:
    """The part of a path behind its home."""
    home, (_, _, qualname) = home_of(path), path.partition(":")
    outer = home.partition(":")[2]
    return qualname.removeprefix(f"{outer}.") if qualname.startswith(f"{outer}.") else qualname


def gone(holder: str, name: str, scope: CaseScope, told: str = "") -> Skip:
    """The test is skipped where the holder, `told` its reader as that, does not have the name any more."""
    first = name.partition(".")[0]
    is_there = call("hasattr", [holder, scope.literal(first)])
    return Skip(is_there, f"{told or holder}.{first}")


def _told(home: str, holder: str, scope: CaseScope) -> str:
    """What a reader knows the holder as: not the place where the interpreter keeps a module."""
    module = home.replace(":", ".")
    return module if scope.is_shadowed(f"{module}:") else holder


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
