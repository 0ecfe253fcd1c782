"""Observed argument types, used where nothing else says what parameters take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Subject
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search.providers.inputs.types.library import LIBRARY_CLASSES

MOST_TYPES = 4
"""The most types observed for a parameter: with more, it takes anything."""
BY_POSITION = ("positional", "either")


def with_types_of(subject: Subject, cases: Iterable[TestCase]) -> Subject:
    """Infer types for unannotated parameters from the arguments in test cases.

    Other types stay allowed.
    """
    seen: dict[tuple[str, str], dict[TypeRef, None]] = {}
    for case in cases:
        known = {statement.id: statement for statement in case.statements}
        for statement in case.calls:
            if statement.callable in subject.callables:
                for name, value in _arguments(statement, subject.callables[statement.callable]):
                    kind = _type_of(value, known, subject)
                    seen.setdefault((statement.callable, name), {})[kind] = None
    if not seen:
        return subject
    callables = {name: _told(entry, seen) for name, entry in subject.callables.items()}
    return replace(subject, callables=callables)


def _told(entry: Callable, seen: Mapping[tuple[str, str], Iterable[TypeRef]]) -> Callable:
    """A callable with what was seen of the parameters of which nothing is known."""
    parameters = tuple(
        replace(parameter, type=_any_of(seen.get((entry.id, parameter.name), ())))
        if parameter.type == ANY
        else parameter
        for parameter in entry.parameters
    )
    return replace(entry, parameters=parameters) if parameters != entry.parameters else entry


def _any_of(kinds: Iterable[TypeRef]) -> TypeRef:
    known = tuple(kind for kind in kinds if kind != ANY)
    is_sensitive = 0 < len(known) <= MOST_TYPES and known != (NONE,)
    return TypeRef("union", (*known, ANY)) if is_sensitive else ANY


def _arguments(statement: CallStatement, called: Callable) -> Iterator[tuple[str, int]]:
    """The arguments of a call with the names of their parameters, without those that `*args` takes."""
    by_position = [parameter for parameter in called.parameters if parameter.kind in BY_POSITION]
    for parameter, value in zip(by_position, statement.args, strict=False):
        yield parameter.name, value
    yield from statement.kwargs


def _type_of(value: int, known: Mapping[int, Statement], subject: Subject) -> TypeRef:
    """The type of a value as far as the statement that makes it tells; any of others."""
    match known[value]:
        case LiteralStatement(value=None):
            return NONE
        case LiteralStatement(value=scalar):
            return TypeRef(type(scalar).__name__)
        case CollectionStatement(kind=kind, items=items):
            held = [_type_of(item, known, subject) for item in items]
            parts = [held[::2], held[1::2]] if kind == "dict" else [held]
            return TypeRef(kind, tuple(map(_common, parts)) if items and kind != "tuple" else tuple(held))
        case CallStatement(callable=path) if _is_class(path, subject):
            return TypeRef(path)
    return ANY


def _common(kinds: list[TypeRef]) -> TypeRef:
    return kinds[0] if len(set(kinds)) == 1 else ANY


def _is_class(path: str, subject: Subject) -> bool:
    made = subject.callables.get(path)
    return path in LIBRARY_CLASSES or (made is not None and made.kind == "constructor")
