"""Functions that make what other code verifies: hashes of passwords in rows, and tokens in requests."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_function

WORDS = frozenset({"hash", "jwt", "token"})
"""Words in the names of such functions."""


def issuing_in(module: ModuleType, used: Iterable[ModuleType]) -> list[Any]:
    """Return the functions of other modules that a module, or one that it uses, imports or defines."""
    known: dict[int, Any] = {}
    for named in (module, *used):
        for entry in list(vars(named).values()):
            is_other = is_function(entry) and entry.__module__ != module.__name__
            if is_other and not WORDS.isdisjoint(entry.__name__.split("_")):
                known.setdefault(id(entry), entry)
    return list(known.values())
