"""How classes build their instances, found out without running their code."""

from __future__ import annotations

import builtins
import collections
import dataclasses
import functools
import sys
from typing import Any

from testloom_agent.kinds import is_class, is_function
from testloom_agent.recording.values.library import Unrecordable
from testloom_agent.recording.values.managers import generator_of
from testloom_agent.recording.values.state import attributes_of


def inherited(kind: type, name: str) -> Any:
    """Find the entry of a class under a name, in the class itself or in a base; None if there is none."""
    return next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)


CACHED = functools._lru_cache_wrapper
"""The type of the object that `functools.cache` and `lru_cache` make from a function."""
ATTRIBUTES = (property, functools.cached_property)
"""Descriptors that call a function when an attribute is read."""


def function_of(entry: Any) -> Any:
    """Find the function in an entry of a class; None if a property has no getter.

    Entries that wrap no function are returned unchanged.
    """
    kind = type(entry)
    if kind is property:
        return entry.fget
    if kind is functools.cached_property:
        return entry.func
    if issubclass(kind, (staticmethod, classmethod)):
        return entry.__func__
    if kind is CACHED:
        return entry.__wrapped__
    if issubclass(kind, functools.partialmethod):
        return entry.func
    return generator_of(entry) or entry


def _is_error(kind: Any) -> bool:
    return is_class(kind) and issubclass(kind, BaseException)


PLAIN_ERRORS = tuple({vars(kind).get("__init__") for kind in vars(builtins).values() if _is_error(kind)})
"""The constructors that exceptions inherit from built-in classes, which take the exception's `args`."""


NAMESPACES = {("types", "SimpleNamespace"), ("argparse", "Namespace")}
"""Classes of the standard library that take their attributes as keywords."""
BUILTIN = (object, collections.OrderedDict, dict, list, set, frozenset, tuple)


def base_of(kind: type) -> type | None:
    """Find the builtin class that makes the instances of a class; None if the class takes part itself."""
    for base in BUILTIN:
        names = ("__init__", "__new__", "__setattr__")
        if all(inherited(kind, name) is inherited(base, name) for name in names):
            return base if kind is not base else None
    return None


def plain_of(value: Any, kind: type) -> Any:
    """Convert an instance of a subclass of str, bytes, int or float to that type; None for others."""
    plain: tuple[Any, ...] = (str, bytes, int, float)
    for base in plain:
        if issubclass(kind, base):
            return base.__add__(value, base())
    return None


def contents_of(value: Any, base: Any) -> Any:
    """Copy the contents of a collection of the program into an instance of its builtin base."""
    return dict(dict.items(value)) if issubclass(base, dict) else base(base.__iter__(value))


def fields_of(value: Any, kind: type) -> dict[str, Any] | None:
    """Read the constructor arguments of an object of a plain data class; None for other classes."""
    if (kind.__module__, kind.__qualname__) in NAMESPACES:
        return attributes_of(value)
    if not _is_made_of_fields(kind):
        return None
    if dataclasses.is_dataclass(kind):
        given = {entry: _read(value, entry.name) for entry in dataclasses.fields(kind) if entry.init}
        return {entry.name: item for entry, item in given.items() if not _is_default(entry, item)}
    attributes = getattr(kind, "__attrs_attrs__", None)
    if attributes is not None:
        names = [(entry.name, entry.alias or entry.name.lstrip("_")) for entry in attributes if entry.init]
        return {alias: _read(value, name) for name, alias in names}
    if hasattr(kind, "__pydantic_fields__"):
        return {name: _read(value, name) for name in kind.__pydantic_fields__}
    return None


def needed_of(kind: type) -> frozenset[str]:
    """Find the fields of a data class that have no default."""
    missing = dataclasses.MISSING
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    return frozenset(f.name for f in fields if f.default is missing and f.default_factory is missing)


def _is_made_of_fields(kind: type) -> bool:
    """Check whether the constructor is generated or pydantic's: others may take other arguments."""
    init = function_of(inherited(kind, "__init__"))
    init = getattr(init, "__wrapped__", init)
    is_generated = is_function(init) and init.__code__.co_filename.startswith("<")
    return is_generated or getattr(init, "__module__", "").startswith("pydantic.")


def _is_default(entry: dataclasses.Field[Any], value: Any) -> bool:
    """Check whether a field has its default, as far as this is known without running the program's code."""
    kind = type(value)
    if kind in (bool, int, float, str, bytes):
        return type(entry.default) is kind and bool(entry.default == value)
    is_empty = kind in (list, dict, set, frozenset, tuple) and not value
    factory: Any = entry.default_factory
    return value is entry.default or (is_empty and factory is kind)


def name_of(value: Any, kind: type) -> str | None:
    """Find the name by which the module of a class holds an instance of it; None for the main program."""
    is_imported = kind.__module__ in sys.modules and kind.__module__ != "__main__"
    names = vars(sys.modules[kind.__module__]) if is_imported else {}
    return next((name for name, entry in list(names.items()) if entry is value), None)


def _read(value: Any, name: str) -> Any:
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        raise Unrecordable(f"an incomplete object of {type(value).__qualname__}") from None
