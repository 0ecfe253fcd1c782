"""Absent entries: a default in a comparison suggests the value of an entry that code did not find.

`entry.get("port", 0) > 1000` compares a number that does not occur in the test. A dictionary of the
test gets the wanted value, under a key that code looks up and that the dictionary lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.texts.names import is_name
from testloom.search.operators.directed.answers import is_told, put
from testloom.search.operators.directed.guide import Step
from testloom.search.operators.directed.keywords import gathered, takes_any_keyword
from testloom.search.operators.missing_keys import missed_at
from testloom.search.providers.knowledge import Knowledge


def with_absent_entry(
    case: TestCase, predicate: int, values: Iterable[Any], knowledge: Knowledge
) -> Iterator[Step]:
    """Ways to add an entry or a keyword with one of the values; keys that the condition names come alone.

    A dictionary that was seen to miss others gets one of these: who compares a value may not look it up.
    """
    text = knowledge.subject.predicates[predicate].text
    named = [key for key in knowledge.looked_up if repr(key) in text or f'"{key}"' in text]
    wanted = [value for value in values if is_told(value)]
    for index, statement in enumerate(case.statements):
        missed = () if named else missed_at(case, index, knowledge)
        for key in missed or _absent(case, statement, named or knowledge.looked_up, knowledge):
            yield from (partial(_with_entry, case, index, key, value, knowledge) for value in wanted)


def _absent(case: TestCase, statement: object, keys: Iterable[str], knowledge: Knowledge) -> Iterator[str]:
    """The keys that a dictionary does not have, or names that a call gathers in one."""
    if isinstance(statement, CollectionStatement) and statement.kind == "dict":
        literals = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
        present = {literals.get(item) for item in statement.items[::2]}
        yield from (key for key in keys if key not in present)
    elif isinstance(statement, CallStatement) and takes_any_keyword(statement, knowledge):
        given = gathered(statement, knowledge)
        yield from (key for key in keys if key not in given and is_name(key))


def _with_entry(case: TestCase, index: int, key: str, value: Any, knowledge: Knowledge) -> TestCase:
    builder, user = knowledge.builder(), case.statements[index]
    if isinstance(user, CallStatement):
        better = user.replace(kwargs=(*user.kwargs, (key, put(value, builder))))
        return case.replaced(index, *builder.draft.statements, better)
    assert isinstance(user, CollectionStatement)
    items = (*user.items, builder.literal(key), put(value, builder))
    return case.replaced(index, *builder.draft.statements, user.replace(items=items))
