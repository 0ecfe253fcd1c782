"""Traversal of an observed value and the values within it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from testloom.model.observed.values import Answer, Collection, Encoded, Instance, Same, Scalar, Value


def walk(value: Value, into: Callable[[Value], bool] | None = None) -> Iterator[Value]:
    """Yield a value and what is within it, the outer before the inner; all of it unless `into` says where."""
    yield value
    if into is None or into(value):
        for part in value.parts():
            yield from walk(part, into)


def reference_of(value: Value | None) -> int | None:
    """Return the statement whose value it is, or whose double has answered it."""
    return value.reference if isinstance(value, Same | Answer | Instance) else None


def unreferenced(value: Value) -> Value:
    """Return a value as if no statement had it, so that it is told by what it holds."""
    return replace(value, reference=None) if isinstance(value, Instance) else value


def attributes_of(value: Value | None) -> Mapping[str, Encoded]:
    """Return what an object holds and answers; nothing for any other value."""
    return value.attributes if isinstance(value, Instance) else {}


def type_of(value: Value) -> str:
    """Return the type of a value as far as it is told, else its kind."""
    return getattr(value, "type", "") or value.kind


def is_none(value: Value | None) -> bool:
    """Check whether a value is known to be None."""
    return isinstance(value, Scalar) and value.value is None


def is_message(value: Value) -> bool:
    """Check whether a value contains the message of an exception, which is its only argument."""
    return isinstance(value, Collection) and value.message


def is_same(one: Value | None, other: Value | None) -> bool:
    """Check whether two values look alike.

    True for two nan, False for zeros of different signs.
    """
    return repr(one) == repr(other)
