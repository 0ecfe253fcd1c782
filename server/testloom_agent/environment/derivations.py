"""Keys derived from passwords, which is slow by design: each key is derived once and then remembered.

A tenth of a second for each login would use up all the time that a test case has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import ModuleType
from typing import Any

from testloom_agent.environment.libraries import stand_in
from testloom_agent.likeness import like

LIBRARIES = {"hashlib": ("pbkdf2_hmac", "scrypt")}
MOST_KNOWN = 4096
PLAIN = frozenset({str, bytes, int, type(None)})
"""Types whose values are immutable and are compared without running code of the project."""


def derive_once(modules: Iterable[ModuleType]) -> None:
    """Have the functions that derive keys remember what they returned, if `hashlib` is loaded."""
    stand_in(LIBRARIES, modules, _remembering)


def _remembering(real: Callable[..., Any], _name: str, _path: str) -> Callable[..., Any]:
    known = lru_cache(MOST_KNOWN, typed=True)(real)

    def derive(*args: Any, **kwargs: Any) -> Any:
        is_plain = PLAIN.issuperset(map(type, (*args, *kwargs.values())))
        return (known if is_plain else real)(*args, **kwargs)

    made: Callable[..., Any] = like(real, derive)
    return made
