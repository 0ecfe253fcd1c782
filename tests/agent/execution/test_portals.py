"""Requests to applications of Starlette share one event loop, of which a test case leaves nothing at work."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from testloom_agent.execution.performing.portals import Portal


class Client:
    """Has what the clients of Starlette have of their event loop."""

    def __init__(self, portal: Any = None, backend: str = "asyncio") -> None:
        self.portal = portal
        self.async_backend = {"backend": backend, "backend_options": {}}

    def asks(self, coroutine: Any) -> Any:
        return self.portal.call(coroutine)


@pytest.fixture
def portal() -> Iterator[Portal]:
    pytest.importorskip("starlette.testclient")
    opened = Portal()
    opened.open()
    yield opened
    opened.close()


async def here() -> int:
    return threading.get_ident()


async def leave_a_task() -> asyncio.Task[None]:
    return asyncio.create_task(asyncio.sleep(60))


def test_all_requests_are_answered_in_one_thread_that_only_they_have(portal: Portal) -> None:
    found = []
    for client in (Client(), Client()):
        with portal.lent_to(client) as is_lent:
            assert is_lent
            found.append(client.asks(here))
        assert client.portal is None

    assert found[0] == found[1] != threading.get_ident()
    assert portal.is_left_as_found()


@pytest.mark.parametrize("client", [Client(portal="its own"), Client(backend="trio"), object()])
def test_a_client_with_another_event_loop_keeps_that(portal: Portal, client: Any) -> None:
    with portal.lent_to(client) as is_lent:
        assert not is_lent


def test_a_task_that_a_request_leaves_is_noticed(portal: Portal) -> None:
    client = Client()
    with portal.lent_to(client):
        task = client.asks(leave_a_task)

    assert not task.done()
    assert not portal.is_left_as_found()


def test_nothing_is_started_where_no_client_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.modules", {})
    before, opened = threading.active_count(), Portal()

    opened.open()

    assert threading.active_count() == before
    with opened.lent_to(Client()) as is_lent:
        assert not is_lent
