"""Dependencies of handlers that a test overrides, such as the session of a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from testloom.capabilities.databases.sessions import SESSIONS, store_one
from testloom.model.checks import path
from testloom.model.requests import OVERRIDDEN
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import Reference, word
from testloom.model.subject import Callable
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.draft import Draft
from testloom.search.providers.environment import EnvironmentInput
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope

KNOWN = 0.7
"""How often the sender of a request is set, where a handler depends on it."""


class OverrideStatement(EnvironmentStatement, frozen=True):
    """Overrides a dependency of the handlers of an application with a value."""

    tag: ClassVar[str] = "override"
    named_by: ClassVar[str] = "dependency"
    app: Annotated[str, word(path)]
    dependency: Annotated[str, word(path)]
    value: Reference


class OverrideInput(EnvironmentInput[OverrideStatement]):
    """Leaves overrides unchanged: they are made together with a request (`override`)."""

    kinds = (OverrideStatement,)


class OverrideLines(Written[OverrideStatement]):
    """Writes the line that overrides a dependency, as the documentation of FastAPI does."""

    kinds = (OverrideStatement,)

    def lines(self, statement: OverrideStatement, scope: CaseScope) -> str:
        """`monkeypatch.setitem(app.dependency_overrides, get_db, lambda: session)`."""
        overridden = f"{scope.path(statement.app)}.dependency_overrides"
        given = f"{scope.path(statement.dependency)}, lambda: {scope.value(statement.value)}"
        return f"{scope.fixture('monkeypatch')}.setitem({overridden}, {given})"

    def paths(self, statement: OverrideStatement) -> Iterator[str]:
        """Yield the paths of the application and of the overridden dependency."""
        yield from (statement.app, statement.dependency)


def override(builder: Builder, called: Callable) -> None:
    """Put values in the place of what a handler depends on, unless the test has done so."""
    request = called.request
    assert request is not None
    known = {s.dependency for s in builder.draft.statements if isinstance(s, OverrideStatement)}
    kinds = {parameter.name: parameter.type for parameter in called.parameters}
    for place in request.places:
        if place.argument != OVERRIDDEN or place.key in known:
            continue
        if (value := _instead(kinds[place.name], builder)) is not None:
            builder.add(OverrideStatement(builder.next_id(), request.app, place.key, value))


def is_sender_settled(draft: Draft, called: Callable) -> bool:
    """Check whether a test overrides a dependency that identifies the sender of a handler's requests."""
    known = {s.dependency for s in draft.statements if isinstance(s, OverrideStatement)}
    kinds = {parameter.name: parameter.type.name for parameter in called.parameters}
    places = called.request.places if called.request is not None else ()
    return any(place.key in known and kinds.get(place.name) not in SESSIONS for place in places)


def _instead(kind: TypeRef, builder: Builder) -> int | None:
    """What takes the place of a dependency: a session always, and at times who sends the request.

    A row is one of the session of the test: one that is there, or another one.
    """
    if kind.name in SESSIONS:
        return builder.value(kind)
    if builder.rng.random() >= KNOWN:
        return None
    models = builder.subject.databases.models
    if models is None or kind.name not in models.classes:
        return builder.value(kind)
    if stored := builder.draft.of_type(kind):
        return builder.rng.choice(stored)
    sessions = builder.draft.of_type(TypeRef(models.session))
    return store_one(kind.name, sessions[-1], models, builder) if sessions else None
