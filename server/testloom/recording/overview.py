"""Overview of a recording, function by function, even while it is being written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testloom.model.checks import read_json, without_null
from testloom.model.errors import StoreError
from testloom.recording.opening import opened, rows
from testloom.recording.stops import (
    BY_HAND,
    NOWHEN,
    Span,
    Stop,
    own_calls,
    read_stops,
    span_of,
    write_end,
    write_stop,
)

CONSTRUCTOR = ".__init__"
"""The suffix that a recording adds to the name of a class for its constructor."""
OWN = ""


@dataclass(frozen=True, slots=True)
class RecordedFunction:
    """A recorded class, function or method, `module:qualname`, with the number of its calls.

    `lost` counts the calls without a record, by reason.
    """

    callable: str
    file: Path
    calls: int
    lost: Mapping[str, int]


def recorded_functions(journal: Path) -> list[RecordedFunction]:
    """List the functions of a recording, ordered by module and first call; none without a recording.

    Raises:
        StoreError: if the file cannot be read.
    """
    if not journal.is_file():
        return []
    with opened(journal, "ro") as connection:
        files = {str(name): Path(str(file)) for name, file in rows(connection, "modules", ("name", "file"))}
        lost = rows(connection, "lost", ("callable", "reason"))
        calls = rows(connection, "calls", ("callable", "data"), "id")
        stops = read_stops(connection)
    counts = defaultdict[str, Counter[str]](Counter)
    for name, reason in [*_without_reason(calls, stops), *lost]:
        counts[str(name).removesuffix(CONSTRUCTOR)][str(reason)] += 1
    found = [
        RecordedFunction(path, files[module], reasons.pop(OWN, 0), reasons)
        for path, reasons in counts.items()
        if (module := path.partition(":")[0]) in files
    ]
    return sorted(found, key=lambda function: function.callable.partition(":")[0])


def _without_reason(calls: Sequence[tuple[Any, Any]], stops: Sequence[Stop]) -> list[tuple[Any, str]]:
    """Return the names of calls, each with the reason why it is not the program's own, or `OWN`."""
    if not stops:
        return [(name, OWN) for name, _ in calls]
    spans = [_span(data) for _, data in calls]
    is_own = own_calls(spans, stops)
    return [(name, OWN if is_own(span) else BY_HAND) for (name, _), span in zip(calls, spans, strict=True)]


def _span(data: Any) -> Span:
    """Return the span of a call; that of a damaged record is unknown."""
    try:
        return span_of(read_json(data)["span"])
    except (LookupError, TypeError, ValueError):
        return NOWHEN


def recorded_root(journal: Path) -> Path | None:
    """Read the folder that a recording is about; None if it is unknown."""
    try:
        with opened(journal, "ro") as connection:
            about = dict(rows(connection, "about", ("name", "value")))
        return Path(without_null(read_json(about["root"])))
    except (StoreError, LookupError, TypeError, ValueError):
        return None


def forget_functions(journal: Path, callables: Collection[str]) -> None:
    """Remove the calls of functions from a recording, which may still be growing.

    Raises:
        StoreError: if the file cannot be written.
    """
    with opened(journal, "rw") as connection, connection:
        for table in ("calls", "lost"):
            names = [(path, f"{path}{CONSTRUCTOR}") for path in callables]
            connection.executemany(f"delete from {table} where callable in (?, ?)", names)


def note_stop(journal: Path, session: str, stop: Stop) -> None:
    """Write into a recording that a program stood still in a debugger.

    Raises:
        StoreError: if the file cannot be written.
    """
    with opened(journal, "rw") as connection, connection:
        write_stop(connection, session, stop)


def note_end(journal: Path, session: str, ended: float) -> None:
    """Write into a recording that a debug session has ended.

    Raises:
        StoreError: if the file cannot be written.
    """
    with opened(journal, "rw") as connection, connection:
        write_end(connection, session, ended)
