"""The dependencies of FastAPI handlers that tests override.

These are database sessions, what makes such, and the sender of the request.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from inspect import isasyncgenfunction, isgeneratorfunction
from typing import Any, get_origin, get_type_hints

from testloom_agent.kinds import constructor_of, is_a, is_class, is_function
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.members.hints.annotations import make
from testloom_agent.reflection.web.route import Field, name_for

OVERRIDDEN = "override"
SECURITY = "fastapi.security.base"
SESSIONS = (
    "sqlalchemy.orm.session:Session",
    "sqlalchemy.orm.session:sessionmaker",
    "sqlalchemy.ext.asyncio.session:AsyncSession",
    "sqlalchemy.ext.asyncio.session:async_sessionmaker",
    "sqlmodel:Session",
    "sqlmodel.ext.asyncio.session:AsyncSession",
)


def overridden(dependant: Any) -> list[Field] | None:
    """List the dependencies of a handler that tests override, such as sessions and the current user.

    None if a session among them cannot be named or created by a test.
    """
    found: dict[int, Field] = {}
    for owner, one in _opening(dependant):
        kind, path = _kind(owner, one.name), class_id(one.call)
        if kind not in SESSIONS or found_at(*path.split(":")) is not one.call:
            return None
        name = name_for(one.name or "session", [field.name for field in found.values()])
        found.setdefault(id(one.call), Field(name, OVERRIDDEN, make(kind), path, is_optional=True))
    for one, sender in _identifying(dependant):
        path = class_id(one.call)
        if found_at(*path.split(":")) is one.call:
            name = name_for(one.name or "user", [field.name for field in found.values()])
            field = Field(name, OVERRIDDEN, make(class_id(sender)), path, is_optional=True)
            found.setdefault(id(one.call), field)
    return list(found.values())


def _identifying(dependant: Any) -> Iterator[tuple[Any, type]]:
    """Yield the functions that tell a handler who sends the request, each with the class that it returns.

    A function that depends on one of these, to check a permission or to find what belongs to the sender, is
    not overridden, unless the class it returns is stored and that of the inner function, such as a token's
    contents, is not.
    """
    for one in getattr(dependant, "dependencies", None) or ():
        within = list(_identifying(one))
        kind = _returned(one.call) if is_function(one.call) else None
        is_own = kind is not None and _asks_who(one) and not isgeneratorfunction(one.call)
        is_nearer = not within or (_is_stored(kind) and not any(_is_stored(other) for _, other in within))
        if kind is not None and is_own and is_nearer:
            yield one, kind
        else:
            yield from within


def _is_stored(kind: type | None) -> bool:
    """Check whether a class is mapped to a table."""
    return hasattr(kind, "__mapper__")


def _asks_who(dependant: Any) -> bool:
    """Check whether a function reads a header or a cookie, or has the framework do so."""
    base = getattr(sys.modules.get(SECURITY), "SecurityBase", None)
    is_told = bool(dependant.header_params or dependant.cookie_params)
    is_told = is_told or (base is not None and is_a(dependant.call, base))
    return is_told or any(map(_asks_who, dependant.dependencies))


def _returned(function: Any) -> type | None:
    """Return the class of the same project that a function is annotated to return."""
    hints: dict[str, Any] = {}
    with suppress(Exception):  # type hints may name something that does not exist
        hints = get_type_hints(function)
    kind = hints.get("return")
    is_own = is_class(kind) and kind.__module__.partition(".")[0] == function.__module__.partition(".")[0]
    return kind if is_own else None


def _opening(dependant: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the dependencies that are opened and closed around functions, after the functions naming them."""
    for one in getattr(dependant, "dependencies", None) or ():
        if isgeneratorfunction(one.call) or isasyncgenfunction(one.call):
            yield dependant.call, one
        yield from _opening(one)


def _kind(owner: Any, name: str) -> str:
    """Return the class that a function or constructor declares for a parameter; empty if it declares none."""
    hints: dict[str, Any] = {}
    with suppress(Exception):  # type hints may name something that does not exist
        hints = get_type_hints(constructor_of(owner) if is_class(owner) else owner)
    kind = get_origin(hints.get(name)) or hints.get(name)
    return class_id(kind) if is_class(kind) else ""
