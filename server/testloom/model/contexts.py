"""Contexts of web applications, in which functions look up the current request and its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from testloom.model.types import ANY, TypeRef

SESSION = "session"
GLOBALS = "g"
SAID = ("query_string", "headers", "json", "data", SESSION, GLOBALS)
"""The parts of a context: those of the request, by the framework's keywords, the session and `g`."""


@dataclass(frozen=True, slots=True)
class ContextValue:
    """A value that functions look up in a context: a whole argument, or its entry under a `key`."""

    name: str
    argument: str
    key: str = ""
    type: TypeRef = ANY
    uses: tuple[str, ...] = ()


class Argument(NamedTuple):
    """What a factory is given: a text, or what is at a path."""

    name: str
    is_path: bool


@dataclass(frozen=True, slots=True)
class Contexts:
    """The applications, by their paths or by the ids of fixtures, and the values that functions look up.

    The `factories` among them are called to make an application, with those of the `arguments` that are
    theirs: a text or, if it is a `path`, the object there. `connects` is called within a context
    for the connection to the database, and `stores` is a session of SQLAlchemy there, which stores
    rows; empty if there is none. A test has the database in memory, with the tables that the extension
    `tables` creates: it sets the `address` that a factory takes from an attribute, or replaces the engine,
    unless what the factory makes `is_in_memory`. `connects` takes the `location` of its database from the
    configuration, under this key, if there is one.
    """

    applications: tuple[str, ...] = ()
    held: tuple[ContextValue, ...] = ()
    connects: str = ""
    factories: tuple[str, ...] = ()
    stores: str = ""
    address: str = ""
    tables: str = ""
    is_in_memory: bool = False
    location: str = ""
    arguments: Mapping[str, Argument] = field(default_factory=dict)


NO_CONTEXTS = Contexts()
