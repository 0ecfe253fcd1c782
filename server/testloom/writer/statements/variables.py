"""Environment variables that a test sets, or goes without."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements.environment import VariableStatement
from testloom.writer.planning.scope import CaseScope
from testloom.writer.syntax.names import attribute

MANY = 3
"""So many absent variables that begin alike are removed in a loop."""


def variable(statement: VariableStatement, scope: CaseScope) -> str | None:
    """The lines that set or remove a variable; None if a loop before has removed it."""
    alike = _absent_alike(statement, scope)
    if len(alike) >= MANY:
        return _all_removed(statement, scope) if statement == alike[0] else None
    fixture, name = scope.fixture("monkeypatch"), scope.literal(statement.name)
    if statement.value is None:
        return f"{fixture}.delenv({name}, raising=False)"
    text = scope.slot(scope.literal(statement.value), statement.name.lower(), "input")
    return f"{fixture}.setenv({name}, {text})"


def _absent_alike(statement: VariableStatement, scope: CaseScope) -> Sequence[VariableStatement]:
    """The variables of the test that are absent and begin like an absent one, before any that is set so."""
    if statement.value is not None or not (start := _start(statement.name)):
        return ()
    variables = [s for s in scope.plan.statements.values() if isinstance(s, VariableStatement)]
    alike = [other for other in variables if other.name.startswith(start)]
    values = [other.value is not None for other in alike]
    return [] if True in values[: values.index(False)] else [s for s in alike if s.value is None]


def _all_removed(statement: VariableStatement, scope: CaseScope) -> str:
    """A loop over the variables that the machine has and that begin like this one."""
    environ, start = attribute(scope.module("os"), "environ"), scope.literal(_start(statement.name))
    taken = scope.variables.values()
    name = next(name for name in ("name", "variable", "removed", "removed_variable") if name not in taken)
    return (
        f"for {name} in [{name} for {name} in {environ} if {name}.startswith({start})]:\n"
        f"    {scope.fixture('monkeypatch')}.delenv({name})"
    )


def _start(name: str) -> str:
    """The first word of a name that has several, with what stands behind it."""
    first, separator, _ = name.partition("_")
    return first + separator if separator else ""
