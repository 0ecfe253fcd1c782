"""Queues of asyncio and of threads with a few items: a read from an empty queue would wait for ever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.model.statements import CallStatement
from testloom.model.subject import Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

_ORDERS = ("Queue", "LifoQueue", "PriorityQueue")
MADE: Mapping[str, str] = {
    **{f"asyncio.queues:{name}": f"asyncio:{name}" for name in _ORDERS},
    **{f"queue:{name}": f"queue:{name}" for name in _ORDERS},
    "_queue:SimpleQueue": "queue:SimpleQueue",
}
"""The constructor of each queue class, by the name under which tests call it."""
FILLING = frozenset(f"{kind}.put_nowait" for kind in MADE)
AGAIN = 0.6
"""How often a queue that the test already has is reused."""
NUMBERS_OF_ITEMS = (0, 1, 1, 2, 3)
ENDED = 0.7
"""How often a queue that may hold None ends with it; None mostly signals the end of the items."""


class Queues(ValueProvider):
    """Provides queues with items of the annotated type."""

    name = "queue"
    calls = frozenset(MADE.values()) | FILLING

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the class of a queue for a call that makes one; None for other calls."""
        return next((TypeRef(kind) for kind, made in MADE.items() if made == path), None)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether a queue of the class that the call makes is wanted."""
        made = self.returned(path, subject)
        return made is not None and made.name in {kind.name for kind in wanted}

    def prepares(self, path: str, subject: Subject) -> bool:
        """Check whether a call puts an item into a queue."""
        return path in FILLING

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Queues."""
        return float(kind.name in MADE)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a queue, for which doubles are no better."""
        return kind.name in MADE

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a queue with some items.

        Often reuse the queue that the test already has.
        """
        existing = builder.draft.of_type(kind)
        if existing and builder.rng.random() < AGAIN:
            return existing[-1]
        items = [_item(kind, builder) for _ in range(builder.rng.choice(NUMBERS_OF_ITEMS))]
        if _may_hold_none(kind) and builder.rng.random() < ENDED:
            items.append(builder.literal(None))
        queue = builder.add(CallStatement(builder.next_id(), MADE[kind.name]), kind)
        for item in items:
            put = CallStatement(builder.next_id(), f"{kind.name}.put_nowait", queue, (item,))
            builder.add(put, TypeRef("none"))
        return queue


QUEUES = (Queues(),)


def _item(kind: TypeRef, builder: Builder) -> int:
    return builder.value(kind.args[0] if kind.args else ANY)


def _may_hold_none(kind: TypeRef) -> bool:
    return any(TypeRef("none") in (item, *item.args) for item in kind.args)
