"""Contents of databases in memory: the rows of their tables, and the columns of mapped objects.

No library is imported for this: objects of libraries that are not loaded do not occur. No query
changes a transaction, or makes a session write its pending changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from testloom_agent.execution.reporting.type_paths import type_path
from testloom_agent.reflection.databases.mapped import ORM, columns_of, is_mapped

CONNECTION = "sqlite3:Connection"
SCOPED = "sqlalchemy.orm.scoping:scoped_session"
"""The proxy for the session of a thread or context."""
SESSIONS = ("sqlalchemy.orm.session:Session", "sqlmodel:Session", SCOPED)
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
MOST = 20
"""The number of tables that are reported, and of rows for each table."""


def stored_in(value: Any, made: Mapping[int, Any]) -> dict[str, Any] | None:
    """Collect the rows in each table of a connection or session that a test has made; else None.

    The rows of a session are left out if each is an object of the test, whose attributes are reported anyway.
    """
    path = type_path(type(value))
    if path not in (CONNECTION, *SESSIONS) or all(own is not value for own in made.values()):
        return None
    return _in_connection(value) if path == CONNECTION else _in_session(value, made.values())


def is_session(value: Any) -> bool:
    """Check whether a value is a session, through which the objects of a test may change."""
    return type_path(type(value)) in SESSIONS


def column_names(kind: type) -> frozenset[str] | None:
    """Return the attributes of a mapped class that its rows hold; None if the class is not mapped."""
    return frozenset(columns_of(kind)) if is_mapped(kind) else None


@contextmanager
def transaction_kept(value: Any) -> Iterator[None]:
    """Read a mapped object without leaving a transaction begun that it had to be read in."""
    session: Any = None
    if is_mapped(type(value)):
        session = vars(sys.modules[ORM])["object_session"](value)
    is_quiet = session is not None and not session.in_transaction()
    yield
    if is_quiet and session.in_transaction():
        session.rollback()


def _in_connection(connection: Any) -> dict[str, Any]:
    sqlite3 = sys.modules["sqlite3"]
    try:
        told = {"in_transaction": connection.in_transaction}
        if connection.row_factory is None:
            rows = _rows_of(connection)
            told.update({f"table {table}": rows for table, rows in rows.items()})
    except vars(sqlite3)["Error"]:  # the connection is closed, or its file is not a database
        return {}
    return told


def _in_session(session: Any, others: Iterable[Any]) -> dict[str, Any]:
    errors = vars(sys.modules["sqlalchemy.exc"])["SQLAlchemyError"]
    try:
        session = session() if type_path(type(session)) == SCOPED else session
        engine = session.get_bind().engine
        if engine.dialect.name != "sqlite" or engine.url.database not in (None, "", ":memory:"):
            return {}
        with _connection_of(session, engine) as connection:
            rows = _rows_of(connection)
    except (errors, vars(sys.modules["sqlite3"])["Error"], RuntimeError):  # even if there is no context
        return {}
    own = [_table_of(other) for other in others if is_mapped(type(other))]
    return {f"stored {table}": held for table, held in rows.items() if len(held) != own.count(table)}


@contextmanager
def _connection_of(session: Any, engine: Any) -> Iterator[Any]:
    """Yield the session's connection, or another if it has none: returning one would undo its changes."""
    if session.in_transaction():
        yield session.connection().connection
        return
    borrowed = engine.raw_connection()
    try:
        yield borrowed
    finally:
        borrowed.close()


def _table_of(value: Any) -> str:
    mapper: Any = vars(type(value))["__mapper__"]
    return str(getattr(mapper.local_table, "name", ""))


def _rows_of(connection: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Collect the rows of each table that SQL can name; long tables are left out."""
    cursor = connection.cursor()
    names = [str(name) for (name,) in cursor.execute(TABLES).fetchmany(MOST)]
    tables = {}
    for name in (name for name in names if name.isidentifier()):
        rows = cursor.execute(f'SELECT * FROM "{name}"').fetchmany(MOST + 1)
        if len(rows) <= MOST:
            tables[name] = rows
    cursor.close()
    return tables
