"""Ids of classes: `module:qualname`, by the public name of the module."""

from __future__ import annotations

import enum
import sys
from typing import Any, TypeAlias

Scalar: TypeAlias = bool | int | float | complex | str | bytes | None
SCALARS = (bool, int, float, complex, str, bytes, type(None))


def class_id(kind: Any) -> str:
    """The id of a class or function: where it can be looked up."""
    module, qualname = kind.__module__, kind.__qualname__
    return f"{_public_module(module, qualname, kind)}:{qualname}"


def _public_module(module: str, qualname: str, kind: Any) -> str:
    """`pathlib` for `pathlib._local`, `io` for `_io`, if the same object is found there."""
    if "._" not in f".{module}" or module == "__main__":
        return module
    private = module.split(".")
    position = next(place for place, part in enumerate(private) if part.startswith("_"))
    public = ".".join(private[:position]) or private[0].lstrip("_")
    candidate: Any = sys.modules.get(public)
    for part in qualname.split("."):
        candidate = getattr(candidate, part, None)
    return public if candidate is kind else module


def encode_scalar(value: Any) -> Any:
    """A scalar as docs/agent-protocol.md has it."""
    if type(value) is bytes:
        return {"bytes": value.decode("latin-1")}
    if type(value) is complex:
        return {"complex": [value.real, value.imag]}
    return value


def is_scalar(value: Any) -> bool:
    """Whether a value is a plain scalar, not one of a derived type such as an enum's member."""
    return type(value) in SCALARS and not isinstance(value, enum.Enum)
