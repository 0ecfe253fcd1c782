"""Opening of a recording from any source: its tables must be real tables (no views) of limited size."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from testloom.model.errors import StoreError
from testloom.store import keep_private

BUSY_SECONDS = 5.0
MOST_ROWS = 1_000_000
LONGEST_ROW = 20_000_000
"""The maximum length of a row, in characters.

Twenty files and three hundred values of 10,000 characters each, escaped, are shorter.
"""


@contextmanager
def opened(journal: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Provide a connection to a recording that only reads (`ro`) or also writes (`rw`).

    Raises:
        StoreError: if the file is not a database, or what is done with it fails.
    """
    keep_private(journal)
    try:
        address = f"{journal.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
            connection.text_factory = _decoded
            yield connection
    except sqlite3.Error as error:
        raise StoreError(
            f"The recording {journal} cannot be used: {error}.", "Record the program again."
        ) from error


def rows(connection: sqlite3.Connection, table: str, columns: Sequence[str], order: str = "") -> list[Any]:
    """Read the rows of a table; a row that is too long to be a recorder's has None in each column.

    Views and tables with generated columns are refused: a view may be endless, and a generated value may
    be of any size.

    Raises:
        StoreError: if it is not a table, or has too many rows.
    """
    found = connection.execute(
        "select rootpage from sqlite_master where type = 'table' and name = ?", (table,)
    ).fetchone()
    generated = connection.execute("select 1 from pragma_table_xinfo(?) where hidden", (table,)).fetchone()
    if found is None or not found[0] or generated:
        raise StoreError(f"The recording has no table {table!r}.", "Record the program again.")
    fits = " and ".join(f"ifnull(length({column}), 0) <= {LONGEST_ROW}" for column in columns)
    chosen = ", ".join(f"case when {fits} then {column} end" for column in columns)
    ordered = f" order by {order}" if order else ""
    query = f"select {chosen} from {table}{ordered} limit ?"
    told = connection.execute(query, (MOST_ROWS + 1,)).fetchall()
    if len(told) > MOST_ROWS:
        raise StoreError(
            f"The recording has more than {MOST_ROWS} rows of {table}.", "Record less of the program."
        )
    return told


def _decoded(data: bytes) -> str:
    """Decode a string; in another encoding, only its own row becomes unusable."""
    return data.decode("utf-8", "replace")
