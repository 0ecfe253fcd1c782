"""Traversal of an observed value and the values within it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from testloom.model.observed.values import Collection, DefaultAnswer, Encoded, Instance, Same, Scalar, Value


def walk(value: Value, into: Callable[[Value], bool] | None = None) -> Iterator[Value]:
    """Yield a value and the values in it, outer before inner: all, or those in values accepted by `into`."""
    yield value
    if into is None or into(value):
        for part in value.parts():
            yield from walk(part, into)


def reference_of(value: Value | None) -> int | None:
    """Return the id of the statement that produced the value, or whose double answered with it."""
    return value.reference if isinstance(value, Same | DefaultAnswer | Instance) else None


def unreferenced(value: Value) -> Value:
    """Remove the reference to a statement from a value, so that its contents describe it."""
    return replace(value, reference=None) if isinstance(value, Instance) else value


def attributes_of(value: Value | None) -> Mapping[str, Encoded]:
    """Return an object's attributes and answers; empty for other values."""
    return value.attributes if isinstance(value, Instance) else {}


def type_of(value: Value) -> str:
    """Return the type of a value if it is known, else its kind."""
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
