"""Put what a comparison asked for where a double answered by itself."""

from __future__ import annotations

from typing import Any

from testloom.model.execution import AnswerOf, KnownClass, KnownObject
from testloom.model.statements import (
    Answer,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.texts.names import is_name
from testloom.search.breeding.awaiting import is_within
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory
from testloom.search.breeding.values.collecting import COLLECTIONS


def told(case: TestCase, place: AnswerOf, value: Any, factory: TestFactory) -> TestCase:
    """The test case with a double that answers with a plain value, or with the same as another answer."""
    if isinstance(value, AnswerOf):
        word = factory.values.text()
        return _with_answer(_with_answer(case, value, word, factory), place, word, factory)
    return _with_answer(case, place, value, factory)


def _with_answer(case: TestCase, place: AnswerOf, value: Any, factory: TestFactory) -> TestCase:
    """The value takes the place of the double itself if the path is empty."""
    for index, double in enumerate(case.statements):
        if isinstance(double, DoubleStatement) and double.id == place.double:
            draft = factory.draft_of(case.statements[:index])
            better = _told(double, place.path, value, draft, factory)
            return case.replaced(index, *draft.statements[index:], better)
    return case


def _told(double: DoubleStatement, path: str, value: Any, draft: Draft, factory: TestFactory) -> Statement:
    if not path:
        return statement_of(value, double.id, draft, factory)
    answer = Answer(path, put(value, draft, factory))
    others = [other for other in double.answers if not is_within(other.path, path)]
    return double.replace(answers=(*others, answer))


def put(value: Any, draft: Draft, factory: TestFactory) -> int:
    """Append a value that a comparison told."""
    return draft.add(statement_of(value, factory.next_id(), draft, factory))


def statement_of(value: Any, own: int, draft: Draft, factory: TestFactory) -> Statement:
    """The statement with an id that yields a value which a comparison told; parts of it come before."""
    if isinstance(value, list | tuple | set | frozenset | dict):
        return collection_of(value, own, draft, factory)
    if isinstance(value, KnownClass | KnownObject) and is_public(value.path):
        return ReferenceStatement(own, value.path)
    return LiteralStatement(own, scalar(value))


def collection_of(value: Any, own: int, draft: Draft, factory: TestFactory) -> CollectionStatement:
    """A statement that makes a collection of values, or the first ten of them."""
    members = [part for pair in value.items() for part in pair] if isinstance(value, dict) else list(value)
    items = tuple(put(member, draft, factory) for member in members[:10])
    return CollectionStatement(own, COLLECTIONS[type(value).__name__], items)


def is_told(value: Any) -> bool:
    """Whether a test can state what a comparison told: a plain value, or a name that it imports."""
    if isinstance(value, KnownClass | KnownObject):
        return is_public(value.path)
    return is_plain(value)


def is_plain(value: Any) -> bool:
    """Whether a value can be a literal."""
    return value is None or isinstance(value, bool | int | float | complex | str | bytes)


def is_public(path: str) -> bool:
    """Whether a path names something that is no part of a function and not private."""
    return all(is_name(name) and not name.startswith("_") for name in path.rpartition(":")[2].split("."))


def scalar(value: Any) -> Any:
    """The value, if it can be a literal; else None."""
    return value if is_plain(value) else None
