"""Answers of doubles that suit the use which the code makes of results of calls of that name."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import CollectionKind, CollectionStatement
from testloom.model.subject import Parameter, Result
from testloom.search.providers.builder import Builder, Known
from testloom.search.providers.inputs.types.plausibility import is_beyond

TAKEN = 0.85
"""The probability that an answer suits the code's use of it."""
ITERATED, ENTERED = "__iter__()", "__enter__()"
ITERATED_LATER, ENTERED_LATER = "__aiter__()", "__aenter__()"
"""The methods that `async for` and `async with` call."""


def taken(path: str, own: str, builder: Builder) -> int | None:
    """Make a value for a double's answer at a path, as code uses the results of calls of that name.

    The double itself is known as `own`. None if no use is known, and now and then otherwise.
    """
    ways = _ways(path, own, builder.knowledge)
    if not ways or builder.rng.random() >= TAKEN:
        return None
    way = builder.rng.choice(ways)
    if way.taking == "value":
        return _part(way.parts[0], builder)
    if way.taking == "unpacked":
        return _collection("tuple", [_part(part, builder) for part in way.parts], builder)
    number = builder.rng.choice((0, 1, 1, 2))
    return _collection("list", [_item(way, builder) for _ in range(number)], builder)


def _ways(path: str, own: str, knowledge: Known) -> Sequence[Result]:
    """How the results of what is called last on a path are taken."""
    called = path.removesuffix(f".{ITERATED}").removesuffix(f".{ITERATED_LATER}")
    is_iterated = called != path
    entered = ".__enter__" if called.endswith((ENTERED, ENTERED_LATER)) else ""
    called = called.removesuffix(ENTERED).removesuffix(ENTERED_LATER).removesuffix(".")
    if not called.endswith("()"):
        return ()
    name = called.removesuffix("()").rpartition(".")[2] or own
    ways = knowledge.subject.results.get(name + entered, ())
    return [way for way in ways if way.taking != "value"] if is_iterated else ways


def _item(way: Result, builder: Builder) -> int:
    parts = [_part(part, builder) for part in way.parts]
    return parts[0] if way.taking == "items" else _collection("tuple", parts, builder)


def _part(part: Parameter, builder: Builder) -> int:
    """A value that what is done with it suits: a double where no known type offers that."""
    kinds = builder.knowledge.plausible_types(part)
    if not kinds or is_beyond(part, kinds, builder.subject):
        return builder.double()
    return builder.value(builder.rng.choice(kinds), depth=2)


def _collection(kind: CollectionKind, items: Sequence[int], builder: Builder) -> int:
    return builder.add(CollectionStatement(builder.next_id(), kind, tuple(items)))
