"""Debugger stops in a recorded program: calls that are not the program's own are left out.

A program stands still from a stop until it goes on. Calls in between are made by the debugger: typed
into its console, watched, or shown. If the user did more than look (called something in the console,
assigned, set a variable, jumped), the calls that were under way are no longer the program's own either,
nor are the calls that the innermost of them makes from then on, nor later calls with objects that are
older.
"""

from __future__ import annotations

import ast
import math
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from testloom.model.checks import Form, integer, number, optional
from testloom.model.errors import StoreError
from testloom.model.statements.environment import EARLIEST, LATEST
from testloom.model.texts.trees import expression_of
from testloom.recording.opening import rows

BY_HAND = "called by the debugger, or affected by it"
SCHEMA = """
    create table if not exists stops (
        session text not null, began real not null, ended real not null, by_hand integer not null, until real
    )
"""
LOOKING = (
    *(ast.Expression, ast.Name, ast.Attribute, ast.Constant, ast.Subscript, ast.Slice, ast.expr_context),
    *(ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.unaryop, ast.operator, ast.boolop, ast.cmpop),
    *(ast.IfExp, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.JoinedStr, ast.FormattedValue),
)


@dataclass(frozen=True, slots=True)
class Stop:
    """A period, in seconds since the epoch, in which a program stood still in a debugger.

    With `by_hand`, the user did more than look. The session ended at `until`.
    """

    began: float
    ended: float
    by_hand: bool
    until: float = math.inf


@dataclass(frozen=True, slots=True)
class Span:
    """The time of a call: its beginning and end, and the age of its oldest recorded object.

    `since` is the time when the oldest recorded object that the call uses was first seen.
    """

    began: float
    ended: float
    since: float


NOWHEN = Span(-math.inf, -math.inf, -math.inf)
"""The span of calls that were written by a recorder without knowledge of debuggers."""


_seconds = number(EARLIEST, LATEST)
_span = Form.of(
    lambda began, ended, since: Span(began, ended, math.inf if since is None else since),
    began=_seconds,
    ended=_seconds,
    since=optional(_seconds),
)


def span_of(told: Any) -> Span:
    """Parse the span of a call: without an age if it uses no recorded object.

    Raises:
        ValueError: if it is none.
    """
    span: Span = _span.from_list(told)
    return span


_stop = Form.of(
    lambda until, **told: Stop(**told, until=math.inf if until is None else until),
    began=_seconds,
    ended=_seconds,
    by_hand=lambda value: bool(integer(0, 1)(value)),
    until=optional(_seconds),
)
IsOwn: TypeAlias = Callable[[Span], bool]


def own_calls(spans: Sequence[Span], stops: Iterable[Stop]) -> IsOwn:
    """Make a function that tells by the span of a call whether the program made it, with its own objects."""
    tests = [_untouched(spans, stop) for stop in stops]
    return lambda span: all(is_own(span) for is_own in tests)


def _untouched(spans: Sequence[Span], stop: Stop) -> IsOwn:
    if not stop.by_hand:
        return lambda span: not stop.began <= span.began <= stop.ended
    under_way = [span.ended for span in spans if span.began < stop.began and span.ended > stop.ended]
    innermost = min(under_way, default=stop.until)

    def is_own(span: Span) -> bool:
        if span.began < stop.began:
            return span.ended < stop.began
        if span.began > stop.until:
            return True
        return span.began > innermost and span.since > stop.ended

    return is_own


def only_looks(expression: str) -> bool:
    """Check whether an expression typed into the console calls and changes nothing.

    False if it cannot be parsed.
    """
    try:
        tree = expression_of(expression.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(isinstance(node, LOOKING) for node in ast.walk(tree))


def write_stop(connection: sqlite3.Connection, session: str, stop: Stop) -> None:
    """Write that a program stood still."""
    connection.execute(SCHEMA)
    row = (session, stop.began, stop.ended, stop.by_hand)
    connection.execute("insert into stops (session, began, ended, by_hand) values (?, ?, ?, ?)", row)


def write_end(connection: sqlite3.Connection, session: str, ended: float) -> None:
    """Write that a session has ended, so that it affects nothing that happens later."""
    connection.execute(SCHEMA)
    connection.execute("update stops set until = ? where session = ?", (ended, session))


def read_stops(connection: sqlite3.Connection) -> list[Stop]:
    """Read the stops of a recording; none if it was never debugged.

    Raises:
        StoreError: if they cannot be read: then nobody knows which calls are the program's own.
    """
    if not connection.execute("select 1 from sqlite_master where name = 'stops'").fetchall():
        return []
    told = rows(connection, "stops", ("began", "ended", "by_hand", "until"))
    try:
        return [_stop.from_list(row) for row in told]
    except ValueError as error:
        raise StoreError(f"The recording has a damaged stop: {error}.", "Record the program again.") from None
