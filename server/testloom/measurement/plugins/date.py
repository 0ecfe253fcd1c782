"""A shift of the date in this process: clocks are some days ahead.

TESTLOOM_DAYS is the number of days. `time` and `datetime` are patched when the plugin is loaded, before
the tests and their subject import them. A shift of no days patches them in the same way: a test that
fails then fails because of this plugin, not because of the date.

Compiled modules get the original `datetime` while they are imported, as they may derive a type from it
that has its layout: pandas would crash the interpreter. Their imports of that name are not shifted.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader, SourceFileLoader
from threading import local
from types import ModuleType
from typing import Any

SECONDS_A_DAY = 86_400


def shift(days: int) -> None:
    """Move the clock by some days."""
    seconds = days * SECONDS_A_DAY
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + seconds * 10**9
    for function in (time.localtime, time.gmtime, time.ctime):
        setattr(time, function.__name__, _with_default(function, 0, time.time))
    time.asctime = _with_default(time.asctime, 0, time.localtime)
    time.strftime = _with_default(time.strftime, 1, time.localtime)
    original = datetime.datetime
    moved = _datetime(original)
    vars(datetime)["datetime"] = moved
    datetime.__class__ = _showing(original, moved)


class _Importing(local):
    """Whether a thread is importing a compiled module."""

    is_compiled = False


def _showing(original: type[datetime.datetime], moved: type[datetime.datetime]) -> type[ModuleType]:
    """Make a type for the module `datetime` that hides the replaced class from imports of compiled modules.

    A thread sees the original class while it imports a compiled module.
    """
    importing = _Importing()
    _note_while(ExtensionFileLoader, importing, is_compiled=True)
    _note_while(SourceFileLoader, importing, is_compiled=False)

    class Showing(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            found = super().__getattribute__(name)
            return original if found is moved and importing.is_compiled else found

    return Showing


def _note_while(loader: type, importing: _Importing, *, is_compiled: bool) -> None:
    """Have a loader note in each thread which kind of module it is importing."""
    for method in ("create_module", "exec_module"):
        setattr(loader, method, _noting(getattr(loader, method), importing, is_compiled=is_compiled))


def _noting(load: Callable[..., Any], importing: _Importing, *, is_compiled: bool) -> Callable[..., Any]:
    def loading(*arguments: Any) -> Any:
        before = importing.is_compiled
        importing.is_compiled = is_compiled
        try:
            return load(*arguments)
        finally:
            importing.is_compiled = before

    return loading


def _with_default(
    function: Callable[..., Any], position: int, default: Callable[[], Any]
) -> Callable[..., Any]:
    """Wrap a function: unless it gets an argument at this position, the present is its default."""

    def shifted(*arguments: Any) -> Any:
        given = len(arguments) > position and arguments[position] is not None
        return function(*arguments[: position + given], *([] if given else [default()]))

    return shifted


class _AnyDatetime(type):
    """The metaclass of a `datetime` replacement: instances of the original are instances of it, too."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.__mro__[1])


def _datetime(original: type[datetime.datetime]) -> Any:
    """Make a `datetime` that takes the present from `time`, as `date` does anyway."""

    def now(cls: type[datetime.datetime], tz: datetime.tzinfo | None = None) -> datetime.datetime:
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls: type[datetime.datetime]) -> datetime.datetime:
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)

    def as_text(self: datetime.datetime) -> str:
        return f"{original.__module__}.{original.__repr__(self)}"

    body = {"now": classmethod(now), "utcnow": classmethod(utcnow), "__repr__": as_text}
    return _AnyDatetime(original.__name__, (original,), {**body, "__module__": original.__module__})


shift(int(os.environ.pop("TESTLOOM_DAYS", "0")))
