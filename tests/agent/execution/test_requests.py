"""Requests to web applications say all that they are given, and leave no threads behind."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.environment.pools import Pools
from testloom_agent.execution.isolation.threads.joining import Joining
from testloom_agent.execution.performing.interpreter import Callables, Interpreter
from testloom_agent.execution.performing.requests import Sender

ROUTE = ["flask.app:Flask.test_client", "shop:app", "post", "/items/{number}"]
PLACES = [
    ["number", "path", "number", ""],
    ["token", "headers", "Authorization", "Bearer "],
    ["data", "json", "", ""],
    ["db", "override", "shop:get_db", ""],
]


class Worker(threading.Thread):
    """Looks like a thread of anyio."""


Worker.__module__ = "anyio._backends._asyncio"


class Client:
    """Tells how it was called."""

    def post(self, path: str, **said: Any) -> Any:
        return SimpleNamespace(path=path, said=said)


def test_the_arguments_stand_where_their_places_are() -> None:
    values = {1: Client(), 2: "a/b", 3: "key", 4: {"name": "tea"}, 6: "no part of the request"}

    sent = Sender().send(
        ["request", 5, "shop:add", 1, [2], {"data": 4, "token": 3, "db": 6}, [*ROUTE, PLACES, False, ""]],
        values,
    )

    assert sent.path == "/items/a%2Fb"
    assert sent.said == {
        "headers": {"Authorization": "Bearer key"},
        "json": {"name": "tea"},
        "follow_redirects": False,
    }


def test_errors_of_handlers_of_flask_are_raised_and_no_pages() -> None:
    application = type("Flask", (), {"__module__": "flask.app", "config": {}})()
    client: Any = Client()
    client.application = application

    Sender().send(["request", 5, "shop:add", 1, [2], {}, [*ROUTE, PLACES, True, ""]], {1: client, 2: "a"})

    assert application.config == {"PROPAGATE_EXCEPTIONS": True}


def test_an_object_is_no_part_of_a_path() -> None:
    with pytest.raises(TypeError, match="Client"):
        Sender().send(["request", 5, "shop:add", 1, [1], {}, [*ROUTE, PLACES, True, ""]], {1: Client()})


def test_a_thread_that_ends_with_its_event_loop_need_not_be_waited_for() -> None:
    with Joining(Pools(), hesitate=False) as joining:
        Worker(target=str).start()
        assert not joining.are_loose()
        threading.Thread(target=str).start()
        assert joining.are_loose()


class AwaitedClient:
    """Has its first request leave a task behind, whose progress each response tells."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self.rounds = 0

    async def get(self, path: str) -> int:
        self.task = self.task or asyncio.create_task(self._count())
        await asyncio.sleep(0)
        return self.rounds

    async def _count(self) -> None:
        while True:
            self.rounds += 1
            await asyncio.sleep(0)


def test_what_an_awaited_request_has_started_goes_on_until_the_end_of_the_test() -> None:
    client = AwaitedClient()
    interpreter = Interpreter(memoryview(bytearray(64)).cast("q"), Callables())
    statement = ["request", 5, "shop:show", 1, [], {}, ["", "", "get", "/", [], True, ""]]

    rounds = [interpreter.perform(statement, {1: client}) for _ in range(3)]
    interpreter.end()

    assert 0 < rounds[0] < rounds[1] < rounds[2]
    assert interpreter.driven == "asynchronous request"
    assert client.task is not None and client.task.cancelled()
    client.task.get_loop().close()
