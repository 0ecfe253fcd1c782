"""Puts wrappers around the public functions and methods that a module defines."""

from __future__ import annotations

import enum
import functools
import inspect
from types import FunctionType
from typing import Any

from testloom_agent.recording.callees import Callee
from testloom_agent.recording.classes import ATTRIBUTES, CACHED, function_of
from testloom_agent.recording.managers import generator_of
from testloom_agent.recording.recorder import Recorder
from testloom_agent.recording.references import holders_of, replace
from testloom_agent.recording.wrappers import copied

RECORDED_SPECIALS = frozenset(
    f"__{name}__"
    for names in (
        "init call getitem setitem delitem contains len iter next reversed bool str int float abs neg",
        "add sub mul truediv floordiv mod pow and or xor eq lt le gt ge",
        "enter exit aenter aexit",
    )
    for name in names.split()
)


class Wrapping:
    """Wraps what one module defines; `module` is its name for those who import it."""

    def __init__(self, recorder: Recorder, module: str) -> None:
        self._recorder = recorder
        self._module = module
        self._done: set[int] = set()

    def wrap(self, namespace: dict[str, Any]) -> None:
        """Wrap what is new in a module's namespace."""
        self._recorder.aside(self._wrap, namespace)

    def _wrap(self, namespace: dict[str, Any]) -> None:
        own = namespace.get("__name__")
        holders = holders_of(namespace)
        wrapped: dict[int, Any] = {}
        for name, entry in list(namespace.items()):
            kind = type(entry)
            is_known = kind in (FunctionType, CACHED) or issubclass(kind, type)
            if id(entry) in self._done or not is_known:
                continue
            if entry.__module__ != own:
                continue
            if kind is CACHED or generator_of(entry) is not None:
                self._take_over(entry, name, f"{self._module}:{name}")
            elif kind is not FunctionType:
                if entry.__qualname__ == name:
                    self._done.add(id(entry))
                    self._wrap_class(entry)
            elif self._may_be_wrapped(entry, name) and not name.startswith("_"):
                namespace[name] = wrapped[id(entry)] = self._wrapped(entry, f"{self._module}:{name}")
                self._done.add(id(namespace[name]))
        replace(wrapped, holders)

    def wrap_class(self, kind: Any) -> None:
        """Wrap the methods of a class at the top of the module that are not wrapped yet."""
        if issubclass(type(kind), type):
            self._recorder.aside(self._wrap_class, kind)

    def _wrap_class(self, kind: type) -> None:
        if issubclass(kind, enum.Enum) or "." in kind.__qualname__:
            return
        path = f"{self._module}:{kind.__qualname__}"
        for name, entry in list(vars(kind).items()):
            if name.startswith("_") and name not in RECORDED_SPECIALS:
                continue
            wrapped = self._of_class(entry, name, kind, f"{path}.{name}")
            if wrapped is not None:
                try:
                    setattr(kind, name, wrapped)
                except (AttributeError, TypeError):  # a metaclass that allows no changes
                    return

    def _take_over(self, cached: Any, name: str, path: str, *, is_method: bool = False) -> None:
        """Record a function behind another, which goes on to hold it.

        Behind a cache these are the calls without an answer there; behind `contextmanager` it is a generator.
        """
        function = cached.__wrapped__
        if name.startswith("_") or not self._may_be_wrapped(function, name):
            return
        names = function.__code__.co_varnames[is_method : function.__code__.co_argcount]
        callee = Callee(path, copied(function), names, is_method, False)
        callee.is_manager = callee.is_query = generator_of(cached) is not None
        self._recorder.wrappers.take_over(function, callee)

    def _of_class(self, entry: Any, name: str, owner: type, path: str) -> Any:
        held = entry.__func__ if isinstance(entry, staticmethod) else entry
        if type(held) is CACHED or generator_of(held) is not None:
            self._take_over(held, name, path, is_method=held is entry)
            return None
        function = function_of(entry)
        if function is None or not self._may_be_wrapped(function, name):
            return None
        if isinstance(entry, staticmethod):
            return staticmethod(self._wrapped(function, path))
        if isinstance(entry, classmethod):
            return classmethod(self._wrapped(function, path, of_class=owner))
        is_attribute = type(entry) in ATTRIBUTES
        wrapped = self._wrapped(function, path, is_method=True, is_attribute=is_attribute)
        if isinstance(entry, functools.partialmethod):
            return functools.partialmethod(wrapped, *entry.args, **entry.keywords)
        if type(entry) is property:
            return property(wrapped, entry.fset, entry.fdel, entry.__doc__)
        if is_attribute:
            cached = functools.cached_property(wrapped)
            cached.__set_name__(owner, name)
            return cached
        return wrapped

    def _wrapped(
        self,
        real: Any,
        path: str,
        *,
        is_method: bool = False,
        is_attribute: bool = False,
        of_class: type | None = None,
    ) -> Any:
        code = inspect.unwrap(real).__code__
        names = code.co_varnames[is_method or of_class is not None : code.co_argcount]
        is_constructor = is_method and path.endswith(".__init__")
        is_method = is_method and not is_constructor
        callee = Callee(path, real, names, is_method, is_constructor, of_class, is_attribute)
        if is_constructor:
            self._recorder.note_constructor(callee)
        return self._recorder.wrappers.around(real, callee)

    def _may_be_wrapped(self, function: Any, name: str) -> bool:
        """Whether a function has its own name and, if it is decorated, runs like what is in it."""
        if not isinstance(function, FunctionType) or function.__name__ != name:
            return False
        if self._recorder.wrappers.has_made(function):
            return False
        inner = inspect.unwrap(function)
        return isinstance(inner, FunctionType) and _way(inner) == _way(function)


def _way(function: FunctionType) -> int:
    """How a function runs: at once, as a coroutine, as a generator."""
    flags = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
    return function.__code__.co_flags & flags
