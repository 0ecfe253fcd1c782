"""The journal: writes recorded calls to a SQLite file, in batches, from a thread of its own.

Each call is a row: if a run is killed, the rows written before remain, and a damaged row costs only one call.
Forked children end without notice, so their records are written at once.
"""

from __future__ import annotations

import atexit
import errno
import json
import os
import sqlite3
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

SECONDS_BETWEEN_BATCHES = 0.05
SECONDS_TO_WAIT_FOR_OTHERS = 10.0
SCHEMA = """
    create table if not exists about (name text primary key, value text not null);
    create table if not exists modules (name text primary key, file text not null);
    create table if not exists calls (id integer primary key, callable text not null, data text not null);
    create table if not exists lost (callable text not null, reason text not null);
"""


class _Writer(threading.Thread):
    """A thread that debugpy neither shows nor stops: it goes on writing at a breakpoint."""

    is_pydev_daemon_thread = True
    pydev_do_not_trace = True


class Journal:
    """An open recording; `note_call` and `note_lost` only put something into a queue.

    The thread calls `between_batches` as well, as long as this returns that there is more to do. `kept`
    counts the calls of each module that were recorded.
    """

    def __init__(self, file: str, about: Mapping[str, Any]) -> None:
        self._file = file
        self.between_batches: Callable[[], bool] = bool
        self.kept = Counter[str]()
        self._queue: deque[tuple[str, tuple[str, str]]] = deque()
        self._is_child = False
        self._prepare(about)
        self._begin()
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self.flush, after_in_child=self._begin_in_child)

    def note_call(self, path: str, data: Mapping[str, Any]) -> None:
        """Write a call down."""
        self.kept[path.partition(":")[0]] += 1
        self._put("insert into calls (callable, data) values (?, ?)", path, json.dumps(data))

    def note_module(self, name: str, file: str) -> None:
        """Write down where a module lies that is recorded."""
        self._put("insert or replace into modules values (?, ?)", name, file)

    def note_lost(self, path: str, reason: str) -> None:
        """Write down that a call could not be recorded, and why."""
        self._put("insert into lost values (?, ?)", path, reason)

    def stir(self) -> None:
        """Say that there is something to do between batches."""
        self._is_due.set()

    def flush(self) -> None:
        """Write what is in the queue."""
        with self._lock:
            batch = []
            while self._queue:
                batch.append(self._queue.popleft())
            if batch:
                self._write(batch)

    def close(self) -> None:
        """Write the rest, and end the thread."""
        self._is_over.set()
        self.flush()

    def _put(self, statement: str, *values: str) -> None:
        self._queue.append((statement, (values[0], values[1])))
        if self._is_child:
            self.flush()
        else:
            self._is_due.set()

    def _begin_in_child(self) -> None:
        """Forget what the parent has still to write, and the threads that do not exist here."""
        self._is_child = True
        self._queue.clear()
        self._lock = threading.Lock()

    def _begin(self) -> None:
        """Start the thread that writes."""
        self._lock = threading.Lock()
        self._is_due, self._is_over = threading.Event(), threading.Event()
        _Writer(target=self._serve, name="testloom-journal", daemon=True).start()

    def _serve(self) -> None:
        while not self._is_over.is_set():
            self._is_due.wait()
            self._is_over.wait(SECONDS_BETWEEN_BATCHES)
            self._is_due.clear()
            self.flush()
            if self.between_batches():
                self._is_due.set()

    def _prepare(self, about: Mapping[str, Any]) -> None:
        _make_private(self._file)
        with self._connected() as connection:
            connection.execute("pragma journal_mode=wal")
            connection.executescript(SCHEMA)
            rows = [(name, json.dumps(value)) for name, value in about.items()]
            connection.executemany("insert or replace into about values (?, ?)", rows)
        connection.close()

    def _write(self, batch: list[tuple[str, tuple[str, str]]]) -> None:
        connection = self._connected()
        try:
            with connection:
                for statement, values in batch:
                    connection.execute(statement, values)
        finally:
            connection.close()

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self._file, timeout=SECONDS_TO_WAIT_FOR_OTHERS)


def _make_private(file: str) -> None:
    """Create a file that only its user can read, as it holds values of the program; SQLite's logs follow it.

    Raises:
        OSError: if it is a link, which might lead anywhere.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
    try:
        os.close(os.open(file, flags, 0o600))
    except FileExistsError:
        if os.path.islink(file):
            raise OSError(errno.ELOOP, "a recording cannot be a link", file) from None
        with suppress(PermissionError):  # it is another user's, who decides who may read it
            os.chmod(file, 0o600)
