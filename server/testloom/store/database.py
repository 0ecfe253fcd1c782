"""The file that everything is kept in."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.store.schema import STEPS

BUSY_SECONDS = 5.0
RETRY_SECONDS = 0.02
log = logging.getLogger(__name__)


class Database:
    """A connection to the store.

    The journal is a write-ahead log: whoever is killed in the middle of a transaction leaves the file as it
    was before, and others can read while one writes.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def close(self) -> None:
        """Close the connection; what was not committed is lost."""
        self._connection.close()

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """The rows that a query finds.

        Raises:
            StoreError: if the file cannot be read.
        """
        with _told("read"):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """What is executed within happens as a whole, or not at all.

        Raises:
            StoreError: if the file cannot be written.
        """
        with _told("written"), closing(self._connection.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
            except BaseException:
                cursor.execute("ROLLBACK")
                raise
            cursor.execute("COMMIT")


@contextmanager
def open_store(path: Path | None = None) -> Iterator[Database]:
    """Open the store, in the user's data folder unless a path is given.

    A file that is no database is put aside, and a new one is begun.

    Raises:
        StoreError: if the file cannot be opened, or a newer Testloom has written it.
    """
    path = path or _default_path()
    with _told("opened"):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            database = _opened(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            log.warning("%s is not a database (%s) and was moved aside.", path, error)
            path.replace(path.with_suffix(".broken"))
            database = _opened(path)
    with closing(database):
        yield database


def _default_path() -> Path:
    from platformdirs import user_data_path

    return user_data_path("testloom", appauthor=False) / "testloom.db"


def _opened(path: Path) -> Database:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        database = Database(connection)
        _migrate(database, path)
    except BaseException:
        connection.close()
        raise
    return database


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log from now on.

    In a new file this takes it as a whole, for which SQLite does not wait by itself while another process
    does the same.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return


def _migrate(database: Database, path: Path) -> None:
    """Take the steps that the file has not seen, all or none."""
    with database.transaction() as cursor:
        (version,) = cursor.execute("PRAGMA user_version").fetchone()
        if version > len(STEPS):
            raise StoreError(f"{path} was written by a newer Testloom.", "Update Testloom.")
        for step in STEPS[version:]:
            cursor.execute(step)
        cursor.execute(f"PRAGMA user_version = {len(STEPS)}")


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into one that a user can read."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not isinstance(error, sqlite3.OperationalError):
            raise
        raise StoreError(
            f"Testloom's store cannot be {what}: {error}.", "Check whether the disk is full."
        ) from None
    except OSError as error:
        raise StoreError(f"Testloom's store cannot be {what}: {error}.", "Check the permissions.") from None
