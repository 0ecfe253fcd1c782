"""Makes the stand-in for a function or class of a library look like the original."""

from __future__ import annotations

import contextlib
import inspect
from functools import lru_cache
from typing import Any, TypeVar

StandIn = TypeVar("StandIn")

_TOLD = ("__name__", "__qualname__", "__module__", "__doc__")


def like(real: Any, stand_in: StandIn) -> StandIn:
    """Give it the name, documentation and signature of what it replaces.

    It has no `__wrapped__`: nothing should lead to the real one. Some functions in C tell no signature.
    """
    made: Any = stand_in
    for attribute in _TOLD:
        told = getattr(real, attribute, None)
        if told is None or isinstance(told, str):
            setattr(made, attribute, told)
    with contextlib.suppress(TypeError, ValueError):
        made.__signature__ = _signature(real)
    return stand_in


@lru_cache(256)
def _signature(real: Any) -> inspect.Signature:
    """Read a signature only once: some stand-ins are created again for each test case."""
    return inspect.signature(real)
