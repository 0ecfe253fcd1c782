"""Public names of objects that the subject compares with: enum members, sentinels, defaults."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from testloom_agent.kinds import has_a_name, is_a, is_class
from testloom_agent.reflection.identities import SCALARS, class_id, found_at

Names: TypeAlias = Callable[[Any], str]
"""Returns the path of an object, `module:Qual.NAME`; "" for an object that no test can name."""
PLAIN = (*SCALARS, list, tuple, set, frozenset, dict)
"""Types of values that are reported by their content instead."""
VARIABLES = type(os.environ)
"""The type of `os.environ`: a test that passes it on would depend on the variables of this machine."""
OF_CLASSES = (staticmethod, classmethod, property, FunctionType)


def nameless(_value: Any) -> str:
    """Know no names."""
    return ""


class NamedObjects:
    """Objects that the subject, its classes and the modules that it imports hold under public names."""

    def __init__(self, subject: ModuleType) -> None:
        self._paths: dict[int, tuple[Any, str]] = {}
        for path, value in _held(subject):
            if not is_a(value, *PLAIN, ModuleType, VARIABLES):
                self._paths.setdefault(id(value), (value, path))  # keeps the object alive, and its id unique

    def __call__(self, value: Any) -> str:
        """The path of an object."""
        if is_a(value, Enum):
            return _member(value)
        return self._paths.get(id(value), (None, ""))[1]


def _held(subject: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the subject's own names, then those of its classes, and of the modules that it imports."""
    entries = list(_public(vars(subject)))
    for name, value in entries:
        yield _path(subject.__name__, name, value), value
    for _, value in entries:
        if is_class(value) and (owner := _class_path(value)):
            held = _public(vars(value))
            yield from ((f"{owner}.{name}", own) for name, own in held if not is_a(own, *OF_CLASSES))
    for _, module in entries:
        if is_a(module, ModuleType):
            yield from ((_path(module.__name__, name, own), own) for name, own in _public(vars(module)))


def _public(namespace: Any) -> Iterator[tuple[str, Any]]:
    entries = list(namespace.items())
    return ((name, value) for name, value in entries if isinstance(name, str) and not name.startswith("_"))


def _path(module: str, name: str, value: Any) -> str:
    """Return the path of a name: in the module that defines a class or function, or an object's class."""
    says_its_module = has_a_name(value) and type(value.__module__) is str  # some of C say None
    if says_its_module and _is_held(path := class_id(value), value):
        return path
    home = sys.modules.get(type(value).__module__)
    is_from_there = home is not None and vars(home).get(name) is value
    return f"{home.__name__ if home is not None and is_from_there else module}:{name}"


def _member(value: Enum) -> str:
    name, kind = value._name_, type(value)
    owner = _class_path(kind)
    return f"{owner}.{name}" if owner and name and kind.__members__.get(name) is value else ""


def _class_path(kind: type) -> str:
    path = class_id(kind)
    return path if _is_held(path, kind) else ""


def _is_held(path: str, value: Any) -> bool:
    """Check whether a test can import the object at a path, and gets this object."""
    module, _, qualname = path.partition(":")
    return (
        not any(part.startswith("_") for part in qualname.split(".")) and found_at(module, qualname) is value
    )
