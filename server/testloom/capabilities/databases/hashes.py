"""Hashes in stored rows, such as those of passwords: a function of the project makes them."""

from __future__ import annotations

from testloom.model.subject import Callable, Parameter
from testloom.search.providers.builder import Builder

HASH = "hash"
"""A part of the names of functions that make hashes, and of columns that hold them."""
HASHED = 0.6
"""How often a column that may hold a hash does, where the project can make one."""


def hashed_value(parameter: Parameter, builder: Builder) -> int | None:
    """Append a call that makes the hash for a column, at times; None for a column that holds no hash.

    No search finds a text whose hash another one is, nor does it come from comparing the two.
    """
    if parameter.type.name != "str" or builder.rng.random() >= HASHED:
        return None
    makers = [called for called in builder.subject.callables.values() if _hashes_for(called, parameter.name)]
    return builder.call_of(builder.rng.choice(makers)) if makers else None


def _hashes_for(called: Callable, column: str) -> bool:
    """Whether a function makes hashes of what a column is called after, or hashes for a column of such."""
    if called.kind != "function" or called.is_private or HASH not in called.name.split("_"):
        return False
    if called.is_coroutine or called.returns.name not in ("any", "str"):
        return False
    required = [parameter.name for parameter in called.parameters if not parameter.has_default]
    return len(required) == 1 and (HASH in column or column in required)
