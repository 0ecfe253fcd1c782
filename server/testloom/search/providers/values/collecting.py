"""Collections as values: with items of the annotated types, or with the keys that code looks up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from testloom.model.statements import CollectionKind, CollectionStatement
from testloom.model.subject import Parameter
from testloom.model.texts.names import is_name
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.texts.formats import named
from testloom.search.providers.inputs.types.records import OPTIONAL, RECORD
from testloom.search.providers.inputs.values import random_plain_type

COLLECTIONS: Mapping[str, CollectionKind] = {
    "list": "list",
    "tuple": "tuple",
    "set": "set",
    "frozenset": "frozenset",
    "dict": "dict",
}
COLLECTION_TYPES = {kind: TypeRef(kind) for kind in COLLECTIONS.values()}
LINES = TypeRef("list", (TypeRef("str"),))
LENGTHS = (0, 1, 1, 2, 3)
MIXED_KINDS = 3
"""The number of item types from which on up to twice as many items are made.

Items of many types are more informative together.
"""
MIXED = 0.2
"""The probability that items have different types if nothing is known of them."""
MISSING = 0.15
"""The probability that a looked-up key is missing, if it may be missing."""
WHOLE = 0.6
"""The probability that a dictionary has all looked-up keys."""
NAMED = 0.75
"""The probability that a string has the format that its key suggests."""
BEYOND = 0.3
"""The probability that a dictionary has other keys, too: code may store it and look them up elsewhere."""
TRIED = (0, 1, 1, 1, 2, 2, 3)
"""The number of optional keys that a dictionary has, drawn at random."""
NESTED = 0.5
"""The probability that the value of such a key has the dictionary's own type, or is a list of such.

This gives trees.
"""
FLAT = 3
"""The depth from which on a dictionary has only looked-up keys."""


def collection(builder: Builder, kind: TypeRef) -> int:
    """Append a collection with up to three items of the type's arguments, or a record."""
    if kind.name == RECORD:
        return _record(builder, kind)
    if kind == LINES and (lines := builder.knowledge.values.lines()):
        return texts(builder, lines)
    items = tuple(builder.value(item) for item in _items(kind, builder.rng))
    made = CollectionStatement(builder.next_id(), COLLECTIONS[kind.name], items)
    return builder.add(made, TypeRef(kind.name))


def texts(builder: Builder, values: Sequence[str]) -> int:
    """Append a list of texts."""
    items = tuple(builder.literal(value) for value in values)
    return builder.add(CollectionStatement(builder.next_id(), "list", items), TypeRef("list"))


def _items(kind: TypeRef, rng: Random) -> Sequence[TypeRef]:
    """The types of the items of a new collection; keys and values of a dict take turns."""
    number = rng.choice(LENGTHS)
    if kind.name == "tuple" and (len(kind.args) > 1 or kind.limits is not None):
        return kind.args
    if kind.name == "dict":
        return (kind.args if len(kind.args) == 2 else (TypeRef("str"), ANY)) * number
    if kind.args and len(kind.args[0].args) >= MIXED_KINDS and kind.args[0].name == "union":
        number += rng.choice(LENGTHS)
    wanted = [_item(kind, rng)] * number
    if kind.name in ("set", "frozenset") and wanted and wanted[0].name in ("list", "dict", "set", "any"):
        return [TypeRef("str")] * number
    return wanted


def _item(kind: TypeRef, rng: Random) -> TypeRef:
    """The type of the items of a collection; where nothing is said they are of one plain type."""
    if kind.args:
        return kind.args[0]
    return ANY if rng.random() < MIXED else random_plain_type(rng)


def _record(builder: Builder, kind: TypeRef) -> int:
    """Append a dictionary with the keys that are looked up; now and then without one, or with others.

    Of those that code tries only, there are few.
    """
    items: list[int] = []
    missing = 0.0 if builder.rng.random() < WHOLE else MISSING
    tried: list[tuple[Scalar, TypeRef]] = []
    for key, wanted in zip(kind.values, kind.args, strict=True):
        if wanted.name == OPTIONAL:
            tried.append((key, wanted.args[0]))
        elif builder.rng.random() >= missing:
            items += [builder.literal(key), builder.value(_by_name(builder, key, wanted))]
    few = min(len(tried), builder.rng.choice(TRIED)) if tried else 0
    for key, wanted in builder.rng.sample(tried, few):
        items += [builder.literal(key), builder.value(_or_nested(builder, kind, wanted))]
    if builder.depth < FLAT and builder.rng.random() < BEYOND:
        names = [text for text in builder.knowledge.values.texts if is_name(text) and text not in kind.values]
        for key in builder.rng.sample(names, min(len(names), builder.rng.choice((1, 1, 2)))):
            items += _entry_beyond(builder, kind, key)
    return builder.add(CollectionStatement(builder.next_id(), "dict", tuple(items)), TypeRef("dict"))


def _by_name(builder: Builder, key: Scalar, wanted: TypeRef) -> TypeRef:
    """The value for a key; if the key's name says which format a text has, mostly such a text."""
    form = named(str(key), wanted)
    return form if form != wanted and builder.rng.random() < NAMED else wanted


def _or_nested(builder: Builder, kind: TypeRef, wanted: TypeRef) -> TypeRef:
    """The value for a key; if nothing tells its type, often that of the dictionary itself, or several."""
    if wanted != ANY or builder.depth >= FLAT or builder.rng.random() >= NESTED:
        return wanted
    return builder.rng.choice((kind, TypeRef("list", (kind,)), TypeRef("dict", (TypeRef("str"), kind))))


def _entry_beyond(builder: Builder, kind: TypeRef, key: str) -> Sequence[int]:
    """Append a name among the texts of the subject as a key, and a value for it.

    Only its name tells what that is, or it is what the whole dictionary is, or a list of such.
    """
    if builder.rng.random() < NESTED:
        wanted = builder.rng.choice((kind, TypeRef("list", (kind,))))
    else:
        wanted = builder.rng.choice(builder.knowledge.plausible_types(Parameter(key)) or [ANY])
    return builder.literal(key), builder.value(wanted)
