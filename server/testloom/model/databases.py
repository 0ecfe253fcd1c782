"""The databases that code under test works with: what a test needs to have one in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from testloom.model.statements.parts import Statement

StepKind: TypeAlias = Literal["call", "script"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; it `refers` to the rows of another table, empty if to none.

    A row has to say what is in one that `is_required`.
    """

    name: str
    type: str
    is_required: bool = False
    refers: str = ""
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns."""

    name: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What makes tables: a function to `call` with a connection, or a name that holds a `script` in SQL."""

    kind: StepKind
    path: str


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables that the project makes with sqlite3."""

    steps: tuple[Step, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Models:
    """The classes that SQLAlchemy stores, and the class of its sessions.

    `metadata` is what makes their tables, empty if there are none; `refers` has the attributes of each class
    that hold the keys of other objects, with the classes of these.
    """

    session: str
    metadata: str = ""
    classes: tuple[str, ...] = ()
    refers: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Databases:
    """What a test can have in memory; None for libraries that the project has not imported."""

    schema: Schema | None = None
    models: Models | None = None


NO_DATABASES = Databases()
OF_LIBRARIES = ("sqlite3:", "sqlalchemy:", "sqlalchemy.orm:")
CONNECTION, OPENED = "sqlite3:Connection", "sqlite3:connect"
SESSION = "sqlalchemy.orm:Session"
"""What test cases call for a connection and for a session."""
KEYS = (1, 2, 3)
"""The keys of the first rows of a table."""
OF_CONNECTIONS = frozenset({"execute", "executemany", "executescript", "cursor", "commit", "rollback"})
OF_SESSIONS = frozenset(
    {"add", "add_all", "commit", "delete", "execute", "flush", "get", "merge", "query", "refresh", "rollback"}
    | {"scalar", "scalars"}
)
TELLING_CONNECTION = frozenset({"execute", "executemany", "executescript", "cursor"})
TELLING_SESSION = frozenset({"add", "add_all", "query", "scalar", "scalars", "flush", "merge"})
"""What code does with connections and sessions, and what it does with nothing else."""


def is_of_databases(path: str) -> bool:
    """Whether test cases may call what lies there, though no subject has it: it makes databases."""
    return path.startswith(OF_LIBRARIES)


def prepares(statement: Statement, databases: Databases) -> bool:
    """Whether a statement makes a database, or its tables, or fills these."""
    path = getattr(statement, "callable", "")
    steps = databases.schema.steps if databases.schema is not None else ()
    return is_of_databases(path) or any(step.path == path for step in steps)


def class_opened(path: str, databases: Databases) -> str | None:
    """The class of what such a call yields, if it is of use to the code under test."""
    if path == SESSION:
        return databases.models.session if databases.models is not None else None
    return CONNECTION if path == OPENED else None


UNPREPARED = ("no such table: ", "a result of Query-invoked autoflush")


def is_unprepared(message: str) -> bool:
    """Whether an exception says that a test has not made a table before, or has left a row incomplete."""
    return any(part in message for part in UNPREPARED)


def used_as(uses: frozenset[str], databases: Databases) -> str | None:
    """The class of a parameter that is used as one of these; None if nothing says so."""
    models = databases.models
    if models is not None and uses & TELLING_SESSION and uses <= OF_SESSIONS:
        return models.session
    if databases.schema is not None and uses & TELLING_CONNECTION and uses <= OF_CONNECTIONS:
        return CONNECTION
    return None
