"""Possible pins of a test: one for each part of the environment that it touched and did not set."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, TypeAlias, TypeVar, cast

from testloom.model import observed
from testloom.model.capabilities import Aspect
from testloom.model.execution import Touch
from testloom.model.observed import Encoded
from testloom.model.statements import (
    CallStatement,
    CollectionKind,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.types import Scalar

Drive: TypeAlias = tuple[Statement, ...]
"""Statements that replace the statements of a pin; empty to leave the part to the machine."""
AS_IT_COMES: tuple[Drive, ...] = ((), (), ())
"""Nothing is set: each variant runs on another day and machine, with other random values."""
K = TypeVar("K", bound=EnvironmentStatement)
S = TypeVar("S", bound=EnvironmentStatement)


@dataclass(frozen=True, slots=True)
class Pin:
    """Statements that set what a test saw, and the drives that show whether the test depends on it.

    A pin that is `sure` stays even if nothing is seen to depend on it.
    """

    statements: tuple[Statement, ...]
    drives: tuple[Drive, ...] = AS_IT_COMES
    sure: bool = False


@dataclass(frozen=True)
class EnvironmentUse:
    """The parts of the environment that a test case sets and touches; `names` gives unused ids.

    `raising` is the statement, if any, that ends the test by an exception.
    """

    case: TestCase
    touched: Sequence[Touch]
    names: Iterator[int]
    subject: Subject
    raising: int | None = None

    @cached_property
    def set(self) -> list[EnvironmentStatement]:
        """The statements of the test case that set something."""
        return [statement for statement in self.case if isinstance(statement, EnvironmentStatement)]

    def of_kind(self, kind: type[K]) -> list[K]:
        """List the set statements of one kind."""
        return [statement for statement in self.set if isinstance(statement, kind)]

    def is_left(self, part: str) -> bool:
        """Check whether a part of the environment is touched but nothing of it is set."""
        is_touched = any(touch[0] == part for touch in self.touched)
        return is_touched and all(statement.tag != part for statement in self.set)

    def touches_of(self, *parts: str) -> Iterator[Touch]:
        """Yield the touches of some parts of the environment."""
        return (touch for touch in self.touched if touch[0] in parts)


class Pinning(Aspect, Generic[S]):
    """Makes tests independent of a part of the environment, and gives assertions about it.

    Attributes:
        parts: the touches that one pin of a test covers together.
    """

    parts: ClassVar[tuple[str, ...]] = ()

    def pins(self, use: EnvironmentUse) -> Iterator[Pin]:
        """Yield the pins that a test may need."""
        yield from ()

    def completed(self, statement: S, touched: Sequence[Touch]) -> S:
        """Complete a statement with all that a test sets of its part, according to the touches."""
        return statement

    def pieces(self, statement: S) -> Iterator[Touch]:
        """Yield the pieces of the environment that a statement sets."""
        yield statement.piece

    def drives(self, statement: S, names: Iterator[int], constants: Iterable[Scalar]) -> Sequence[Drive]:
        """List other values for a statement that may be removed in the end.

        It is removed if no assertion depends on the value.
        """
        return ()

    def may_go(self, statement: S, touched: Collection[Touch], constants: Collection[Scalar]) -> bool:
        """Check whether a statement only makes a test the same on every machine, and does nothing else."""
        return False


def copied(path: str, kind: str, statements: list[Statement], names: Iterator[int]) -> int:
    """Append the statements that copy what is there, which no test can show; returns the id of the copy."""
    there = ReferenceStatement(next(names), path)
    copy = CallStatement(next(names), f"builtins:{kind}", None, (there.id,))
    statements += [there, copy]
    return copy.id


def made(value: Encoded, statements: list[Statement], names: Iterator[int]) -> int:
    """Append the statements that make a plain value; returns the id of the value."""
    if isinstance(value, observed.Scalar):
        statements.append(LiteralStatement(next(names), value.value))
    else:
        items = tuple(made(item, statements, names) for item in value.parts())
        statements.append(CollectionStatement(next(names), cast(CollectionKind, value.kind), items))
    return statements[-1].id
