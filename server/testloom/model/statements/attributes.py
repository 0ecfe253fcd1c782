"""Statements that read or assign an attribute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.model.statements.wire import freeze, text


@dataclass(frozen=True, slots=True)
class AttributeStatement:
    """Read an attribute or a property of an earlier value."""

    id: int
    source: int
    name: str
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["attribute",{self.id},{self.source},{text(self.name)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source,)

    def substituted(self, ids: Mapping[int, int]) -> AttributeStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return AttributeStatement(ids.get(self.id, self.id), ids.get(self.source, self.source), self.name)


@dataclass(frozen=True, slots=True)
class AssignmentStatement:
    """Assign an earlier value to an attribute of another, also a private one; produces nothing."""

    id: int
    source: int
    name: str
    value: int
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, f'["assign",{self.id},{self.source},{text(self.name)},{self.value}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source, self.value)

    def substituted(self, ids: Mapping[int, int]) -> AssignmentStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        own, source = ids.get(self.id, self.id), ids.get(self.source, self.source)
        return AssignmentStatement(own, source, self.name, ids.get(self.value, self.value))
