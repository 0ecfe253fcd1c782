"""A test case, made of statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from testloom.model.statements.attributes import AssignmentStatement, AttributeStatement
from testloom.model.statements.calls import CallStatement, EnterStatement, InvokeStatement
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.lazy import lazy
from testloom.model.statements.parts import Statement

ACTING = (CallStatement, AttributeStatement, AssignmentStatement, InvokeStatement, EnterStatement)
"""Statements that do something, whether their values are used or not."""


def receiver_of(statement: Statement) -> int | None:
    """The value of which a statement asks something, or of which it sets an attribute."""
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
        """The JSON array that the agent executes."""
        return f"[{','.join([statement.wire for statement in self.statements])}]"

    @lazy
    def kinds(self) -> frozenset[type[Statement]]:
        """The kinds of its statements: most have none of those that something looks for."""
        return frozenset(map(type, self.statements))

    @lazy
    def called(self) -> frozenset[str]:
        """What its statements call, by the paths."""
        return frozenset([s.callable for s in self.statements if isinstance(s, CallStatement)])

    @lazy
    def users(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Where each value is used: the index of a statement, and the place among its references."""
        found: dict[int, list[tuple[int, int]]] = {}
        for index, statement in enumerate(self.statements):
            for place, value in enumerate(statement.references):
                found.setdefault(value, []).append((index, place))
        return found

    @property
    def fresh_id(self) -> int:
        """An id that no statement has, nor has any number after it."""
        return 1 + max((statement.id for statement in self.statements), default=0)

    def replaced(self, index: int, *statements: Statement) -> TestCase:
        """The test case with these statements in place of the one at `index`."""
        return TestCase((*self.statements[:index], *statements, *self.statements[index + 1 :]))

    def is_valid(self) -> bool:
        """Whether ids are unique and every reference points to an earlier statement that yields a value."""
        known: set[int] = set()
        for statement in self.statements:
            if statement.id in known or not known.issuperset(statement.references):
                return False
            if not isinstance(statement, AssignmentStatement | EnvironmentStatement):
                known.add(statement.id)
        return True


def substitute(statement: Statement, ids: Mapping[int, int]) -> Statement:
    """The same statement with its own id and its references replaced where `ids` has them."""
    return statement.substituted(ids)
