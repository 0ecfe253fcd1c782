"""Puts wrappers around the public functions and methods that a module defines."""

from __future__ import annotations

import enum
import functools
import inspect
from types import FunctionType
from typing import Any

from testloom_agent.recording.listening import Heard
from testloom_agent.recording.recorder import Callee, Recorder

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
            elif _is_plain(entry, name) and not name.startswith("_"):
                namespace[name] = self._wrapped(entry, f"{self._module}:{name}", is_method=False)
                self._done.add(id(namespace[name]))

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
            wrapped = self._of_class(entry, name, f"{path}.{name}")
            if wrapped is not None:
                try:
                    setattr(kind, name, wrapped)
                except (AttributeError, TypeError):  # a metaclass that allows no changes
                    return

    def _of_class(self, entry: Any, name: str, path: str) -> Any:
        if isinstance(entry, staticmethod) and _is_plain(entry.__func__, name):
            return staticmethod(self._wrapped(entry.__func__, path, is_method=False))
        if isinstance(entry, FunctionType) and _is_plain(entry, name):
            return self._wrapped(entry, path, is_method=True)
        return None

    def _wrapped(self, real: Any, path: str, is_method: bool) -> Any:
        code = real.__code__
        names = code.co_varnames[is_method : code.co_argcount]
        is_constructor = is_method and path.endswith(".__init__")
        is_coroutine = inspect.iscoroutinefunction(real)
        callee = Callee(path, real, names, is_method and not is_constructor, is_constructor, is_coroutine)
        if is_coroutine:
            return _awaiting(real, callee, self._recorder)
        if inspect.isasyncgenfunction(real):
            return _yielding_later(real, callee, self._recorder)
        if inspect.isgeneratorfunction(real):
            return _yielding(real, callee, self._recorder)
        return _calling(real, callee, self._recorder)


def _is_plain(function: Any, name: str) -> bool:
    """Whether a function is what its definition made."""
    is_function = isinstance(function, FunctionType)
    return is_function and function.__code__.co_name == name and not hasattr(function, "__wrapped__")


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
