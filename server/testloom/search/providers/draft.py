"""The draft: a test case under construction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.statements import ClassStatement, DoubleStatement, Statement
from testloom.model.types import TypeRef


@dataclass(slots=True)
class Draft:
    """The statements so far, and the type of each value.

    Types are determined on first access: most drafts are extended without a look at them.
    """

    statements: list[Statement] = field(default_factory=list)
    type_of: Callable[[Statement], TypeRef | None] = lambda _: None
    _types: dict[int, TypeRef] = field(default_factory=dict)
    _typed: int = 0

    @property
    def types(self) -> Mapping[int, TypeRef]:
        """The type of each value; statements that yield none are missing."""
        for statement in self.statements[self._typed :]:
            if statement.id not in self._types and (kind := self.type_of(statement)) is not None:
                self._types[statement.id] = kind
        self._typed = len(self.statements)
        return self._types

    def add(self, statement: Statement, kind: TypeRef | None = None) -> int:
        """Append a statement, with its type if that is known better than by a look at it; returns its id."""
        self.statements.append(statement)
        if kind is not None:
            self._types[statement.id] = kind
        return statement.id

    def rewrite(self, first: int, statements: Sequence[Statement]) -> None:
        """Put others in the place of the statements from the `first` on, and forget values that are gone."""
        gone = {statement.id for statement in self.statements[first:]} - {s.id for s in statements}
        self.statements[first:] = statements
        self._types = {value: kind for value, kind in self._types.items() if value not in gone}
        self._typed = min(self._typed, first)

    def of_type(self, kind: TypeRef) -> list[int]:
        """Values that fit the type; `any` is fitted by all."""
        if kind.name == "type" and kind.args:
            return [value for value, known in self.types.items() if known == kind]
        if kind.name == "any":
            return list(self.types)
        return [value for value, known in self.types.items() if known.name == kind.name]

    def of_class(self, kind: TypeRef) -> list[int]:
        """Classes that the test defines with instances of this type."""
        own = (s.id for s in self.statements if isinstance(s, ClassStatement))
        return [value for value in own if self.types.get(value) == kind]

    def is_double(self, value: int) -> bool:
        """Check whether a value is a test double."""
        return any(isinstance(known, DoubleStatement) and known.id == value for known in self.statements)
