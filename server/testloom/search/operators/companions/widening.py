"""Widening: larger collections and strings, with values that differ.

With one item, or with items that are all alike, most operations on positions and numbers give the same
result: a position is both the first and the last, a sum is a product. In a table all rows grow alike,
as code usually requires. Tuples and dictionaries keep their positions and keys, by which code knows
what they hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.model.statements import CollectionStatement, LiteralStatement, Statement, TestCase
from testloom.model.types import Scalar
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.knowledge import Knowledge

SIZES = (2, 3, 3, 4, 5)
MOST_ITEMS = 25
"""The most values that are made, including those of inner collections."""
LARGEST_NUMBER = 12
OTHER_CHARACTERS = "abxyz"
ANOTHER = 0.2
"""The probability that a character is one that no string of the test contains."""
KEPT = 0.3
"""The probability that an item is taken from the original collection."""
AS_NUMBERS = 0.5
"""The probability that bytes in a collection become a list of numbers, which reveals their processing."""


def widened(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Enlarge a collection or string of the test case; None if it has none that holds anything."""
    items = {item for s in case if isinstance(s, CollectionStatement) for item in s.items}
    places = [place for place, s in enumerate(case.statements) if s.id not in items and _is_filled(s)]
    if not places:
        return None
    place = knowledge.rng.choice(places)
    whole = case.statements[place]
    known = {statement.id: statement for statement in case.statements[:place]}
    wider = _Widening(known, knowledge, knowledge.rng.choice(SIZES), _characters(case))
    last = wider.replaced(whole, whole.id)
    return without_unused(case.replaced(place, *wider.made, last))


def _is_filled(statement: Statement) -> bool:
    match statement:
        case CollectionStatement(items=items):
            return bool(items)
        case LiteralStatement(value=str() | bytes() as text):
            return bool(text)
    return False


def _characters(case: TestCase) -> str:
    """The characters of all texts of a test."""
    texts = (s.value for s in case.literals if isinstance(s.value, str))
    return "".join(dict.fromkeys("".join(texts)))


@dataclass(slots=True)
class _Widening:
    """Makes collections of `size` from `known` ones; `made` are the statements that it adds."""

    known: Mapping[int, Statement]
    knowledge: Knowledge
    size: int
    characters: str
    made: list[Statement] = field(default_factory=list)

    def replaced(self, statement: Statement, new: int) -> Statement:
        """What stands for a statement, under a new id."""
        match statement:
            case LiteralStatement(value=value):
                return LiteralStatement(new, self._other(value))
            case CollectionStatement(kind="tuple", items=items):
                return CollectionStatement(new, "tuple", tuple(map(self._like, items)))
            case CollectionStatement(kind="dict", items=items):
                values = [item if place % 2 == 0 else self._like(item) for place, item in enumerate(items)]
                return CollectionStatement(new, "dict", tuple(values))
            case CollectionStatement(kind=kind, items=items) if items:
                return CollectionStatement(new, kind, tuple(self._like(item) for item in self._filled(items)))
        return statement

    def _filled(self, items: tuple[int, ...]) -> list[int]:
        """So many of the items, from the first on and again."""
        return [items[place % len(items)] for place in range(self.size)]

    def _like(self, item: int) -> int:
        """A value of the same form, mostly another one."""
        statement = self.known.get(item)
        is_whole = not isinstance(statement, LiteralStatement | CollectionStatement)
        is_kept = isinstance(statement, LiteralStatement) and self.knowledge.rng.random() < KEPT
        if statement is None or is_whole or is_kept or len(self.made) >= MOST_ITEMS:
            return item
        made = self._row() if self._is_row(statement) else self.replaced(statement, self.knowledge.next_id())
        self.made.append(made)
        return made.id

    def _row(self) -> Statement:
        """A list of numbers."""
        cells = [LiteralStatement(self.knowledge.next_id(), self._other(0)) for _ in range(self.size)]
        self.made += cells
        return CollectionStatement(self.knowledge.next_id(), "list", tuple(cell.id for cell in cells))

    def _is_row(self, statement: Statement) -> bool:
        is_bytes = isinstance(statement, LiteralStatement) and isinstance(statement.value, bytes)
        return is_bytes and self.knowledge.rng.random() < AS_NUMBERS

    def _other(self, value: Scalar) -> Scalar:
        rng = self.knowledge.rng
        match value:
            case bool() | None:
                return value
            case int():
                return rng.randint(0, LARGEST_NUMBER)
            case float():
                return rng.randint(0, LARGEST_NUMBER) + 0.5
            case str():
                return "".join(self._character() for _ in range(self.size))
            case bytes():
                return bytes(rng.choice(value or b"a") + rng.randint(0, 1) & 0x7F for _ in range(self.size))
        return value

    def _character(self) -> str:
        rng = self.knowledge.rng
        known = self.characters if self.characters and rng.random() >= ANOTHER else OTHER_CHARACTERS
        return rng.choice(known)
