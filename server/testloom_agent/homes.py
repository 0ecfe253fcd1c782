"""The module that defines a class or function, whatever its `__module__` says."""

from __future__ import annotations

from inspect import getattr_static
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from testloom_agent.wrapped import unwrapped

_FUNCTIONS = (FunctionType, BuiltinFunctionType)


def home_of(entry: Any) -> str:
    """Find the module whose source defines a class or function; empty if it is not known.

    Packages write their own name into `__module__` of what they export. The functions of a class are more
    reliable, as their globals are those of the module that defines them.
    """
    is_named = issubclass(type(entry), type) or type(entry) in _FUNCTIONS
    said = entry.__module__ if is_named else getattr_static(entry, "__module__", None)
    said = said if type(said) is str else ""
    for function in _functions_of(entry):
        home = function.__globals__.get("__name__")
        if type(home) is str and _package(home) == _package(said):
            return home
    return said


def origin_of(value: Any) -> str:
    """Return the name of a module, or the home of any other value, without running the value's code."""
    if not issubclass(type(value), ModuleType):
        return home_of(value)
    name = getattr_static(value, "__name__", None)
    return name if type(name) is str else ""


def _functions_of(entry: Any) -> list[FunctionType]:
    """List the function itself, the wrapped one, or those in the body of a class."""
    if not issubclass(type(entry), type):
        is_wrapper = type(getattr_static(entry, "__wrapped__", None)) is FunctionType
        function = unwrapped(entry) if is_wrapper or type(entry) is FunctionType else None
        return [function] if type(function) is FunctionType else []
    held = [
        value.__func__ if isinstance(value, staticmethod | classmethod) else value
        for value in list(vars(entry).values())
        if type(value) in (FunctionType, staticmethod, classmethod)
    ]
    own = [function for function in held if type(function) is FunctionType]
    return [function for function in own if function.__qualname__.startswith(f"{entry.__qualname__}.")]


def _package(module: str) -> str:
    return module.partition(".")[0].lstrip("_")
