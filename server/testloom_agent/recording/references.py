"""Functions that others hold already when a module is wrapped: tables, registries, other modules.

The garbage collector knows who holds them; it is asked only if there is anybody.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from types import FunctionType
from typing import Any

Holder = Any
"""A dictionary or a list, which holds some of the functions."""


def _counts(namespace: Mapping[str, Any]) -> dict[str, int]:
    return {
        name: sys.getrefcount(entry) for name, entry in list(namespace.items()) if type(entry) is FunctionType
    }


ALONE = _counts({"function": lambda: None})["function"]
"""The number of references to a function that only its module holds."""


def holders_of(namespace: dict[str, Any]) -> list[Holder]:
    """Who else holds functions of a module, as far as functions can be replaced there."""
    shared = [namespace[name] for name, count in _counts(namespace).items() if count > ALONE]
    own = [entry for entry in shared if entry.__globals__ is namespace]
    if not own:
        return []
    return [holder for holder in gc.get_referrers(*own) if _can_change(holder) and holder is not namespace]


def replace(functions: Mapping[int, Any], holders: list[Holder]) -> None:
    """Put others in the place of functions, by identity, wherever they are held."""
    for holder in holders:
        places = enumerate(holder) if type(holder) is list else holder.items()
        for place, entry in list(places):
            if id(entry) in functions and place != "__wrapped__":
                holder[place] = functions[id(entry)]


def _can_change(holder: Any) -> bool:
    """Whether something is a list or a dictionary, but not what is in a class: types keep a copy of that."""
    return type(holder) is list or (type(holder) is dict and "__module__" not in holder)
