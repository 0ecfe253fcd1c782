"""Roles of the fields of statements: each field's annotation declares what the field holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from testloom.model.checks import Check, integer, many, optional, pairs
from testloom.model.checks import text as any_text
from testloom.model.statements.wire import encode, ids_text, named_text, text

Ids: TypeAlias = Mapping[int, int]
LARGEST_ID = 2**31 - 1
id_ = integer(0, LARGEST_ID)


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a field: what it holds, and the operations that follow from that.

    Attributes:
        check: makes the value from its JSON form, or raises a ValueError.
        text: writes the value as JSON.
        references: the ids of the earlier values that it refers to; None: there are none.
        substituted: the value with its ids replaced according to a mapping; None: it has no ids.
        is_left_out: whether a field at the end is left out on the wire while it has its default.
    """

    check: Check
    text: Callable[[Any], str] = encode
    references: Callable[[Any], Iterable[int]] | None = None
    substituted: Callable[[Any, Ids], Any] | None = None
    is_left_out: bool = False


def plain(check: Check, *, is_left_out: bool = False) -> Role:
    """Create the role of a field without references."""
    return Role(check, is_left_out=is_left_out)


def word(check: Check) -> Role:
    """Create the role of a string field."""
    return Role(check, text)


def named(key: Check = any_text) -> Role:
    """Create the role of references by name."""
    return Role(
        pairs(id_, key),
        named_text,
        lambda named: [value for _, value in named],
        lambda named, ids: tuple([(name, ids.get(value, value)) for name, value in named]),
    )


def references(*, least: int = 0) -> Role:
    """Create the role of a list of references."""
    return Role(
        many(id_, least=least),
        ids_text,
        lambda values: values,
        lambda values, ids: tuple([ids.get(value, value) for value in values]),
    )


def parts(check: Check, *, is_left_out: bool = False) -> Role:
    """Create the role of a list of parts, each of which `check` reads."""
    return Role(
        many(check),
        lambda parts: encode([part.encoded for part in parts]),
        lambda parts: [reference for part in parts for reference in part.references],
        lambda parts, ids: tuple([part.substituted(ids) for part in parts]),
        is_left_out,
    )


def optional_reference(*, is_left_out: bool = False) -> Role:
    """Create the role of a reference that may be missing."""
    return Role(
        optional(id_),
        lambda value: "null" if value is None else str(value),
        lambda value: () if value is None else (value,),
        lambda value, ids: None if value is None else ids.get(value, value),
        is_left_out,
    )


def optional_part(check: Check) -> Role:
    """Create the role of a part that may be missing."""
    return Role(
        optional(check),
        lambda part: encode(None if part is None else part.encoded),
        lambda part: () if part is None else part.references,
        lambda part, ids: None if part is None else part.substituted(ids),
    )


Reference: TypeAlias = Annotated[
    int, Role(id_, str, lambda value: (value,), lambda value, ids: ids.get(value, value))
]
"""The id of an earlier value."""
OptionalReference: TypeAlias = Annotated[int | None, optional_reference()]
References: TypeAlias = Annotated[tuple[int, ...], references()]
NamedReferences: TypeAlias = Annotated[tuple[tuple[str, int], ...], named()]
