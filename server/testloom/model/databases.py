"""The databases of the code under test, as needed to set up one in memory in a test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from testloom.model.types import Scalar

StepKind: TypeAlias = Literal["call", "context", "script"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; it `refers` to the rows of another table; empty if it is not a reference.

    A row needs a value in a column that `is_required`: one of the `values` if a constraint lists them.
    """

    name: str
    type: str
    is_required: bool = False
    refers: str = ""
    is_key: bool = False
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns."""

    name: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class SchemaStep:
    """A step that creates tables: a function to `call` with a connection, or a name of a `script` in SQL.

    A function that is called within a `context` of an application connects by itself.
    """

    kind: StepKind
    path: str


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables that the project creates with sqlite3."""

    steps: tuple[SchemaStep, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Models:
    """The classes that SQLAlchemy stores, and the class of its sessions.

    `metadata` creates their tables, empty if there are none; `refers` maps each class to its attributes
    that hold keys of other objects, with the classes of these objects; `keys` maps those to the attributes
    that hold the key there, unless the database numbers the objects; `tables` has the class by the name of
    its table.
    """

    session: str
    metadata: str = ""
    classes: tuple[str, ...] = ()
    refers: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    keys: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    tables: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Deferred:
    """A database of peewee without a fixed location, and the classes that it stores, by their paths."""

    path: str
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Databases:
    """The databases that a test can have in memory; None for libraries that the project has not imported."""

    schema: Schema | None = None
    models: Models | None = None
    deferred: tuple[Deferred, ...] = ()


NO_DATABASES = Databases()
