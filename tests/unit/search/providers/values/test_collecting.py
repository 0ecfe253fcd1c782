"""Dictionaries with the keys that code looks up, and with others."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.statements import CollectionStatement, LiteralStatement
from testloom.model.types import TypeRef
from testloom.search.providers.builder import MOST_STATEMENTS
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

SCHEMA = TypeRef("record", (TypeRef("str"),), ("title",))


def keys_of(seed: int) -> list[set[object]]:
    """The keys of each dictionary of a new value, that of the value itself last."""
    subject = replace(bank(), constants=("minimum", "items", "a text that is no name", 7))
    builder = Knowledge(subject, [], Random(seed)).builder()
    builder.value(SCHEMA)
    literals = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
    return [
        {literals.get(key) for key in made.items[::2]}
        for made in builder.draft.statements
        if isinstance(made, CollectionStatement) and made.kind == "dict"
    ]


def test_a_dictionary_has_now_and_then_keys_beyond_those_that_code_looks_up_in_it() -> None:
    found = [keys_of(seed)[-1] for seed in range(100)]

    beyond = [keys - {"title"} for keys in found]
    assert set().union(*beyond) == {"minimum", "items"}
    assert 10 < sum(map(bool, beyond)) < 50


def test_no_key_stands_twice() -> None:
    subject = replace(bank(), constants=("minimum", "items"))
    for seed in range(100):
        builder = Knowledge(subject, [], Random(seed)).builder()
        builder.value(SCHEMA)
        literals = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
        for made in builder.draft.statements:
            if isinstance(made, CollectionStatement) and made.kind == "dict":
                keys = [literals.get(key) for key in made.items[::2]]
                assert len(keys) == len(set(keys))


def test_what_lies_behind_such_a_key_may_be_what_the_dictionary_is_itself() -> None:
    nested = [keys for seed in range(100) for *keys, _ in [keys_of(seed)] if keys]

    assert any("title" in inner for keys in nested for inner in keys)
    assert max(map(len, nested)) < 20


def test_a_dictionary_whose_entries_have_many_entries_each_stays_of_a_size_that_can_be_run() -> None:
    kind = SCHEMA
    for _ in range(4):
        kind = TypeRef("record", (kind,) * 8, tuple(f"key_{place}" for place in range(8)))
    builder = Knowledge(bank(), [], Random(1)).builder()

    builder.value(kind, depth=1)

    assert MOST_STATEMENTS < len(builder.draft.statements) < 2 * MOST_STATEMENTS
