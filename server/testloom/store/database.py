"""The database file of the store."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain, count
from pathlib import Path

from testloom.model.errors import StoreError
from testloom.store.private import begin_private_file, keep_private, make_private_folder
from testloom.store.schema import STEPS

BUSY_SECONDS = 5.0
RETRY_SECONDS = 0.02
log = logging.getLogger(__name__)


class Database:
    """A connection to the store.

    The journal is a write-ahead log: a process that is killed in the middle of a transaction leaves the
    file as it was before, and others can read while one writes.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def close(self) -> None:
        """Close the connection; what was not committed is lost."""
        self._connection.close()

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Return the rows that a query finds.

        Raises:
            StoreError: if the file cannot be read.
        """
        with _told("read"):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """Execute all statements inside in one transaction, which a nested transaction joins.

        Raises:
            StoreError: if the file cannot be written.
        """
        if self._connection.in_transaction:
            with _told("written"), closing(self._connection.cursor()) as cursor:
                yield cursor
            return
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
    """Open the store, in the user's data folder unless a path is given; nobody else may read it.

    If the file in the data folder is not a database, it is put aside, and a new one is begun.

    Raises:
        StoreError: if the file cannot be opened, is not a database, or a newer Testloom has written it.
    """
    place = path or default_folder() / "testloom.db"
    with _told("opened"):
        make_private_folder(place.parent)
        if path is None:
            keep_private(place.parent)
        try:
            database = _opened(place)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            if path is not None:
                raise StoreError(f"{path} is not a database.", "Choose another file with --state.") from None
            log.warning("%s is not a database (%s) and was moved aside.", place, error)
            _put_aside(place)
            database = _opened(place)
    with closing(database):
        yield database


def default_folder() -> Path:
    """Return the user's folder for the store and the files beside it."""
    from platformdirs import user_data_path

    return user_data_path("testloom", appauthor=False)


def _put_aside(path: Path) -> None:
    """Rename a file to the first free name, such as `testloom.2.broken`."""
    names = chain([".broken"], (f".{number}.broken" for number in count(2)))
    path.rename(next(free for name in names if not (free := path.with_suffix(name)).exists()))


def _opened(path: Path) -> Database:
    begin_private_file(path)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        database = Database(connection)
        _migrate(database, path)
        for suffix in ("", "-wal", "-shm"):
            keep_private(path.with_name(f"{path.name}{suffix}"))
    except BaseException:
        connection.close()
        raise
    return database


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch the database to a write-ahead log.

    For a new file, this needs an exclusive lock, for which SQLite itself does not wait while another process
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
    """Run the migration steps that the file has not had yet, all or none."""
    with database.transaction() as cursor:
        (version,) = cursor.execute("PRAGMA user_version").fetchone()
        if version > len(STEPS):
            raise StoreError(f"{path} was written by a newer Testloom.", "Update Testloom.")
        for step in STEPS[version:]:
            cursor.execute(step)
        cursor.execute(f"PRAGMA user_version = {len(STEPS)}")


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Convert errors of SQLite and of the file system into an error that a user understands."""
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
