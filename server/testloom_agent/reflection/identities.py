"""Ids of classes: `module:qualname`, with the public name of the module."""

from __future__ import annotations

import enum
import sys
from typing import Any, TypeAlias

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_a

Scalar: TypeAlias = bool | int | float | complex | str | bytes | None
FRONTS = {"pydantic_core": "pydantic", "sqlmodel.main": "sqlmodel", "sqlmodel.orm.session": "sqlmodel"}
"""Modules whose names users import from another one."""
MODULE_HOOK = "__getattr__"
"""The function that Python calls for attributes that a module does not have (PEP 562)."""
SCALARS = (bool, int, float, complex, str, bytes, type(None))
LARGEST_INTEGER_BITS = 10_000
"""A larger integer is not a value of a test: Python does not even turn it into text."""

OFFERED_WHOLE = frozenset({"numpy", "pandas", "polars"})
"""Packages that export all that users need at their top level, wherever they define it."""


def class_id(kind: Any) -> str:
    """Build the id of a class or function: where it can be looked up."""
    module, qualname = kind.__module__, kind.__qualname__
    public = _public_module(module, qualname, kind)
    if found_at(public, qualname) is not kind and found_at(home := home_of(kind), qualname) is kind:
        public = home
    front = FRONTS.get(public, "")
    if front in sys.modules and found_at(front, qualname) is kind:
        public = front
    return f"{public}:{qualname}"


def _public_module(module: str, qualname: str, kind: Any) -> str:
    """`pathlib` for `pathlib._local`, `io` for `_io`, if the same object is found there."""
    package = module.partition(".")[0]
    if package in OFFERED_WHOLE and found_at(package, qualname) is kind:
        return package
    if "._" not in f".{module}" or module == "__main__":
        return module
    private = module.split(".")
    position = next(place for place, part in enumerate(private) if part.startswith("_"))
    public = ".".join(private[:position]) or private[0].lstrip("_")
    return public if found_at(public, qualname) is kind else module


def found_at(module: str, qualname: str) -> Any:
    """Find the object at a qualified name in a loaded module; None if there is none."""
    found: Any = sys.modules.get(module)
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found


def encode_scalar(value: Any) -> Any:
    """Encode a scalar as in docs/agent-protocol.md."""
    if type(value) is bytes:
        return {"bytes": value.decode("latin-1")}
    if type(value) is complex:
        return {"complex": [value.real, value.imag]}
    return value


def is_scalar(value: Any) -> bool:
    """Check whether a value is a plain scalar, not one of a derived type such as an enum's member."""
    is_plain = type(value) in SCALARS and not is_a(value, enum.Enum)
    return is_plain and not (type(value) is int and value.bit_length() > LARGEST_INTEGER_BITS)
