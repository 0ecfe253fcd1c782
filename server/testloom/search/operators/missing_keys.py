"""Entries for missed keys, in the dictionary in which code looked them up, or in similar ones."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import CollectionStatement, TestCase
from testloom.model.subject import Parameter
from testloom.model.types import ANY
from testloom.search.providers.knowledge import Knowledge


def with_missed_key(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """Add an entry under a missed key to a dictionary of the test case; None if no key was missed."""
    ways = [
        (place, keys)
        for place, _ in enumerate(case.statements)
        if (keys := missed_at(case, place, knowledge))
    ]
    return with_entry_at(case, *knowledge.rng.choice(ways), knowledge) if ways else None


def missed_at(case: TestCase, place: int, knowledge: Knowledge) -> Sequence[str]:
    """List missed keys that the dictionary at a place does not have; none if it is not a dictionary."""
    statement = case.statements[place]
    if not isinstance(statement, CollectionStatement) or statement.kind != "dict":
        return ()
    missed = knowledge.experience.missed_keys.of(statement.id, case, knowledge.subject)
    literals = {s.id: s.value for s in case.literals} if missed else {}
    present = {literals.get(item) for item in statement.items[::2]}
    return [key for key in missed if key not in present]


def with_entry_at(case: TestCase, place: int, keys: Sequence[str], knowledge: Knowledge) -> TestCase:
    """Add an entry to the dictionary at a place: one of the keys, and a value that fits its name."""
    dictionary, builder = case.statements[place], knowledge.builder(case.statements[:place])
    assert isinstance(dictionary, CollectionStatement)
    key = builder.rng.choice(keys)
    kind = builder.rng.choice(knowledge.plausible_types(Parameter(key)) or [ANY])
    items = (*dictionary.items, builder.literal(key), builder.at(2).value(kind))
    return TestCase(
        (*builder.draft.statements, dictionary.replace(items=items), *case.statements[place + 1 :])
    )
