"""The clock of the subject's project: its reads are noted, sleeping costs nothing, a test case can set it.

Only the project's code sees this clock, and libraries that compare the times in tokens with the current time.
Functions of `time` are replaced by wrappers that check who calls them. The names in the project's modules
that stand for a function of `time`, a class of `datetime` or the module `datetime` stand for a likeness of it
instead. Sleeping costs nothing in libraries either, as long as the main thread sleeps.
"""

from __future__ import annotations

import datetime
import sys
import time
from _thread import get_ident
from collections.abc import Callable, Iterable
from itertools import count
from types import ModuleType
from typing import Any

from testloom_agent.environment.defaults import exchange_defaults
from testloom_agent.environment.touches import Note
from testloom_agent.kinds import dictionary_of, is_a
from testloom_agent.likeness import like

START = 1_704_164_645.0
"""The time that the clock shows unless a test case sets it: 2024-01-02 03:04:05 UTC."""
VARIATION = 34_567_890.0
"""Seconds between the observations of a test: more than a year, to another time of the day."""
KINDS: dict[str, type] = {"datetime": datetime.datetime, "date": datetime.date}
AGENT = "testloom_agent"
MONOTONIC = time.monotonic
TOKENS = frozenset(
    {"jwt", "jose", "joserfc", "authlib", "flask_jwt_extended", "rest_framework_simplejwt", "fastapi_users"}
)
"""Libraries that check whether a token has expired which the project has issued by its own clock."""
IN_SECONDS = ("time", "monotonic", "perf_counter", "process_time")
LOCAL, IN_ZONE = ("localtime", "ctime", "mktime"), ("zone",)
"""Functions that convert to or from local time, and the touch that is noted for them."""
PACE = 1e-5
"""Seconds between two readings of a clock function that is a default argument."""


class Clock:
    """A clock that runs on from a start time, or stands still at a time that a test case sets."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self._frozen = False
        self._varied = False
        self._step = 0.0
        self._time = START
        self._since: float | None = None
        self._main = get_ident()
        self._readings = _readings(self)

    def begin(self, variation: int) -> None:
        """Start anew; another variation is another day."""
        self._frozen = False
        self._varied = variation != 0
        self._time = START + variation * VARIATION
        self._since = None

    def freeze(self, seconds: float, step: float = 0.0) -> None:
        """Stand still at so many seconds after the epoch, or go on by a step with each reading."""
        self._frozen = True
        self._step = step
        self._time = seconds

    def now(self) -> float:
        """Seconds since the epoch."""
        if self._frozen:
            shown, self._time = self._time, self._time + self._step
            return shown
        if self._since is None:
            self._since = MONOTONIC()
        return self._time + MONOTONIC() - self._since

    def sleep(self, seconds: float) -> None:
        """Let time pass, at once."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        if not self._frozen:
            self._time += seconds

    def install(self, modules: Iterable[ModuleType]) -> None:
        """Put the clock before the eyes of some modules.

        A clock that is the default of a parameter cannot be set by a test: it goes at a pace of its own, so
        that no test is kept for being slow once, and truly where another date shows what depends on it.
        """
        modules = [*modules, *_of_tokens()]
        owned = frozenset(id(vars(module)) for module in modules)
        real = {name: getattr(time, name) for name in self._readings}
        self._let_libraries_skip(real["sleep"], owned)
        for name, function in real.items():
            setattr(time, name, self._for_callers(name, function, owned))
        likenesses = {id(kind): name for name, kind in KINDS.items()}
        functions = {id(function): name for name, function in real.items()}
        for module in modules:
            for name, value in list(vars(module).items()):
                path = f"{module.__name__}:{name}"
                if id(value) in likenesses:
                    vars(module)[name] = _kind(self, path, likenesses[id(value)])
                elif id(value) in functions:
                    known = functions[id(value)]
                    vars(module)[name] = self._reader(path, known, real[known])
                elif value is datetime:
                    vars(module)[name] = _likeness(self)
        steady = {id(real[name]): self._steady(real[name]) for name in IN_SECONDS}
        exchange_defaults(modules, steady)

    def _let_libraries_skip(self, real: Callable[..., Any], owned: frozenset[int]) -> None:
        """Replace the real sleep that libraries have taken from `time` by one that costs nothing."""
        for module in list(sys.modules.values()):
            namespace = dictionary_of(module) or {}
            if id(namespace) in owned or module is time or namespace.get("__name__", "").startswith(AGENT):
                continue
            for name, value in list(namespace.items()):
                if value is real:
                    path = f"{namespace['__name__']}:{name}"
                    namespace[name] = self._in_main_thread(self._reader(path, "sleep", real), real)

    def _in_main_thread(self, virtual: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
        """Create the sleep for libraries: their threads, which check something now and then, really wait."""
        main = self._main

        def sleep(*args: Any, **kwargs: Any) -> Any:
            return (virtual if get_ident() == main else real)(*args, **kwargs)

        return like(real, sleep)

    def _steady(self, real: Callable[[], float]) -> Callable[[], float]:
        readings = count()

        def read() -> float:
            return real() if self._varied else START + next(readings) * PACE

        return like(real, read)

    def _reader(self, path: str, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        reading, touch, note = self._readings[name], ("clock", path, name), self.note

        def read(*args: Any, **kwargs: Any) -> Any:
            if name in LOCAL and args:
                note(IN_ZONE)
            if name != "sleep" and len(args) + len(kwargs) > _given(name):
                return real(*args, **kwargs)
            note(touch)
            return reading(*args, **kwargs)

        return like(real, read)

    def _for_callers(self, name: str, real: Callable[..., Any], owned: frozenset[int]) -> Callable[..., Any]:
        virtual, caller = self._reader(f"time:{name}", name, real), sys._getframe
        others = self._in_main_thread(virtual, real) if name == "sleep" else real

        def read(*args: Any, **kwargs: Any) -> Any:
            return (virtual if id(caller(1).f_globals) in owned else others)(*args, **kwargs)

        return like(real, read)


def _of_tokens() -> list[ModuleType]:
    """List the loaded modules of libraries for tokens."""
    named = list(sys.modules.items())
    return [module for name, module in named if name.partition(".")[0] in TOKENS and is_a(module, ModuleType)]


def _given(name: str) -> int:
    """Return the number of arguments up to which a function reads the clock; with more, it converts them."""
    return 1 if name == "strftime" else 0


def _readings(clock: Clock) -> dict[str, Callable[..., Any]]:
    now, localtime, strftime, asctime = clock.now, time.gmtime, time.strftime, time.asctime
    return {
        **dict.fromkeys(IN_SECONDS, now),
        **{f"{name}_ns": lambda: int(now() * 1_000_000_000) for name in IN_SECONDS},
        "sleep": clock.sleep,
        "gmtime": lambda: localtime(now()),
        "localtime": lambda: localtime(now()),
        "ctime": lambda: asctime(localtime(now())),
        "strftime": lambda form: strftime(form, localtime(now())),
        "mktime": time.mktime,
    }


def _kind(clock: Clock, path: str, name: str) -> Any:
    """Create a likeness of `datetime.datetime` or `datetime.date` with this clock; its instances are real."""
    real: Any = KINDS[name]
    today, checked = ("clock", path, f"{name}.today"), ("class", path)

    class Likeness(type):
        def __instancecheck__(cls, instance: Any) -> bool:
            clock.note(checked)
            return isinstance(instance, real)

        def __subclasscheck__(cls, subclass: type) -> bool:
            clock.note(checked)
            return issubclass(subclass, real)

    class Kind(real, metaclass=Likeness):  # type: ignore[misc]
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return real.__new__(real if cls is Kind else cls, *args, **kwargs)

        @classmethod
        def today(cls) -> Any:
            clock.note(today)
            return _as(real, clock.now())

        @classmethod
        def fromtimestamp(cls, timestamp: Any, tz: Any = None) -> Any:
            if tz is None:
                clock.note(IN_ZONE)
                return real.fromtimestamp(timestamp)
            return real.fromtimestamp(timestamp, tz)

    if name == "datetime":
        Kind.now = classmethod(_now(clock, ("clock", path, "datetime.now")))
        Kind.utcnow = classmethod(_now(clock, ("clock", path, "datetime.utcnow")))
    Kind.__name__ = Kind.__qualname__ = name
    Kind.__module__ = "datetime"
    return Kind


def _now(clock: Clock, touch: tuple[str, ...]) -> Callable[..., Any]:
    def now(_cls: type, tz: Any = None) -> Any:
        clock.note(touch)
        return _as(datetime.datetime, clock.now()).replace(tzinfo=tz)

    return now


def _as(kind: Any, seconds: float) -> Any:
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    return moment if kind is datetime.datetime else moment.date()


def _likeness(clock: Clock) -> ModuleType:
    """A copy of the module `datetime` whose classes read this clock."""
    copy = ModuleType("datetime", datetime.__doc__)
    vars(copy).update(vars(datetime))
    for name in KINDS:
        vars(copy)[name] = _kind(clock, f"datetime:{name}", name)
    return copy
