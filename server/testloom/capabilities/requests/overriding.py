"""Dependencies of handlers in whose place a test puts its own, such as the session of a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from testloom.model.checks import path
from testloom.model.requests import OVERRIDDEN
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import Reference, word
from testloom.model.subject import Callable
from testloom.search.providers.builder import Builder
from testloom.search.providers.environment import EnvironmentInput
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.surroundings import Written


class OverrideStatement(EnvironmentStatement, frozen=True):
    """Handlers of an application get a value for what they depend on."""

    tag: ClassVar[str] = "override"
    named_by: ClassVar[str] = "dependency"
    app: Annotated[str, word(path)]
    dependency: Annotated[str, word(path)]
    value: Reference


class OverrideInput(EnvironmentInput[OverrideStatement]):
    """Dependencies are overridden where a request is made (`override`), and stay as they are."""

    kinds = (OverrideStatement,)


class OverrideLines(Written[OverrideStatement]):
    """The line that overrides a dependency, as the documentation of FastAPI does."""

    kinds = (OverrideStatement,)

    def lines(self, statement: OverrideStatement, scope: CaseScope) -> str:
        """`monkeypatch.setitem(app.dependency_overrides, get_db, lambda: session)`."""
        overridden = f"{scope.path(statement.app)}.dependency_overrides"
        given = f"{scope.path(statement.dependency)}, lambda: {scope.value(statement.value)}"
        return f"{scope.fixture('monkeypatch')}.setitem({overridden}, {given})"

    def paths(self, statement: OverrideStatement) -> Iterator[str]:
        """The application and what its handlers depend on."""
        yield from (statement.app, statement.dependency)


def override(builder: Builder, called: Callable) -> None:
    """Put values in the place of what a handler depends on, unless the test has done so."""
    request = called.request
    assert request is not None
    known = {s.dependency for s in builder.draft.statements if isinstance(s, OverrideStatement)}
    kinds = {parameter.name: parameter.type for parameter in called.parameters}
    for place in request.places:
        if place.argument == OVERRIDDEN and place.key not in known:
            value = builder.value(kinds[place.name])
            builder.add(OverrideStatement(builder.next_id(), request.app, place.key, value))
