"""Puts wrappers around the public functions and methods that a module defines."""

from __future__ import annotations

import enum
import inspect
from types import FunctionType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.recording.calls.callees import Callee
from testloom_agent.recording.calls.wrappers import copied
from testloom_agent.recording.recorder import Recorder
from testloom_agent.recording.values.classes import ATTRIBUTES, CACHED, function_of
from testloom_agent.recording.values.managers import generator_of
from testloom_agent.recording.values.recipes import MAIN
from testloom_agent.wrapped import unwrapped

RECORDED_SPECIALS = frozenset(
    f"__{name}__"
    for names in (
        "init call getitem setitem delitem contains len iter next reversed bool str int float abs neg",
        "add sub mul truediv floordiv mod pow and or xor eq lt le gt ge",
        "enter exit aenter aexit",
    )
    for name in names.split()
)
NAMED = (FunctionType, CACHED, type)
"""Types of objects with a name of their own; other objects may return anything when asked for theirs."""


class Wrapping:
    """Wraps the functions that one module defines; `module` is the name under which others import it.

    Functions remain the same objects, whoever refers to them: only their code is replaced.
    """

    def __init__(self, recorder: Recorder, module: str) -> None:
        self._recorder = recorder
        self._module = module
        self._done: set[int] = set()

    def wrap(self, namespace: dict[str, Any]) -> None:
        """Wrap what is new in a module's namespace."""
        self._recorder.aside(self._wrap, namespace)

    def _wrap(self, namespace: dict[str, Any]) -> None:
        own = namespace.get("__name__")
        for name, entry in list(namespace.items()):
            kind = type(entry)
            is_known = kind in (FunctionType, CACHED) or issubclass(kind, type)
            if not is_known or id(entry) in self._done or home_of(entry) != own:
                continue
            self._done.add(id(entry))
            if issubclass(kind, type):
                if entry.__qualname__ == name:
                    self._wrap_class(entry)
            elif not name.startswith("_"):
                self._take_over(entry, f"{self._module}:{name}")

    def wrap_class(self, kind: Any) -> None:
        """Wrap the methods of a class that is found under its name and are not wrapped yet."""
        if issubclass(type(kind), type):
            self._recorder.aside(self._wrap_class, kind)

    def _wrap_class(self, kind: type) -> None:
        if issubclass(kind, enum.Enum) or "<" in kind.__qualname__:
            return
        for name, entry in list(vars(kind).items()):
            path = f"{self._module}:{kind.__qualname__}.{name}"
            if (name.startswith("_") and name not in RECORDED_SPECIALS) or not _is_defined_in(kind, entry):
                continue
            if issubclass(type(entry), staticmethod):
                self._take_over(entry.__func__, path)
            elif issubclass(type(entry), classmethod):
                self._take_over(entry.__func__, path, of_class=kind)
            elif issubclass(type(entry), type):
                if entry.__qualname__ == f"{kind.__qualname__}.{name}":
                    self._wrap_class(entry)
            else:
                self._take_over(entry, path, is_method=True)

    def _take_over(
        self, entry: Any, path: str, *, is_method: bool = False, of_class: type | None = None
    ) -> None:
        """Record a function, or the function behind an object that will go on calling it.

        Behind a cache, these are the calls that it does not answer; behind `contextmanager`, it is a
        generator.
        """
        function = function_of(entry)
        if not self._may_be_wrapped(function):
            return
        code = unwrapped(function).__code__
        names = code.co_varnames[is_method or of_class is not None : code.co_argcount]
        is_constructor = is_method and path.endswith(".__init__")
        is_method = is_method and not is_constructor
        is_attribute = type(entry) in ATTRIBUTES
        callee = Callee(path, copied(function), names, is_method, is_constructor, of_class, is_attribute)
        if generator_of(entry) is not None:
            callee.is_manager = callee.is_query = True
        if is_constructor:
            self._recorder.note_constructor(callee)
        self._recorder.wrappers.take_over(function, callee)

    def _may_be_wrapped(self, function: Any) -> bool:
        """Check whether a function is the program's and, if decorated, runs like the function inside."""
        if type(function) is not FunctionType or self._recorder.wrappers.has_made(function):
            return False
        if home_of(function) not in (self._module, MAIN):
            return False
        inner = unwrapped(function)
        return type(inner) is FunctionType and _way(inner) == _way(function)


def _is_defined_in(kind: type, entry: Any) -> bool:
    """Check whether a function is a method of this class, and not of another class or module."""
    found = function_of(entry)
    qualname = getattr(found, "__qualname__", "") if issubclass(type(found), NAMED) else ""
    return "<" in qualname or qualname.rpartition(".")[0] == kind.__qualname__


def _way(function: FunctionType) -> int:
    """Return how a function runs: at once, as a coroutine, as a generator."""
    flags = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
    return function.__code__.co_flags & flags
