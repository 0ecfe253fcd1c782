"""What handlers of FastAPI depend on that tests put something else in the place of: sessions of databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from inspect import isasyncgenfunction, isgeneratorfunction
from typing import Any, get_type_hints

from testloom_agent.kinds import is_class
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.members.annotations import make
from testloom_agent.reflection.web.route import Field, name_for

OVERRIDDEN = "override"
SESSIONS = ("sqlalchemy.orm.session:Session", "sqlalchemy.ext.asyncio.session:AsyncSession")


def overridden(dependant: Any) -> list[Field] | None:
    """What is opened and closed around a function, each as a part that a test provides.

    None if it depends on something like this that no test can name or make.
    """
    found: dict[int, Field] = {}
    for owner, one in _opening(dependant):
        kind, path = _kind(owner, one.name), class_id(one.call)
        if kind not in SESSIONS or found_at(*path.split(":")) is not one.call:
            return None
        name = name_for(one.name or "session", [field.name for field in found.values()])
        found.setdefault(id(one.call), Field(name, OVERRIDDEN, make(kind), path, is_optional=True))
    return list(found.values())


def _opening(dependant: Any) -> Iterator[tuple[Any, Any]]:
    """What functions depend on that is opened and closed around them, behind the function that names it."""
    for one in getattr(dependant, "dependencies", None) or ():
        if isgeneratorfunction(one.call) or isasyncgenfunction(one.call):
            yield dependant.call, one
        yield from _opening(one)


def _kind(function: Any, name: str) -> str:
    """The class that a function says of one of its parameters; empty if it says none."""
    hints: dict[str, Any] = {}
    with suppress(Exception):  # names of types may lead nowhere
        hints = get_type_hints(function)
    return class_id(hints[name]) if is_class(hints.get(name)) else ""
