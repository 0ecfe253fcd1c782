"""Missing things that exceptions record besides the message: an attribute, name, module or key."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any, TypedDict

from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.kinds import is_a, is_class

LONGEST = 1_000
LARGEST_BITS = 10_000
NAMED = (AttributeError, NameError, ImportError)


class Lacking(TypedDict, total=False):
    """What an exception reports as missing: a `name`, or a `key`.

    `of` is the type of the object that lacks the attribute, or with `is_class` the class that lacks it
    itself.
    """

    name: str
    of: str
    is_class: bool
    key: Any


def lacking(error: BaseException, message: str) -> Lacking | None:
    """Find the missing attribute, name, module or key of an exception; None if it is not known.

    An exception that passes through a property gets the name of the property, so the message has to agree.
    """
    if is_a(error, KeyError):
        args: tuple[Any, ...] = BaseException.__dict__["args"].__get__(error)
        return _of_key(args[0]) if len(args) == 1 else None
    base = next((kind for kind in NAMED if is_a(error, kind)), None)
    name = base.__dict__["name"].__get__(error) if base is not None else None
    if type(name) is not str or f"'{name}'" not in message or not _is_path(name):
        return None
    if base is not AttributeError:
        return {"name": name}
    owner = base.__dict__["obj"].__get__(error)
    if is_class(owner):
        return {"name": name, "of": type_path(owner), "is_class": True}
    return {"name": name} if is_a(owner, ModuleType) else {"name": name, "of": type_path(type(owner))}


def _is_path(name: str) -> bool:
    """Whether a text is a name, or several with dots between them."""
    return all(map(str.isidentifier, name.split(".")))


def _of_key(key: Any) -> Lacking | None:
    """Return a key that is plain and of a length that people would write."""
    if type(key) in (str, bytes) and len(key) <= LONGEST:
        return {"key": {"bytes": key.decode("latin-1")} if type(key) is bytes else key}
    is_number = type(key) in (bool, int) and key.bit_length() <= LARGEST_BITS
    return {"key": key} if is_number or (type(key) is float and math.isfinite(key)) else None
