"""Answers of doubles that suit how the code takes what calls of that name return."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import CollectionKind, CollectionStatement
from testloom.model.subject import Parameter, Result
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.inputs.plausibility import is_beyond, plausible_types

TAKEN = 0.85
"""How often an answer suits what the code does with it."""
ITERATED, ENTERED = "__iter__()", "__enter__()"


def taken(path: str, own: str, draft: Draft, factory: TestFactory) -> int | None:
    """A value for what a double, itself known as `own`, answers at a path; None if nothing is known of it."""
    ways = _ways(path, own, factory)
    if not ways or factory.rng.random() >= TAKEN:
        return None
    way = factory.rng.choice(ways)
    if way.taking == "value":
        return _part(way.parts[0], draft, factory)
    if way.taking == "unpacked":
        return _collection("tuple", [_part(part, draft, factory) for part in way.parts], draft, factory)
    number = factory.rng.choice((0, 1, 1, 2))
    return _collection("list", [_item(way, draft, factory) for _ in range(number)], draft, factory)


def _ways(path: str, own: str, factory: TestFactory) -> Sequence[Result]:
    """How the results of what is called last on a path are taken."""
    called, is_iterated = path.removesuffix(f".{ITERATED}"), path.endswith(f".{ITERATED}")
    entered = ".__enter__" if called.endswith(ENTERED) else ""
    called = called.removesuffix(ENTERED).removesuffix(".")
    if not called.endswith("()"):
        return ()
    name = called.removesuffix("()").rpartition(".")[2] or own
    ways = factory.subject.results.get(name + entered, ())
    return [way for way in ways if way.taking != "value"] if is_iterated else ways


def _item(way: Result, draft: Draft, factory: TestFactory) -> int:
    parts = [_part(part, draft, factory) for part in way.parts]
    return parts[0] if way.taking == "items" else _collection("tuple", parts, draft, factory)


def _part(part: Parameter, draft: Draft, factory: TestFactory) -> int:
    """A value that what is done with it suits: a double where no known type offers that."""
    kinds = plausible_types(part, factory.subject)
    if not kinds or is_beyond(part, kinds, factory.subject):
        return factory.double(draft, "")
    return factory.value(draft, factory.rng.choice(kinds), depth=2)


def _collection(kind: CollectionKind, items: Sequence[int], draft: Draft, factory: TestFactory) -> int:
    return draft.add(CollectionStatement(factory.next_id(), kind, tuple(items)))
