"""Requests of `requests` and `httpx` get the answers that a test case says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
import requests
import requests.adapters
import requests.sessions

from testloom_agent.environment.touches import Touch
from testloom_agent.environment.web.served import Served

ADDRESS = "http://example.com/items"


@pytest.fixture
def touched() -> list[Touch]:
    return []


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, touched: list[Touch]) -> Iterator[Served]:
    for holder, name in (
        (requests.adapters.HTTPAdapter, "send"),
        (requests.sessions, "get_netrc_auth"),
        (requests.sessions, "get_environ_proxies"),
        (httpx.HTTPTransport, "handle_request"),
        (httpx.AsyncHTTPTransport, "handle_async_request"),
        (httpx._transports.default, "create_ssl_context"),
        (httpx._client, "get_environment_proxies"),
    ):
        monkeypatch.setattr(holder, name, getattr(holder, name))
    yield Served(touched.append)


def test_a_request_gets_a_response_with_status_and_json(served: Served, touched: list[Touch]) -> None:
    served.set("requests", [(404, {"id": 1})])

    response = requests.get(ADDRESS, timeout=1)

    assert (response.status_code, response.reason, response.json()) == (404, "Not Found", {"id": 1})
    assert response.url == ADDRESS and touched == [("answers", "requests")]


def test_answers_come_in_turn_and_the_last_again_and_again(served: Served) -> None:
    served.set("requests", [(200, "a"), (204, None)])

    with requests.Session() as session:
        assert [session.get(ADDRESS).text for _ in range(3)] == ["a", "", ""]


def test_an_error_is_raised(served: Served) -> None:
    served.set("requests", [requests.Timeout("timed out")])

    with pytest.raises(requests.Timeout, match="timed out"):
        requests.post(ADDRESS, json={}, timeout=1)


@pytest.mark.parametrize("answer", [200, (200,), (999, {}), (200, {1, 2}), ("200", {})])
def test_what_is_no_answer_is_refused(served: Served, answer: object) -> None:
    with pytest.raises(TypeError):
        served.set("requests", [answer])


def test_a_request_without_an_answer_is_sent(served: Served, touched: list[Touch]) -> None:
    served.set("requests", [(200, {})])
    served.begin()

    with pytest.raises(requests.exceptions.InvalidSchema):
        requests.Session().send(requests.Request("GET", "gopher://example.com").prepare())
    with pytest.raises(requests.ConnectionError):
        requests.get("http://127.0.0.1:1/", timeout=1)

    assert touched == [("answers", "requests")]


def test_clients_of_httpx_that_the_code_makes_get_answers(served: Served, touched: list[Touch]) -> None:
    async def ask() -> object:
        async with httpx.AsyncClient() as client:
            return (await client.get(ADDRESS)).json()

    served.set("httpx", [(404, {"id": 1}), (200, "a"), (204, None), httpx.ReadTimeout("timed out")])

    assert asyncio.run(ask()) == {"id": 1}
    assert [httpx.get(ADDRESS).text for _ in range(2)] == ["a", ""]
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(ADDRESS)
    assert set(touched) == {("answers", "httpx")}


def test_no_address_of_another_kind_is_answered(served: Served) -> None:
    served.set("httpx", [(200, None)])

    with pytest.raises(httpx.UnsupportedProtocol):
        httpx.get("items")


def test_answers_are_those_of_one_library(served: Served) -> None:
    served.set("requests", [(200, "a")])

    with pytest.raises(httpx.UnsupportedProtocol):
        httpx.get("gopher://example.com")
    with pytest.raises(httpx.ConnectError):
        httpx.get("http://127.0.0.1:1/")


@pytest.mark.usefixtures("served")
def test_versions_of_httpx_may_lack_what_is_private(
    monkeypatch: pytest.MonkeyPatch, touched: list[Touch]
) -> None:
    monkeypatch.delattr(httpx._transports.default, "create_ssl_context")
    monkeypatch.delattr(httpx._client, "get_environment_proxies")

    Served(touched.append)

    assert not hasattr(httpx._transports.default, "create_ssl_context")
    assert not hasattr(httpx._client, "get_environment_proxies")
