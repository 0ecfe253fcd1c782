"""Contexts of web applications, where functions look up the request under way and what is kept with it."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.model.types import ANY, TypeRef

SESSION = "session"
GLOBALS = "g"
SAID = ("query_string", "headers", "json", "data", SESSION, GLOBALS)
"""What a context has: what its request says, by the keywords of the framework, its session and its `g`."""


@dataclass(frozen=True, slots=True)
class Held:
    """What functions look up in a context: all of an argument, or what it has under a `key`."""

    name: str
    argument: str
    key: str = ""
    type: TypeRef = ANY
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contexts:
    """The applications, by their paths or by the ids of fixtures, and what functions look up.

    The `factories` among them are called for one.
    What `connects` is called within a context for the connection to the database, and what `stores` rows is
    a session of SQLAlchemy there; empty if nothing is.
    """

    applications: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    connects: str = ""
    factories: tuple[str, ...] = ()
    stores: str = ""


NO_CONTEXTS = Contexts()
