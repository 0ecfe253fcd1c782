"""Statements that yield a value by themselves or gather earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from testloom.model.statements.wire import freeze, ids_text, replaced, scalar_text, text
from testloom.model.types import Scalar

CollectionKind: TypeAlias = Literal["list", "tuple", "set", "frozenset", "dict"]


@dataclass(frozen=True, slots=True)
class LiteralStatement:
    """A value that its `repr` writes: `3`, `"x"`, `None`, `b""`."""

    id: int
    value: Scalar
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["literal",{self.id},{scalar_text(self.value)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return ()

    def substituted(self, ids: Mapping[int, int]) -> LiteralStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return LiteralStatement(ids.get(self.id, self.id), self.value)


@dataclass(frozen=True, slots=True)
class CollectionStatement:
    """A list, tuple, set, frozenset or dict of earlier values; a dict's items are key, value, and so on."""

    id: int
    kind: CollectionKind
    items: tuple[int, ...]
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["collection",{self.id},"{self.kind}",{ids_text(self.items)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return self.items

    def substituted(self, ids: Mapping[int, int]) -> CollectionStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return CollectionStatement(ids.get(self.id, self.id), self.kind, replaced(self.items, ids))


@dataclass(frozen=True, slots=True)
class ReferenceStatement:
    """A name that a module holds: an enum member, a class as a value, a constant (`module:Qual.NAME`)."""

    id: int
    path: str
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["reference",{self.id},{text(self.path)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return ()

    def substituted(self, ids: Mapping[int, int]) -> ReferenceStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return ReferenceStatement(ids.get(self.id, self.id), self.path)
