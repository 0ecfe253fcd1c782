"""The values that a project's fixtures yield, found by running each once, and their description."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from testloom_agent.environment.databases.django import rolled_back
from testloom_agent.environment.fixtures import FIXTURE, NO_FIXTURES, Fixtures
from testloom_agent.reflection.foreign import foreign_callable
from testloom_agent.reflection.members.hints.annotations import Type
from testloom_agent.time_limit import ImportTimeout, time_limit

SECONDS = 8.0
"""The time limit for importing the conftest.py files and setting up every fixture once."""
APPLICATIONS = ("app", "application")
"""The attributes in which the clients of frameworks hold their application."""
SENDING = ("get", "post")
"""The methods that a client has, but a runner for the application's commands has not."""


class Offered(NamedTuple):
    """A fixture, the class of its value, and the application that the value is a client of, if any."""

    name: str
    kind: type
    app: Any = None

    @property
    def id(self) -> str:
        """The id of the callable that stands for it."""
        return f"{FIXTURE}{self.name}"

    def as_one_of(self, known: Collection[type]) -> type | None:
        """Find the class itself, or the nearest base, among those that the code under test names."""
        return next((base for base in self.kind.__mro__[:-1] if base in known), None)

    def describe(self, returns: Type) -> dict[str, Any]:
        """Describe the callable as in docs/agent-protocol.md."""
        return foreign_callable(self.id, returns)


def usable_fixtures(conftests: Sequence[str], exhaust: Callable[[], None]) -> tuple[Fixtures, list[Offered]]:
    """Find the fixtures that can be set up without pytest, with their values; none if it takes too long."""
    try:
        with time_limit(SECONDS, exhaust), rolled_back():
            fixtures = Fixtures.of(conftests)
            return fixtures, list(_tried(fixtures))
    except ImportTimeout:
        return NO_FIXTURES, []


def _tried(fixtures: Fixtures) -> Iterator[Offered]:
    """Yield the fixtures after setting each up and tearing it down; those that fail are dropped."""
    for name in fixtures.names:
        try:
            try:
                offered = _offered(name, fixtures.value(name))
            finally:
                fixtures.end()
                fixtures.remove_files()
        except Exception:
            fixtures.forget(name)
        else:
            yield offered


def _offered(name: str, value: Any) -> Offered:
    app = None
    with suppress(Exception):  # those of properties
        if all(hasattr(value, method) for method in SENDING):
            app = next((getattr(value, each) for each in APPLICATIONS if hasattr(value, each)), None)
    return Offered(name, type(value), app)
