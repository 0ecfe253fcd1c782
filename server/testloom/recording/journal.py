"""Reads a recording: a SQLite file with a row for each call (docs/recording.md)."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testloom.model.errors import StoreError
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    EnterStatement,
    InvokeStatement,
    TestCase,
)
from testloom.recording.doubling import Unanswerable
from testloom.recording.records import Record
from testloom.recording.stops import BY_HAND, NOWHEN, Span, own_calls, read_stops, span_in

CALLS = (CallStatement, AttributeStatement, InvokeStatement, EnterStatement)
UNREADABLE = "its record is damaged"


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call, the test case that repeats it, and how it ended.

    `raised` and `returned` are the classes, `module:Qualname`, of the exception and the result; one is "".
    `result` has the `value` of a plain result, `span` says when it was.
    """

    callable: str
    case: TestCase
    raised: str = ""
    returned: str = ""
    record: Record | None = None
    result: Mapping[str, Any] = field(default_factory=dict)
    span: Span = NOWHEN


@dataclass(frozen=True, slots=True)
class Recording:
    """The calls of one or more runs, in the order in which they ended.

    `modules` are the files of those that were recorded; `lost` counts calls without a record, by reason.
    """

    python: Path
    modules: Mapping[str, Path]
    calls: tuple[RecordedCall, ...]
    lost: Mapping[str, int]

    def of(self, module: str) -> list[RecordedCall]:
        """The calls of what a module defines."""
        return [call for call in self.calls if call.callable.partition(":")[0] == module]


def read_recording(file: Path) -> Recording:
    """The recording in a file; a damaged row costs one call.

    Raises:
        StoreError: if there is no recording in the file.
    """
    if not file.is_file():
        raise StoreError(
            f"The recording {file} does not exist.", "Create one with `testloom record -- SCRIPT`."
        )
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            about = {name: json.loads(value) for name, value in connection.execute("select * from about")}
            rows = connection.execute("select callable, data from calls order by id").fetchall()
            modules = {name: Path(place) for name, place in connection.execute("select * from modules")}
            lost = Counter(reason for (reason,) in connection.execute("select reason from lost"))
            stops = read_stops(connection)
        python = Path(about["python"])
    except (sqlite3.Error, ValueError, KeyError) as error:
        raise StoreError(
            f"{file} cannot be read as a recording: {error}.", "Record the program again."
        ) from error
    calls = []
    for path, data in rows:
        try:
            calls.append(_call(path, json.loads(data)))
        except Unanswerable as reason:
            lost[str(reason)] += 1
        except (AttributeError, KeyError, TypeError, ValueError):
            lost[UNREADABLE] += 1
    own = own_calls([call.span for call in calls], stops)
    lost.update(BY_HAND for call in calls if not own(call.span))
    return Recording(python, modules, tuple(call for call in calls if own(call.span)), dict(lost))


def _call(path: str, data: Mapping[str, Any]) -> RecordedCall:
    record = Record.decode(data)
    case = _case(record)
    if not case.statements or not isinstance(case.statements[-1], CALLS):
        raise ValueError("the steps do not end with a call")
    raised, returned = data.get("raised", ""), data.get("returned", "")
    result = {name: data[name] for name in ("value", "empty") if name in data}
    name = path.removesuffix(".__init__")
    return RecordedCall(name, case, raised, returned, record, result, span_in(data))


def _case(record: Record) -> TestCase:
    """The test case that calls functions of others, if there can be such a one."""
    try:
        return record.case()
    except Unanswerable:
        if record.places:
            return record.case(placed=record.places)
        raise
