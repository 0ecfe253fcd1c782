"""Contexts of web applications, in which functions look up the current request and its data."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.model.types import ANY, TypeRef

SESSION = "session"
GLOBALS = "g"
SAID = ("query_string", "headers", "json", "data", SESSION, GLOBALS)
"""The parts of a context: those of the request, by the framework's keywords, the session and `g`."""


@dataclass(frozen=True, slots=True)
class Held:
    """A value that functions look up in a context: a whole argument, or its entry under a `key`."""

    name: str
    argument: str
    key: str = ""
    type: TypeRef = ANY
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contexts:
    """The applications, by their paths or by the ids of fixtures, and the values that functions look up.

    The `factories` among them are called to make an application. `connects` is called within a context
    for the connection to the database, and `stores` is a session of SQLAlchemy there, which stores
    rows; empty if there is none. A test has the database in memory, with the tables that the extension
    `tables` creates: it sets the `address` that a factory takes from an attribute, or replaces the engine.
    """

    applications: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    connects: str = ""
    factories: tuple[str, ...] = ()
    stores: str = ""
    address: str = ""
    tables: str = ""


NO_CONTEXTS = Contexts()
