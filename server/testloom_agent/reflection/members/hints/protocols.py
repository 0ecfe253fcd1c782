"""The members that a `typing.Protocol` requires, and the plain values and functions that have them."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_a, is_function

_BUFFER = "__buffer__"
"""A method that `bytes` has had in Python only since version 3.12."""


def is_protocol(kind: type) -> bool:
    """Check whether a class is a protocol itself, and not only derived from one."""
    return bool(vars(kind).get("_is_protocol", False))


def members_of(protocol: type) -> list[str]:
    """List the methods and properties of a protocol; none for other classes."""
    if not is_protocol(protocol):
        return []
    bases = [base for base in protocol.__mro__ if is_protocol(base)]
    entries = [(name, entry) for base in bases for name, entry in vars(base).items()]
    properties = [name for name, entry in entries if is_a(entry, property)]
    methods = [name for name, entry in entries if is_function(entry) and home_of(entry) != typing.__name__]
    return [*methods, *properties]


def satisfied_by(protocol: type) -> type | None:
    """Find the plain type whose values satisfy a protocol; None if there is none, or it requires data."""
    members = members_of(protocol)
    if not members or _requires_data(protocol):
        return None
    if _BUFFER in members:
        return bytes if all(name in (_BUFFER, *vars(bytes)) for name in members) else None
    return int if all(name in vars(int) for name in members) else None


def called_as(protocol: type) -> Callable[..., Any] | None:
    """Return the `__call__` of a callback protocol (PEP 544), which functions satisfy; None for others."""
    if members_of(protocol) != ["__call__"] or _requires_data(protocol):
        return None
    called = inspect.getattr_static(protocol, "__call__", None)
    return called if is_function(called) else None


def _requires_data(protocol: type) -> bool:
    """Whether a protocol declares attributes."""
    return any(vars(base).get("__annotations__") for base in protocol.__mro__)
