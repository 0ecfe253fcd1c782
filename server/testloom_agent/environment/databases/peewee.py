"""Databases of peewee that a program chooses when it starts: in a test case, they are in memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from testloom_agent.environment.touches import Touch
from testloom_agent.kinds import dictionary_of, is_a, is_class

HOME = "peewee"
MISSED = ("Error, database must be initialized", "no such table")
MEMORY = ":memory:"


class Bound:
    """Opens databases in memory with their tables, and unbinds them before the next test case."""

    def __init__(self, resolve: Callable[[str], Any]) -> None:
        self._resolve = resolve
        self._deferred: list[Any] | None = None

    def set(self, path: str, classes: Sequence[str]) -> None:
        """Have a database in memory, with the tables of its classes."""
        database: Any = self._resolve(path)
        database.init(MEMORY)
        database.connect()
        database.create_tables([self._resolve(name) for name in classes])

    def begin(self) -> None:
        """Close those that the last test case has chosen, be it by code of the project."""
        kind = class_of_peewee("SqliteDatabase")
        if kind is None:
            return
        if self._deferred is None:
            self._deferred = list(_deferred(kind))
        for database in self._deferred:
            if not database.deferred:
                _close(database)


def class_of_peewee(name: str) -> type | None:
    """Find a class of peewee by name; None if peewee is not loaded, or the name is not a class."""
    kind = getattr(sys.modules.get(HOME), name, None)
    return kind if is_class(kind) else None


def _close(database: Any) -> None:
    """Reset a database so that none is chosen, whatever a test case has left open in it."""
    with suppress(Exception):  # peewee's if a transaction is open, or those of the project's code
        database.close()
    with suppress(Exception):
        database.init(None)


def _deferred(kind: type) -> Iterator[Any]:
    """Yield the databases in modules for which nothing has been chosen yet."""
    for module in list(sys.modules.values()):
        for value in list((dictionary_of(module) or {}).values()):
            if is_a(value, kind) and value.deferred:
                yield value


def database_missed(error: BaseException) -> Touch | None:
    """Return the touch of a database if an error means that there is none, or none of its tables."""
    is_missed = type(error).__module__ == HOME and str(error).startswith(MISSED)
    return ("bound", HOME) if is_missed else None
