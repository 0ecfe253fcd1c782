"""Environment variables that a test sets or removes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import optional, without_null
from testloom.model.execution import Touch
from testloom.model.statements import LiteralStatement, Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement, StateStatement
from testloom.model.statements.roles import plain, word
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.oracle.pinning.drives import texts
from testloom.oracle.pinning.pins import Drive, EnvironmentUse, Pin, Pinning, copied
from testloom.search.providers.environment import EnvironmentInput
from testloom.search.providers.inputs.contents import variable
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.naming.arguments import given
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute

NEAR = 0.4
"""How often a changed value is similar to the old one."""
PREFIX = "APP"
USUAL = re.compile("[A-Z]+_?")
"""What names of variables usually begin with."""
MANY = 3
"""The number of absent variables with a common prefix from which they are removed in a loop."""
VARIABLES = "os:environ"


class VariableStatement(EnvironmentStatement, frozen=True):
    """Sets an environment variable; None removes it."""

    tag: ClassVar[str] = "variable"
    named_by: ClassVar[str] = "name"
    name: Annotated[str, word(without_null)]
    value: Annotated[str | None, plain(optional(without_null))]


class Variables(EnvironmentInput[VariableStatement]):
    """Makes values for variables that code reads."""

    kinds = (VariableStatement,)
    value = "value"

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield a variable that the test read."""
        match touch:
            case ("variable", name):
                yield (VariableStatement(knowledge.next_id(), name, variable(knowledge.values)),)

    def changed(self, statement: VariableStatement, knowledge: Knowledge) -> VariableStatement:
        """Set the variable to another value, at times to one similar to the old."""
        if statement.value is not None and knowledge.rng.random() < NEAR:
            near = str(knowledge.values.neighbour(statement.value))
            return statement.replace(value=near.replace("\0", ""))
        return statement.replace(value=variable(knowledge.values))

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield the test case with a usual prefix in place of a text that names of variables begin with."""
        for literal in case.statements:
            text = literal.value if isinstance(literal, LiteralStatement) else None
            if not isinstance(text, str) or not text or USUAL.fullmatch(text):
                continue
            rests = [s.name[len(text) :] for s in _beginning_with(text, case)]
            if rests and all(rests):
                prefix = PREFIX if any(rest.startswith("_") for rest in rests) else f"{PREFIX}_"
                yield TestCase(tuple(_with_prefix(statement, text, prefix) for statement in case))


def _beginning_with(text: str, case: TestCase) -> list[VariableStatement]:
    """The variables of a test whose names begin with a text."""
    return [s for s in case if isinstance(s, VariableStatement) and s.name.startswith(text)]


def _with_prefix(statement: Statement, old: str, new: str) -> Statement:
    """The statement with another text at the beginning of the name of a variable, or as its value."""
    match statement:
        case LiteralStatement(value=value) if value == old:
            return LiteralStatement(statement.id, new)
        case VariableStatement(name=name) if name.startswith(old):
            return statement.replace(name=new + name.removeprefix(old))
    return statement


class VariablePins(Pinning[VariableStatement]):
    """Pins the absence of variables, where a test depends on it."""

    kinds = (VariableStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield pins without a value; they also restore variables that the subject sets or deletes."""
        names = use.names
        known = {statement.name for statement in use.of_kind(VariableStatement)}
        written = {touch[1] for touch in use.touches_of("written")}
        for name in dict.fromkeys(touch[1] for touch in use.touches_of("variable", "written")):
            if name in known:
                continue
            if name in written:
                yield Pin((VariableStatement(next(names), name, None),), sure=True)
                continue
            absent = VariableStatement(next(names), name, None)
            yield Pin((absent,), self.drives(absent, names, use.subject.constants))
        if ("emptied",) in use.touched:
            statements: list[Statement] = []
            copy = copied(VARIABLES, "dict", statements, names)
            yield Pin((*statements, StateStatement(next(names), VARIABLES, copy)), sure=True)

    def drives(
        self, statement: VariableStatement, names: Iterator[int], constants: Iterable[Scalar]
    ) -> tuple[Drive, ...]:
        """Values of the variable."""
        return tuple((statement.replace(id=next(names), value=text),) for text in texts(constants))

    def may_go(
        self, statement: VariableStatement, touched: Collection[Touch], constants: Collection[Scalar]
    ) -> bool:
        """Check whether the variable is absent, and the code under test neither sets nor names it.

        A name in the code means a decision there, even if the values that were tried did not show it.
        """
        is_named = statement.name in constants or ("written", statement.name) in touched
        return statement.value is None and not is_named


class VariableLines(Written[VariableStatement]):
    """Writes the calls of `monkeypatch` that set and remove variables."""

    kinds = (VariableStatement,)

    def lines(self, statement: VariableStatement, scope: CaseScope) -> str | None:
        """Render the line for one variable, or a loop over many that are absent."""
        alike = _absent_alike(statement, scope)
        if len(alike) >= MANY:
            return _all_removed(statement, scope) if statement == alike[0] else None
        fixture, name = scope.fixture("monkeypatch"), scope.literal(statement.name)
        if statement.value is None:
            return f"{fixture}.delenv({name}, raising=False)"
        text = scope.slot(scope.literal(statement.value), statement.name.lower(), "input")
        return f"{fixture}.setenv({name}, {text})"

    def phrase(self, statement: VariableStatement) -> str:
        """Describe the value, in the form used for an argument of that name."""
        if statement.value is None:
            return ""
        return given(statement.value, statement.name.lower().replace("_", " "))


def _absent_alike(statement: VariableStatement, scope: CaseScope) -> Sequence[VariableStatement]:
    """The variables of the test that are absent and begin like an absent one, before any that is set so."""
    if statement.value is not None or not (start := _start(statement.name)):
        return ()
    variables = [s for s in scope.layout.statements.values() if isinstance(s, VariableStatement)]
    alike = [other for other in variables if other.name.startswith(start)]
    values = [other.value is not None for other in alike]
    return [] if True in values[: values.index(False)] else [s for s in alike if s.value is None]


def _all_removed(statement: VariableStatement, scope: CaseScope) -> str:
    """A loop over the variables that the machine has and that begin like this one."""
    environ, start = attribute(scope.module("os"), "environ"), scope.literal(_start(statement.name))
    taken = scope.layout.variables.values()
    name = next(name for name in ("name", "variable", "removed", "removed_variable") if name not in taken)
    return (
        f"for {name} in [{name} for {name} in {environ} if {name}.startswith({start})]:\n"
        f"    {scope.fixture('monkeypatch')}.delenv({name})"
    )


def _start(name: str) -> str:
    """The first word of a name that has several, with what follows it."""
    first, separator, _ = name.partition("_")
    return first + separator if separator else ""


VARIABLE = (Variables(), VariablePins(), VariableLines())
