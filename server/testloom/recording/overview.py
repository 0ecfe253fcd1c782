"""What a recording holds, function by function, while it may still be written."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from testloom.model.errors import StoreError

BUSY_SECONDS = 5.0
CONSTRUCTOR = ".__init__"
"""What a recording adds to the name of a class."""


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
        rows = connection.execute(
            "select callable, null from calls union all select callable, reason from lost"
        )
        calls, lost = Counter[str](), defaultdict[str, Counter[str]](Counter)
        for name, reason in rows:
            path = name.removesuffix(CONSTRUCTOR)
            lost[path].update([reason] if reason is not None else [])
            calls[path] += reason is None
    found = [
        RecordedFunction(path, files[module], calls[path], lost[path])
        for path in calls
        if (module := path.partition(":")[0]) in files
    ]
    return sorted(found, key=lambda function: function.callable.partition(":")[0])


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


@contextmanager
def _opened(journal: Path, mode: str) -> Iterator[sqlite3.Connection]:
    try:
        address = f"{journal.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise StoreError(
            f"The recording {journal} cannot be used: {error}.", "Record the program again."
        ) from error
