"""Tables of SQLAlchemy in memory, whose statements are put together once.

Each test case has a database of its own. That SQLAlchemy looks for each table there and compiles the
statement that makes it took longer than all else that most test cases do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary, ref

from testloom_agent.likeness import like

SCHEMA, ENGINES, POOLS = "sqlalchemy.sql.schema", "sqlalchemy.engine.base", "sqlalchemy.pool.base"
COMPILING = "sqlalchemy.ext.compiler"
"""The module by which a project says how statements are compiled."""
OWN, OWN_TYPES = "sqlalchemy.", "sqlalchemy.sql.sqltypes"
DRIVER, IN_MEMORY = ("sqlite", "pysqlite"), (None, "", ":memory:")
EMPTY = "SELECT count(*) = 0 FROM sqlite_master"
STATEMENTS = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
EVENTS = ("before_create", "after_create")


def make_tables_once() -> None:
    """Have `create_all` run what it has run before in an empty database, if SQLAlchemy is loaded.

    Nothing changes where code of the project takes part: its types, listeners, compilers, logging.
    """
    kind = getattr(sys.modules.get(SCHEMA), "MetaData", None)
    real: Callable[..., None] | None = getattr(kind, "create_all", None)
    if kind is None or real is None or not _is_known_version():
        return
    make, known = real, WeakKeyDictionary[Any, tuple[Any, str]]()

    def create_all(self: Any, *args: Any, **kwargs: Any) -> None:
        bind: Any = args[0] if args else kwargs.get("bind")
        if len(args) + len(kwargs) != 1 or not _is_silent(bind) or _is_watched(self):
            make(self, *args, **kwargs)
            return
        connection = bind.raw_connection()
        try:
            database = connection.driver_connection
            is_empty = not database.in_transaction and database.execute(EMPTY).fetchone()[0]
            form, script = known.get(self, (None, ""))
            if is_empty and form == _form(self):
                database.executescript(script)
                return
            make(self, bind)  # before the connection is closed, which rolls back what shares it
        finally:
            connection.close()
        if is_empty and _is_plain(self):
            known[self] = (_form(self), _script(bind))

    kind.create_all = like(real, create_all)


def _is_known_version() -> bool:
    """Whether SQLAlchemy has what this relies on."""
    engine = getattr(sys.modules.get(ENGINES), "Engine", None)
    connection = getattr(sys.modules.get(POOLS), "_ConnectionFairy", None)
    has_all = all(hasattr(engine, name) for name in ("_has_events", "_should_log_info", "raw_connection"))
    return has_all and hasattr(connection, "driver_connection")


def _is_silent(bind: Any) -> bool:
    """Whether a bind is the engine of a database in memory, and nobody sees what it executes."""
    if type(bind) is not vars(sys.modules[ENGINES])["Engine"]:
        return False
    if (bind.dialect.name, bind.dialect.driver) != DRIVER or bind.url.database not in IN_MEMORY:
        return False
    return not (bind._has_events or bind._should_log_info())


def _is_watched(metadata: Any) -> bool:
    """Whether something is called when tables are made, other than types that act in other databases."""
    return any(
        not _is_of_type(listener)
        for part in (metadata, *metadata.tables.values())
        for name in EVENTS
        for listener in getattr(part.dispatch, name)
    )


def _is_of_type(listener: Any) -> bool:
    """Whether a listener is a method of a type of SQLAlchemy, such as `Enum`."""
    owner = getattr(getattr(listener, "func", listener), "__self__", None)
    return type(owner).__module__ == OWN_TYPES


def _is_plain(metadata: Any) -> bool:
    """Whether nothing but SQLAlchemy takes part in making the tables."""
    if COMPILING in sys.modules:
        return False
    if any(table.schema is not None or table._prefixes for table in metadata.tables.values()):
        return False  # in another database than the one whose tables are noted
    return all(type(part).__module__.startswith(OWN) for part in _parts(metadata))


def _parts(metadata: Any) -> Iterator[Any]:
    yield metadata
    for table in metadata.tables.values():
        yield table
        yield from table.constraints
        yield from table.indexes
        for column in table.columns:
            yield from (column, column.type)


def _form(metadata: Any) -> Any:
    """What changes with the tables."""
    tables = metadata.tables.values()
    return [
        (ref(t), t.key, [id(c.type) for c in t.columns], len(t.constraints), len(t.indexes)) for t in tables
    ]


def _script(engine: Any) -> str:
    """What has made the tables of a database."""
    connection = engine.raw_connection()
    try:
        return ";\n".join(sql for (sql,) in connection.driver_connection.execute(STATEMENTS))
    finally:
        connection.close()
