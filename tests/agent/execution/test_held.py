"""Sessions of clients and configurations of applications have what a test puts there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from testloom_agent.environment.fixtures import Fixtures
from testloom_agent.execution.performing.held import configure, hold


def test_a_value_is_in_the_session_when_its_transaction_ends() -> None:
    stored: list[dict[str, Any]] = []

    @contextmanager
    def session_transaction() -> Iterator[dict[str, Any]]:
        opened: dict[str, Any] = {"seen": True}
        yield opened
        stored.append(opened)

    client = SimpleNamespace(session_transaction=session_transaction)
    hold(["held", 3, 1, "session", "user", 2], {1: client, 2: "a"}, Fixtures({}))

    assert stored == [{"seen": True, "user": "a"}]


def test_an_application_has_its_own_configuration_again_behind_the_test_case() -> None:
    configuration: dict[str, Any] = {"LIMIT": 3}
    client = SimpleNamespace(application=SimpleNamespace(config=configuration))
    fixtures = Fixtures({})
    for key, value in (("LIMIT", 2), ("TOKENS", 4), ("LIMIT", 4)):
        hold(["held", 3, 1, "config", key, value], {1: client, 2: 7, 4: {}}, fixtures)
    assert configuration == {"LIMIT": {}, "TOKENS": {}}

    fixtures.end()

    assert configuration == {"LIMIT": 3}


def test_a_text_is_in_the_configuration_of_an_application_until_the_test_case_ends() -> None:
    application = SimpleNamespace(config={"DATABASE": "shop.sqlite"})
    fixtures = Fixtures({})

    configure(["configured", 3, 1, "DATABASE", ":memory:"], {1: application}, fixtures)
    assert application.config == {"DATABASE": ":memory:"}

    fixtures.end()
    assert application.config == {"DATABASE": "shop.sqlite"}
