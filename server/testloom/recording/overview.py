"""What a recording holds, function by function, while it may still be written."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.recording.stops import BY_HAND, Stop, own_calls, read_stops, span_in, write_end, write_stop
from testloom.store import keep_private

BUSY_SECONDS = 5.0
CONSTRUCTOR = ".__init__"
"""What a recording adds to the name of a class."""
OWN = ""


@dataclass(frozen=True, slots=True)
class RecordedFunction:
    """A class, function or method, `module:qualname`: how many calls are there, why others are not."""

    callable: str
    file: Path
    calls: int
    lost: Mapping[str, int]


def recorded_functions(journal: Path) -> list[RecordedFunction]:
    """The functions of a recording, in the order of modules and of first calls; none without a recording.

    Raises:
        StoreError: if the file cannot be read.
    """
    if not journal.is_file():
        return []
    with _opened(journal, "ro") as connection:
        files = {name: Path(file) for name, file in connection.execute("select * from modules")}
        lost = connection.execute("select callable, reason from lost").fetchall()
        calls = connection.execute("select callable, data from calls order by id").fetchall()
        stops = read_stops(connection)
    counts = defaultdict[str, Counter[str]](Counter)
    for name, reason in [*_without_reason(calls, stops), *lost]:
        counts[name.removesuffix(CONSTRUCTOR)][reason] += 1
    found = [
        RecordedFunction(path, files[module], reasons.pop(OWN, 0), reasons)
        for path, reasons in counts.items()
        if (module := path.partition(":")[0]) in files
    ]
    return sorted(found, key=lambda function: function.callable.partition(":")[0])


def _without_reason(calls: Sequence[tuple[str, str]], stops: Sequence[Stop]) -> list[tuple[str, str]]:
    """The names of calls, each with why it is not the program's own, or `OWN`."""
    if not stops:
        return [(name, OWN) for name, _ in calls]
    spans = [span_in(json.loads(data)) for _, data in calls]
    is_own = own_calls(spans, stops)
    return [(name, OWN if is_own(span) else BY_HAND) for (name, _), span in zip(calls, spans, strict=True)]


def recorded_root(journal: Path) -> Path | None:
    """The folder that a recording is about; None if nobody can tell."""
    try:
        with _opened(journal, "ro") as connection:
            [[root]] = connection.execute("select value from about where name = 'root'")
    except (StoreError, ValueError):
        return None
    return Path(json.loads(root))


def forget_functions(journal: Path, callables: Collection[str]) -> None:
    """Take the calls of functions out of a recording, which may be going on.

    Raises:
        StoreError: if the file cannot be written.
    """
    with _opened(journal, "rw") as connection, connection:
        for table in ("calls", "lost"):
            names = [(path, f"{path}{CONSTRUCTOR}") for path in callables]
            connection.executemany(f"delete from {table} where callable in (?, ?)", names)


def note_stop(journal: Path, session: str, stop: Stop) -> None:
    """Write into a recording that a program stood still in a debugger.

    Raises:
        StoreError: if the file cannot be written.
    """
    with _opened(journal, "rw") as connection, connection:
        write_stop(connection, session, stop)


def note_end(journal: Path, session: str, ended: float) -> None:
    """Write into a recording that a debug session has ended.

    Raises:
        StoreError: if the file cannot be written.
    """
    with _opened(journal, "rw") as connection, connection:
        write_end(connection, session, ended)


@contextmanager
def _opened(journal: Path, mode: str) -> Iterator[sqlite3.Connection]:
    keep_private(journal)
    try:
        address = f"{journal.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise StoreError(
            f"The recording {journal} cannot be used: {error}.", "Record the program again."
        ) from error
