"""Puts wrappers around the public functions and methods that a module defines."""

from __future__ import annotations

import enum
import functools
import inspect
from types import FunctionType
from typing import Any

from testloom_agent.recording.classes import function_of
from testloom_agent.recording.listening import Heard
from testloom_agent.recording.recorder import Callee, Recorder
from testloom_agent.recording.references import holders_of, replace

RECORDED_SPECIALS = ("__init__", "__call__")


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
            if id(entry) in self._done or (kind is not FunctionType and not issubclass(kind, type)):
                continue
            if entry.__module__ != own:
                continue
            if kind is not FunctionType:
                if entry.__qualname__ == name:
                    self._done.add(id(entry))
                    self._wrap_class(entry)
            elif _may_be_wrapped(entry, name) and not name.startswith("_"):
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

    def _of_class(self, entry: Any, name: str, owner: type, path: str) -> Any:
        function = function_of(entry)
        if function is None or not _may_be_wrapped(function, name):
            return None
        if isinstance(entry, staticmethod):
            return staticmethod(self._wrapped(function, path))
        if isinstance(entry, classmethod):
            return classmethod(self._wrapped(function, path, of_class=owner))
        wrapped = self._wrapped(function, path, is_method=True)
        if isinstance(entry, functools.partialmethod):
            return functools.partialmethod(wrapped, *entry.args, **entry.keywords)
        return wrapped

    def _wrapped(self, real: Any, path: str, *, is_method: bool = False, of_class: type | None = None) -> Any:
        code = inspect.unwrap(real).__code__
        names = code.co_varnames[is_method or of_class is not None : code.co_argcount]
        is_constructor = is_method and path.endswith(".__init__")
        is_coroutine = inspect.iscoroutinefunction(real)
        callee = Callee(
            path, real, names, is_method and not is_constructor, is_constructor, is_coroutine, of_class
        )
        if is_constructor:
            self._recorder.note_constructor(callee)
        if is_coroutine:
            return _awaiting(real, callee, self._recorder)
        if inspect.isasyncgenfunction(real):
            return _yielding_later(real, callee, self._recorder)
        if inspect.isgeneratorfunction(real):
            return _yielding(real, callee, self._recorder)
        return _calling(real, callee, self._recorder)


def is_wrapper(function: Any) -> bool:
    """Whether a function is one that the recorder has put in the place of another."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == __file__


def _may_be_wrapped(function: Any, name: str) -> bool:
    """Whether a function has its own name and, if it is decorated, runs like what is in it."""
    if not isinstance(function, FunctionType) or function.__name__ != name or is_wrapper(function):
        return False
    inner = inspect.unwrap(function)
    return isinstance(inner, FunctionType) and _way(inner) == _way(function)


def _way(function: FunctionType) -> int:
    """How a function runs: at once, as a coroutine, as a generator."""
    flags = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
    return function.__code__.co_flags & flags


def _calling(real: FunctionType, callee: Callee, recorder: Recorder) -> Any:
    enter, leave = recorder.enter, recorder.leave

    @functools.wraps(real)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        if callee.quiet:
            callee.quiet -= 1
            return real(*args, **kwargs)
        call = enter(callee, args, kwargs)
        if call is None:
            return real(*args, **kwargs)
        try:
            result = call.run(*args, **kwargs)
        except BaseException as error:
            leave(call, None, error)
            raise
        leave(call, result, None)
        return result

    return recorded


def _awaiting(real: FunctionType, callee: Callee, recorder: Recorder) -> Any:
    @functools.wraps(real)
    async def recorded(*args: Any, **kwargs: Any) -> Any:
        call = recorder.enter(callee, args, kwargs)
        if call is None:
            return await real(*args, **kwargs)
        try:
            result = await call.run(*args, **kwargs)
        except BaseException as error:
            recorder.leave(call, None, error)
            raise
        recorder.leave(call, result, None)
        return result

    return recorded


def _yielding(real: FunctionType, callee: Callee, recorder: Recorder) -> Any:
    @functools.wraps(real)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        call = recorder.enter(callee, args, kwargs)
        if call is None:
            return (yield from real(*args, **kwargs))
        try:
            result = yield from Heard(call.run(*args, **kwargs), recorder.listener, call.heard)
        except BaseException as error:
            recorder.leave(call, None, error)
            raise
        recorder.leave(call, [], None)
        return result

    return recorded


def _yielding_later(real: FunctionType, callee: Callee, recorder: Recorder) -> Any:
    @functools.wraps(real)
    async def recorded(*args: Any, **kwargs: Any) -> Any:
        call = recorder.enter(callee, args, kwargs)
        items = real(*args, **kwargs) if call is None else call.run(*args, **kwargs)
        next_item = items.asend(None)
        try:
            while True:
                try:
                    item = await next_item
                except StopAsyncIteration:
                    break
                try:
                    next_item = items.asend((yield item))
                except GeneratorExit:
                    await items.aclose()
                    raise
                except BaseException as error:
                    next_item = items.athrow(error)
        except BaseException as error:
            if call is not None:
                recorder.leave(call, None, error)
            raise
        if call is not None:
            recorder.leave(call, [], None)

    return recorded
