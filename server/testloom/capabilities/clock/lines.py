"""The source of a stopped clock: each name through which the clock is read gets a replacement."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from testloom.model.statements.environment import CHECKED, EARLIEST, LATEST, LOOP, READINGS, ClockStatement
from testloom.writer.errors import UnwritableError
from testloom.writer.rendering.environment import Helper, Written, patched
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call, identifier
from testloom.writer.values.expressions import collection

MOCK = "unittest.mock:Mock"
EPOCH = datetime(1970, 1, 1)
IN_NANOSECONDS = 1_000_000_000
COUNT = "itertools:count"
STRUCT_TIME, DATETIME = "time:struct_time", "datetime:datetime"
SHARED = "datetime:"
"""The beginning of the path of a class that is replaced for all modules at once."""
PAUSE = "pause"
FIELDS = frozenset({"localtime", "gmtime"})
"""The functions of `time` that return a struct_time."""
MOMENTS = {STRUCT_TIME: FIELDS, DATETIME: frozenset({"strftime"})}
"""The class that a replaced function of `time` needs for its moment, each with these functions."""

STOPPED_CLOCK = Helper(
    "stopped_clock",
    "(kind, **methods):",
    "(kind: type[object], **methods: object) -> type[object]:",
    '''
    """Stand in for a class of dates, whose instances are real dates."""

    class Likeness(type):
        def __instancecheck__(cls, instance):
            return isinstance(instance, kind)

        def __getattr__(cls, name):
            return getattr(kind, name)

        def __call__(cls, *args, **kwargs):
            return kind(*args, **kwargs)

    return Likeness(kind.__name__, (), methods)
''',
    annotated={
        "__instancecheck__(cls, instance):": "__instancecheck__(cls, instance: object) -> bool:",
        "__getattr__(cls, name):": "__getattr__(cls, name: str) -> object:",
        "__call__(cls, *args, **kwargs):": "__call__(cls, *args: object, **kwargs: object) -> object:",
        "return kind(*args, **kwargs)": "return type.__call__(kind, *args, **kwargs)",
    },
)

SKIP_WAITING = Helper(
    "skip_waiting",
    "(monkeypatch):",
    "(monkeypatch: pytest.MonkeyPatch) -> None:",
    '''
    """Let the time of event loops jump to what is due next."""
    select, now = DefaultSelector.select, 0.0

    def jump(selector, timeout=None):
        nonlocal now
        events = select(selector, 0 if timeout else timeout)
        if timeout and not events:
            now += timeout
        return events

    monkeypatch.setattr(DefaultSelector, "select", jump)
    monkeypatch.setattr("asyncio.BaseEventLoop.time", lambda loop: now)
''',
    annotated={
        "def jump(selector, timeout=None):": (
            "def jump(selector: Any, timeout: float | None = None) -> list[Any]:"
        )
    },
)
SKIPPING = ("selectors:DefaultSelector", "typing:Any")
"""The names that the signature of the helper function mentions."""


class ClockLines(Written[ClockStatement]):
    """Writes the lines that stop the clock."""

    kinds = (ClockStatement,)
    helpers = (STOPPED_CLOCK, SKIP_WAITING)

    def lines(self, statement: ClockStatement, scope: CaseScope) -> str:
        """Render a line for each name through which the clock is read."""
        return "\n".join(_clock(statement, scope))

    def paths(self, statement: ClockStatement) -> Iterator[str]:
        """Yield the paths of what replaces the clock."""
        if statement.step:
            yield COUNT
        read = {name for _, name in statement.names}
        yield from SKIPPING if LOOP in read else ()
        yield from (path for path, names in MOMENTS.items() if names & read)
        for kind in {name.partition(".")[0] for name in read} & {"datetime", "date"}:
            yield MOCK
            yield f"datetime:{kind}"


def _clock(statement: ClockStatement, scope: CaseScope) -> Iterator[str]:
    """Each name through which the clock is read stands for a clock that stands still.

    Where the time of event loops jumps, pauses are over at once as they are.
    """
    names: dict[str, list[str]] = {}
    is_skipped = any(name == LOOP for _, name in statement.names)
    if is_skipped:
        yield call(SKIP_WAITING.name, [scope.fixture("monkeypatch")])
    for path, name in statement.names:
        if is_skipped and name in (LOOP, PAUSE):
            continue
        names.setdefault(path, []).append(name)
    for path, read in names.items():
        kind = read[0].partition(".")[0]
        if "." in read[0]:
            methods = [name.partition(".")[2] for name in read]
            methods += [CHECKED] if path.startswith(SHARED) and _has_libraries(scope) else []
            value = _likeness(kind, methods, statement.seconds, scope)
        elif statement.step and kind in READINGS:
            start, step = scope.literal(statement.seconds), scope.literal(statement.step)
            value = attribute(call(scope.path(COUNT), [start, step]), "__next__")
        else:
            value = _reading(kind, statement.seconds, scope)
        yield patched(path, value, scope)


def _has_libraries(scope: CaseScope) -> bool:
    """Check whether the subject imports libraries, whose own checks of dates a replaced class must pass."""
    subject = scope.context.subject
    tops = {name.partition(".")[0] for name in subject.imports}
    return bool(tops - sys.stdlib_module_names - {subject.module.partition(".")[0]})


def _likeness(kind: str, methods: list[str], seconds: float, scope: CaseScope) -> str:
    """A class of `datetime` in which some methods return a fixed moment."""
    name, moment = scope.path(f"datetime:{kind}"), EPOCH + timedelta(seconds=_told(seconds))
    fields = [moment.year, moment.month, moment.day]
    if kind == "datetime":
        fields += [moment.hour, moment.minute, moment.second, moment.microsecond]
        while len(fields) > 3 and not fields[-1]:
            fields.pop()
    shown = f"{name}({', '.join(map(str, fields))}"
    answers = dict.fromkeys(methods, f"lambda: {shown})")
    if "now" in answers:
        answers["now"] = f"lambda tz=None: {shown}, tzinfo=tz)"
    is_checked = answers.pop(CHECKED, None) is not None
    given = [(identifier(method), answer) for method, answer in answers.items()]
    if is_checked:
        return call(STOPPED_CLOCK.name, [name], given)
    return call(scope.path(MOCK), (), [("wraps", name), *given])


def _reading(name: str, seconds: float, scope: CaseScope) -> str:
    """A function of `time` that reads a clock that stands still."""
    moment = time.gmtime(_told(seconds))
    if name == "sleep":
        return "lambda seconds: None"
    if name == PAUSE:
        return f"lambda delay, sleep={scope.module('asyncio')}.sleep: sleep(0)"
    if name in READINGS:
        return f"lambda: {scope.literal(seconds)}"
    if name.removesuffix("_ns") in READINGS:
        return f"lambda: {scope.literal(int(seconds * IN_NANOSECONDS))}"
    fields = [scope.literal(part) for part in moment]
    if name in FIELDS:
        return f"lambda *args: {call(scope.path(STRUCT_TIME), [collection('tuple', fields)])}"
    if name == "strftime":
        return f"lambda form: {call(scope.path(DATETIME), fields[:6])}.strftime(form)"
    if name != "ctime":
        raise UnwritableError(f"time.{name} is read without an argument.")
    return f"lambda *args: {scope.literal(time.asctime(moment))}"


def _told(seconds: float) -> float:
    """Seconds since the epoch, if a calendar has them.

    Raises:
        UnwritableError: if it has not.
    """
    if not EARLIEST <= seconds <= LATEST:
        raise UnwritableError(f"No calendar has the moment {seconds!r}.")
    return seconds
