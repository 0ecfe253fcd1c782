"""Observed values, built by hand."""

from __future__ import annotations

from typing import Any

from testloom.model import observed, types

NOTHING = observed.Scalar("NoneType", None)


def scalar(value: types.Scalar) -> observed.Scalar:
    """A plain value."""
    return observed.Scalar(type(value).__name__, value)


def listed(*items: observed.Encoded) -> observed.List:
    """A list."""
    return observed.List(items)


def plain(value: observed.Value | None) -> Any:
    """A value as Python has it, sets as lists; what is no plain data stays."""
    match value:
        case observed.Scalar():
            return value.value
        case observed.Dict(items=items):
            return dict(zip(map(plain, items[::2]), map(plain, items[1::2]), strict=True))
        case observed.Tuple(items=items):
            return tuple(map(plain, items))
        case observed.Collection(items=items):
            return list(map(plain, items))
    return value
