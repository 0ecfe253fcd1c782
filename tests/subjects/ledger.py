"""Entries of several kinds, in lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True)
class Entry:
    """Compares by its fields, of which the last have defaults."""

    amount: Decimal
    text: str = ""
    tags: tuple[str, ...] = ()


@dataclass
class Checked:
    """Does more than hold fields."""

    amount: int

    def __post_init__(self) -> None:
        self.amount *= 2


@dataclass
class Counted:
    """Has a field that no argument sets."""

    amount: int
    uses: int = field(default=0, init=False)


@dataclass
class Named:
    """Compares otherwise."""

    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named)


def entries() -> list[Entry]:
    """What equals `[Entry(Decimal("1")), Entry(Decimal("2"), "a")]`."""
    return [Entry(Decimal(1)), Entry(Decimal(2), "a")]


def others() -> list[object]:
    """Objects that their fields do not say all about, or in another way."""
    return [Checked(1), Counted(1), Named("a")]


def entry() -> Entry:
    """An object by itself."""
    return Entry(Decimal(3), "b")
