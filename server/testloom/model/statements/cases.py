"""A test case, made of statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from testloom.model.statements.attributes import AssignmentStatement, AttributeStatement
from testloom.model.statements.calls import CallStatement, EnterStatement, InvokeStatement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.lazy import lazy
from testloom.model.statements.parts import Statement
from testloom.model.statements.values import LiteralStatement

ACTING = (CallStatement, AttributeStatement, AssignmentStatement, InvokeStatement, EnterStatement)
"""The statements that act, and therefore matter even if their values are not used."""


def receiver_of(statement: Statement) -> int | None:
    """Return the value that a statement calls, reads or enters, or whose attribute it sets; None if none."""
    match statement:
        case CallStatement(receiver=receiver):
            return receiver
        case AttributeStatement(source=source) | AssignmentStatement(source=source):
            return source
        case EnterStatement(source=source):
            return source
        case InvokeStatement(function=function):
            return function
    return None


class TestCase(msgspec.Struct, frozen=True, dict=True):
    """An ordered list of statements in which every reference points backwards."""

    __test__: ClassVar[bool] = False  # pytest collects classes whose name starts with Test

    statements: tuple[Statement, ...] = ()

    def __len__(self) -> int:
        return len(self.statements)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    @lazy
    def wire(self) -> str:
        """Build the JSON array that the agent executes."""
        return f"[{','.join([statement.wire for statement in self.statements])}]"

    @lazy
    def kinds(self) -> frozenset[type[Statement]]:
        """Collect the types of its statements, for quick checks that a type is absent."""
        return frozenset(map(type, self.statements))

    @lazy
    def called(self) -> frozenset[str]:
        """Collect the paths of the callables that its statements call."""
        return frozenset([call.callable for call in self.calls])

    @lazy
    def calls(self) -> tuple[CallStatement, ...]:
        """List the calls among its statements, in their order."""
        return tuple([s for s in self.statements if isinstance(s, CallStatement)])

    @lazy
    def literals(self) -> tuple[LiteralStatement, ...]:
        """List the literals among its statements, in their order."""
        return tuple([s for s in self.statements if isinstance(s, LiteralStatement)])

    @lazy
    def users(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Find where each value is used.

        A use is the index of a statement, and the place among its references.
        """
        found: dict[int, list[tuple[int, int]]] = {}
        for index, statement in enumerate(self.statements):
            for place, value in enumerate(statement.references):
                found.setdefault(value, []).append((index, place))
        return found

    @property
    def fresh_id(self) -> int:
        """An id that is larger than those of all statements."""
        return 1 + max((statement.id for statement in self.statements), default=0)

    def replaced(self, index: int, *statements: Statement) -> TestCase:
        """Replace the statement at `index` by these statements."""
        return TestCase((*self.statements[:index], *statements, *self.statements[index + 1 :]))

    def is_valid(self) -> bool:
        """Check whether ids are unique and references valid.

        Each must refer to an earlier statement that yields a value.
        """
        known: set[int] = set()
        for statement in self.statements:
            if statement.id in known or not known.issuperset(statement.references):
                return False
            if not isinstance(statement, AssignmentStatement | EnvironmentStatement):
                known.add(statement.id)
        return True


def substitute(statement: Statement, ids: Mapping[int, int]) -> Statement:
    """Replace the id and the references of a statement where `ids` has them."""
    return statement.substituted(ids)


def distinct(cases: Iterable[TestCase]) -> Iterator[TestCase]:
    """Yield each test case once, and take none before it is asked for."""
    seen: set[TestCase] = set()
    for case in cases:
        if case not in seen:
            seen.add(case)
            yield case
