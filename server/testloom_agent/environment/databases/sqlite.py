"""Connections to SQLite databases: they do not wait for the disk, and what they execute is watched.

A commit waits for the disk three times, which takes longer than everything else that most tests do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import ModuleType
from typing import Any

from testloom_agent.environment.libraries import stand_in
from testloom_agent.likeness import like

LIBRARIES = {"sqlite3": ("connect",), "sqlite3.dbapi2": ("connect",)}
UNSAFE = "PRAGMA synchronous = OFF"


def forgo_durability(modules: Iterable[ModuleType], watch: Callable[[Any], object]) -> None:
    """Have connections to databases not wait for the disk, and `watch` each.

    Nothing is done unless SQLite is loaded.
    """

    def not_waiting(real: Callable[..., Any], _name: str, _path: str) -> Callable[..., Any]:
        kind: Any = vars(sys.modules["sqlite3"])["Connection"]

        def connect(*args: Any, **kwargs: Any) -> Any:
            connection = real(*args, **kwargs)
            if isinstance(connection, kind):
                _release(connection)
                watch(connection)
            return connection

        made: Callable[..., Any] = like(real, connect)
        return made

    stand_in(LIBRARIES, modules, not_waiting)


def _release(connection: Any) -> None:
    """Have a connection not wait, unless it has begun a transaction or cannot read its file at once.

    Later statements show whether the file is a database, and whether another connection has locked it.
    """
    library = vars(sys.modules["sqlite3"])
    with suppress(library["Error"]):
        if connection.in_transaction:
            return
        cursor = library["Cursor"](connection)
        [(patience,)] = cursor.execute("PRAGMA busy_timeout").fetchall()
        try:
            cursor.execute("PRAGMA busy_timeout = 0")
            cursor.execute(UNSAFE)
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}").close()
