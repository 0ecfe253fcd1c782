"""Objects that are fully described by their fields: instances of data classes."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from testloom_agent.execution.reporting.values.shapes import Encoded

WRITTEN = frozenset({"scalar", "enum", "class", "made"})
PLAIN = (type(None), bool, int, str, bytes)


class Record(NamedTuple):
    """The arguments that make an equal object of the class, and the names of all its fields."""

    arguments: list[Encoded]
    fields: list[str]


def record_of(value: Any, attributes: Mapping[str, Encoded]) -> Record | None:
    """Describe how to create an equal object; None if that is not known.

    `attributes` are the encoded attributes of the object. Fields at the end that have their defaults are left
    out.
    """
    kind = type(value)
    if not _is_record(kind) or not _can_be_named(kind):
        return None
    given = list(dataclasses.fields(kind))
    names = [field.name for field in given]
    while given and _has_default(given[-1], value):
        given.pop()
    told = [attributes.get(field.name) for field in given]
    arguments = [encoded for encoded in told if encoded is not None and _can_be_written(encoded)]
    return Record(arguments, names) if len(arguments) == len(given) else None


def _can_be_written(encoded: Encoded) -> bool:
    """Check whether a test can write a value as an expression that equals it."""
    if "items" in encoded:
        return all(map(_can_be_written, encoded["items"]))
    return encoded["kind"] in WRITTEN


def _is_record(kind: type) -> bool:
    """Check whether a data class only holds fields, by which it compares objects.

    Its methods are those that `dataclass` generates, which come from no file.
    """
    if "__dataclass_fields__" not in vars(kind) or hasattr(kind, "__post_init__"):
        return False
    equality, making = (getattr(vars(kind).get(name), "__code__", None) for name in ("__eq__", "__init__"))
    if equality is None or making is None or {equality.co_filename, making.co_filename} != {"<string>"}:
        return False
    fields = dataclasses.fields(kind)
    return all(field.init and field.compare and not getattr(field, "kw_only", False) for field in fields)


def _has_default(field: dataclasses.Field[Any], value: Any) -> bool:
    """Check whether a field has its default, as far as this is plain or empty."""
    held, default = getattr(value, field.name, None), field.default
    if type(held) is not type(default):
        return False
    return held == default if type(held) in PLAIN else type(held) is tuple and not held and not default


def _can_be_named(kind: type) -> bool:
    """Whether a test can import the class under its name."""
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = None if name.startswith("_") else getattr(found, name, None)
    return found is kind
