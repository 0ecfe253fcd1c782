"""Of a response, what a test would assert is told; of the application and its client, nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from testloom_agent.execution.reporting.frameworks.responses import ORIGINS, UNTOLD, told_of


class Response:
    """Looks like a response of httpx."""

    def __init__(self, status_code: int, kind: str, data: Any = None, text: str = "", **headers: str) -> None:
        self.status_code = status_code
        self.headers = {"content-type": kind, **headers}
        self.text = text
        self._data = data
        self.is_closed = True

    def json(self) -> Any:
        if self._data is None:
            raise ValueError("no JSON")
        return self._data


PATH = "httpx:Response"


def test_the_status_and_the_data_are_told() -> None:
    told = told_of(PATH, Response(201, "application/json", {"id": 1}))

    assert told == {"status_code": 201, "json()": {"id": 1}}


def test_of_a_redirection_its_target_is_told() -> None:
    response = Response(307, "", location="/items")

    assert told_of(PATH, response) == {"status_code": 307, "headers['location']": "/items"}


@pytest.mark.parametrize(
    "response",
    [
        Response(422, "application/json", {"detail": [{"msg": "Field required"}]}),
        Response(404, "text/html", text="<!doctype html><title>Not Found</title>"),
        Response(200, "text/plain", text="a" * 1000),
        Response(200, "application/json"),
    ],
)
def test_what_frameworks_say_or_nobody_can_read_is_not_told(response: Response) -> None:
    assert told_of(PATH, response) == {"status_code": response.status_code}


def test_a_short_text_is_told() -> None:
    assert told_of(PATH, Response(403, "text/html", text="wrong password")) == {
        "status_code": 403,
        "text": "wrong password",
    }


def test_nothing_is_told_of_a_client_and_other_objects_are_not_looked_at() -> None:
    assert all(told_of(path, object()) == {} for path in UNTOLD if path not in ORIGINS)
    assert told_of("shop:Response", Response(200, "")) is None


class HandlersResponse:
    """Looks like a response that a handler of aiohttp returns."""

    def __init__(self, status: int, kind: str, text: str | None = None, **headers: str) -> None:
        self.status = status
        self.content_type = kind
        self.text = text
        self.body = None if text is None else text.encode()
        self.headers = headers


@pytest.mark.parametrize(
    ("response", "told"),
    [
        (HandlersResponse(201, "application/json", '{"id": 1}'), {"json text": {"id": 1}}),
        (HandlersResponse(200, "application/json", "none"), {}),
        (HandlersResponse(403, "text/plain", "no entry"), {"text": "no entry"}),
        (HandlersResponse(200, "text/html", "a" * 1000), {}),
        (HandlersResponse(204, "application/octet-stream"), {}),
        (HandlersResponse(302, "text/plain", "302: Found", Location="/"), {"headers['location']": "/"}),
    ],
)
def test_of_what_a_handler_returns_the_status_and_its_json_or_text_are_told(
    response: HandlersResponse, told: dict[str, Any]
) -> None:
    expected = {"status": response.status, **told}

    assert told_of("aiohttp.web_response:Response", response) == expected


class AwaitedResponse:
    """Looks like a response of Quart."""

    def __init__(self, status_code: int, kind: str, content: Any = b"", **headers: str) -> None:
        self.status_code = status_code
        self.headers = {"content-type": kind, **headers}
        self._content = content

    async def get_json(self) -> Any:
        return self._content

    async def get_data(self, as_text: bool) -> Any:
        if self._content is None:
            await asyncio.sleep(0)
        return self._content


@pytest.mark.parametrize(
    ("response", "told"),
    [
        (AwaitedResponse(201, "application/json", {"id": 1}), {"awaited get_json": {"id": 1}}),
        (AwaitedResponse(200, "text/plain", b"saved"), {"awaited get_data": b"saved"}),
        (AwaitedResponse(200, "text/plain", None), {}),
        (AwaitedResponse(404, "text/html", b"<!doctype html>"), {}),
        (AwaitedResponse(302, "text/html", b"moved", location="/"), {"location": "/"}),
    ],
)
def test_of_a_response_of_quart_what_has_to_be_awaited_is_told(
    response: AwaitedResponse, told: dict[str, Any]
) -> None:
    expected = {"status_code": response.status_code, **told}

    assert told_of("quart.wrappers.response:Response", response) == expected
