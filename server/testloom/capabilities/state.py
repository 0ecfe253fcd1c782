"""State of modules and classes: set before the calls of a test, and restored after it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import msgspec

from testloom.capabilities.files.statement import PathStatement
from testloom.model.execution import Touch
from testloom.model.observed import Copied, Encoded
from testloom.model.statements import (
    ACTING,
    DoubleStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    substitute,
)
from testloom.model.statements.environment import MODULES, StateStatement
from testloom.model.texts.names import is_private
from testloom.oracle.pinning.pins import EnvironmentUse, Pin, Pinning, copied, made
from testloom.search.operators.replacing import doubled
from testloom.search.providers.environment import EnvironmentInput
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written, patched
from testloom.writer.rendering.scope import CaseScope

COUNTED = 7
"""How far a counter is advanced to find out whether a test depends on its value."""


class StateInput(EnvironmentInput[StateStatement]):
    """Makes doubles for functions through which code would leave the process."""

    kinds = (StateStatement,)

    def offered_for_all(
        self, touched: Sequence[Touch], knowledge: Knowledge
    ) -> Iterator[Sequence[Statement]]:
        """Yield a double for each function through which a test would have left its process."""
        if knowledge.last_resort.has_doubles:
            yield from (doubled(touch[1], knowledge) for touch in touched if touch[0] == "seam")


class StatePins(Pinning[StateStatement]):
    """Pins the state that a test changes, so that it is as expected before the test and restored after it."""

    kinds = (StateStatement,)

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield a pin that sets the original value, for all names of a container at once.

        A number, such as a counter, is only set if the test depends on it: its readers set it. The same holds
        for internal state of other modules, such as a cache: a test depends on it if it behaves differently
        after the same calls were made before.
        """
        known = {statement.path for statement in use.of_kind(StateStatement)}
        known |= {statement.path for statement in use.of_kind(PathStatement)}
        names = use.names
        for touch in use.touches_of("state"):
            if touch[1] not in known:
                statements: list[Statement] = []
                held = msgspec.convert(json.loads(touch[2]), Encoded | Copied)
                if isinstance(held, Copied):
                    value = copied(touch[1], held.type, statements, names)
                else:
                    value = made(held, statements, names)
                state = StateStatement(next(names), touch[1], value)
                others = [StateStatement(next(names), path, value) for path in touch[3:] if path not in known]
                drives = [tuple(_another_number(statements, state, names))]
                if all(_is_internal(path, use.subject.module) for path in (touch[1], *touch[3:])):
                    drives.append(_done_before(use))
                drives = list(filter(None, drives))
                yield Pin((*statements, state, *others), tuple(drives), sure=not drives)

    def pieces(self, statement: StateStatement) -> Iterator[Touch]:
        """Yield the variable; a module that a test creates also changes its setting."""
        yield statement.piece
        yield ("restore", statement.path)


class StateLines(Written[StateStatement]):
    """Writes the lines that set an attribute of a module or a class."""

    kinds = (StateStatement,)

    def lines(self, statement: StateStatement, scope: CaseScope) -> str:
        """Render a call of `monkeypatch`, or of the fixture of pytest-mock for a double or a stub."""
        path = statement.path
        given = scope.value(statement.value, re.split(r"[.:]", path)[-1].lower())
        if path.startswith(MODULES):
            target, name = f"{scope.module('sys')}.modules", scope.literal(path.removeprefix(MODULES))
            return f"{scope.fixture('monkeypatch')}.setitem({target}, {name}, {given})"
        by_mocker = scope.context.style.mocker and isinstance(
            scope.layout.statements[statement.value], DoubleStatement | StubStatement
        )
        if holder := holder_of(statement):
            owner, name = scope.path(holder), path.rpartition(".")[2]
            where = f"{owner}, {scope.literal(name)}, {given}"
            if by_mocker:
                return f"{scope.fixture('mocker')}.patch.object({where})"
            return f"{scope.fixture('monkeypatch')}.setattr({where})"
        is_missing = path in scope.context.subject.undefined
        if by_mocker:
            more = ", create=True" if is_missing else ""
            patch = "patch.object" if scope.is_shadowed(path) else "patch"
            return f"{scope.fixture('mocker')}.{patch}({scope.settable(path)}, {given}{more})"
        return patched(path, given, scope, is_missing)

    def paths(self, statement: StateStatement) -> Iterator[str]:
        """Yield the path of the class or object whose attribute is set."""
        if holder := holder_of(statement):
            yield holder


def _another_number(
    statements: Sequence[Statement], state: StateStatement, names: Iterator[int]
) -> list[Statement]:
    """What gives a variable that holds a number another one; nothing for other values."""
    match statements:
        case [LiteralStatement(value=int() | float() as number)] if not isinstance(number, bool):
            other = LiteralStatement(next(names), number + COUNTED)
            return [other, state.replace(id=next(names), value=other.id)]
    return []


def _is_internal(path: str, module: str) -> bool:
    """Whether a name belongs to another module than that, and is private there."""
    is_private_part = (part.startswith("_") for part in re.split(r"[.:]", path))
    return path.partition(":")[0] != module and any(is_private_part)


def _done_before(use: EnvironmentUse) -> tuple[Statement, ...]:
    """All that a test does, to be done before it, but for what would end it by an exception.

    Nothing if the test does nothing else.
    """
    ends = (place for place, statement in enumerate(use.case) if statement.id == use.raising)
    done = use.case.statements[: next(ends, None)]
    if not any(isinstance(statement, ACTING) for statement in done):
        return ()
    ids = {statement.id: next(use.names) for statement in done}
    return tuple([substitute(statement, ids) for statement in done])


def holder_of(statement: StateStatement) -> str | None:
    """Find the public class or object, `module:Qual`, whose attribute a statement sets.

    None for a module or a private holder.
    """
    if statement.path.startswith(MODULES):
        return None
    holder = statement.path.rpartition(".")[0]
    return holder if ":" in holder and not is_private(holder) else None


STATE = (StateInput(), StatePins(), StateLines())
