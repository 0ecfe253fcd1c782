"""A test case that is being read, and what the names of a test stand for meanwhile."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from testloom.integration import ClassSource, ModuleSource
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CollectionKind,
    CollectionStatement,
    EnterStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.types import Scalar

MOST_NESTED = 5
"""Functions of the tests that are followed into each other."""
LONGEST = 300
"""Statements of a draft: what goes on beyond them is no test that a search could begin with."""


class InexpressibleError(Exception):
    """What a test does is beyond what a test case can say."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """An expression whose value is wanted later, and where its names are looked up."""

    node: ast.expr
    frame: Frame


@dataclass(frozen=True, slots=True)
class Wanted:
    """A parameter that pytest passes: the fixture of this name."""

    name: str


Meaning: TypeAlias = int | Deferred | Wanted | None
"""The id of a value, or how to get one; None: nobody knows."""


@dataclass(slots=True)
class Frame:
    """The names of a function of the tests; `depth` is how many are around it.

    `values` are those that were found out when they were first wanted. `test_class` is the class whose
    methods `self` has; its attributes are variables like `self.cart`.
    """

    module: ModuleSource
    variables: dict[str, Meaning] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    test_class: ast.ClassDef | None = None
    depth: int = 0

    def inner(self, module: ModuleSource) -> Frame:
        """The frame of a function that is called from here.

        Raises:
            InexpressibleError: if that goes on and on.
        """
        if self.depth >= MOST_NESTED:
            raise InexpressibleError
        return Frame(module, depth=self.depth + 1)


@dataclass(slots=True)
class Draft:
    """The statements so far, and the class of each value that is known to be an object of the project."""

    statements: list[Statement] = field(default_factory=list)
    kinds: dict[int, ClassSource] = field(default_factory=dict)
    _last: int = 0

    def literal(self, value: Scalar) -> int:
        """Add a constant."""
        return self._added(LiteralStatement(self._next(), value))

    def collection(self, kind: CollectionKind, items: list[int]) -> int:
        """Add a collection."""
        return self._added(CollectionStatement(self._next(), kind, tuple(items)))

    def reference(self, path: str) -> int:
        """Add a name that a module holds."""
        return self._added(ReferenceStatement(self._next(), path))

    def call(
        self,
        id: str,
        receiver: int | None = None,
        args: tuple[int, ...] = (),
        kwargs: Mapping[str, int] | None = None,
        kind: ClassSource | None = None,
    ) -> int:
        """Add a call that returns an instance of a class, if that is known."""
        named = tuple((kwargs or {}).items())
        return self._added(CallStatement(self._next(), id, receiver, args, named), kind)

    def attribute(self, source: int, name: str, kind: ClassSource | None) -> int:
        """Add the reading of an attribute."""
        return self._added(AttributeStatement(self._next(), source, name), kind)

    def assign(self, source: int, name: str, value: int) -> None:
        """Add the setting of an attribute."""
        self._added(AssignmentStatement(self._next(), source, name, value))

    def enter(self, source: int) -> int:
        """Add the entering of a context manager, which is left at once."""
        return self._added(EnterStatement(self._next(), source))

    def has(self, value: int) -> bool:
        """Whether a value is still there."""
        return any(statement.id == value for statement in self.statements)

    def made_by(self, value: int) -> Statement:
        """The statement that yields a value."""
        return next(statement for statement in self.statements if statement.id == value)

    def case(self) -> TestCase:
        """The test case so far."""
        return TestCase(tuple(self.statements))

    def add(self, statement: EnvironmentStatement) -> None:
        """Add a statement about the environment, made with the id that `fresh` gives."""
        self._added(statement)

    def fresh(self) -> int:
        """An id that no statement has."""
        return self._next()

    @contextmanager
    def undone_on_failure(self) -> Iterator[None]:
        """Take back what was added if it turns out that it leads nowhere."""
        size = len(self.statements)
        try:
            yield
        except InexpressibleError:
            del self.statements[size:]
            raise

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take back in any case what is added from here on."""
        size = len(self.statements)
        try:
            yield
        finally:
            del self.statements[size:]

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _added(self, statement: Statement, kind: ClassSource | None = None) -> int:
        if len(self.statements) >= LONGEST:
            raise InexpressibleError
        self.statements.append(statement)
        if kind is not None:
            self.kinds[statement.id] = kind
        return statement.id
