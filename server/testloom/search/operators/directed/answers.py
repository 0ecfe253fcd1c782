"""Replaces a double's default answer by the value that a comparison wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
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
from testloom.search.providers.builder import Builder
from testloom.search.providers.doubles.awaiting import is_within
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.collecting import COLLECTIONS


def told(case: TestCase, place: AnswerOf, value: Any, knowledge: Knowledge) -> TestCase:
    """Set a double's return value at a place, to a plain value or to the one at another place.

    In the latter case both places get the same new string. The value takes the place of the double itself
    if the path is empty.
    """
    if isinstance(value, AnswerOf):
        word = knowledge.values.text()
        return told(told(case, value, word, knowledge), place, word, knowledge)
    if place.path:
        return answering_with(case, place, partial(put, value), knowledge)
    for index, double in _doubles_at(case, place):
        builder = knowledge.builder(case.statements[:index])
        better = statement_of(value, double.id, builder)
        return case.replaced(index, *builder.draft.statements[index:], better)
    return case


def answering_with(
    case: TestCase, place: AnswerOf, make: Callable[[Builder], int], knowledge: Knowledge
) -> TestCase:
    """Set a double's return value at a place to what `make` appends."""
    for index, double in _doubles_at(case, place):
        builder = knowledge.builder(case.statements[:index])
        answer = Answer(place.path, make(builder))
        others = [other for other in double.answers if not is_within(other.path, place.path)]
        better = double.replace(answers=(*others, answer))
        return case.replaced(index, *builder.draft.statements[index:], better)
    return case


def _doubles_at(case: TestCase, place: AnswerOf) -> Iterator[tuple[int, DoubleStatement]]:
    """Yield the double that gave an answer, with its position, if the test still has it."""
    for index, double in enumerate(case.statements):
        if isinstance(double, DoubleStatement) and double.id == place.double:
            yield index, double


def put(value: Any, builder: Builder) -> int:
    """Append a value that a comparison told."""
    return builder.add(statement_of(value, builder.next_id(), builder))


def statement_of(value: Any, own: int, builder: Builder) -> Statement:
    """Create the statement that yields a compared value; statements for its parts come before."""
    if isinstance(value, list | tuple | set | frozenset | dict):
        return collection_of(value, own, builder)
    if isinstance(value, KnownClass | KnownObject) and is_public(value.path):
        return ReferenceStatement(own, value.path)
    return LiteralStatement(own, scalar(value))


def collection_of(value: Any, own: int, builder: Builder) -> CollectionStatement:
    """Create a statement that makes a collection of values, or of the first ten of them."""
    members = [part for pair in value.items() for part in pair] if isinstance(value, dict) else list(value)
    items = tuple(put(member, builder) for member in members[:10])
    return CollectionStatement(own, COLLECTIONS[type(value).__name__], items)


def makes(statement: Statement | None, value: Any, made: Mapping[int, Statement]) -> bool:
    """Check whether a statement yields a plain value, or a list or tuple of values that others `made`."""
    match statement:
        case LiteralStatement(value=own):
            return type(own) is type(value) and own == value
        case CollectionStatement(kind="list" | "tuple" as kind, items=items):
            is_alike = type(value).__name__ == kind and len(value) == len(items)
            return is_alike and all(
                makes(made.get(item), part, made) for item, part in zip(items, value, strict=True)
            )
        case _:
            return False


def is_told(value: Any) -> bool:
    """Check whether a test can write a compared value: a plain one, or a name that it imports."""
    if isinstance(value, KnownClass | KnownObject):
        return is_public(value.path)
    return is_plain(value)


def is_plain(value: Any) -> bool:
    """Check whether a value can be a literal."""
    return value is None or isinstance(value, bool | int | float | complex | str | bytes)


def is_public(path: str) -> bool:
    """Check whether a path names an object that is neither local to a function nor private."""
    return all(is_name(name) and not name.startswith("_") for name in path.rpartition(":")[2].split("."))


def scalar(value: Any) -> Any:
    """Return the value if it can be a literal; else None."""
    return value if is_plain(value) else None
