"""Requests of `requests` get the answers that a test case says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests
import requests.adapters
import requests.sessions

from testloom_agent.environment.served import Served
from testloom_agent.environment.touches import Touch

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
    ):
        monkeypatch.setattr(holder, name, getattr(holder, name))
    yield Served(touched.append)


def test_a_request_gets_a_response_with_status_and_json(served: Served, touched: list[Touch]) -> None:
    served.set([(404, {"id": 1})])

    response = requests.get(ADDRESS, timeout=1)

    assert (response.status_code, response.reason, response.json()) == (404, "Not Found", {"id": 1})
    assert response.url == ADDRESS and touched == [("answers",)]


def test_answers_come_in_turn_and_the_last_again_and_again(served: Served) -> None:
    served.set([(200, "a"), (204, None)])

    with requests.Session() as session:
        assert [session.get(ADDRESS).text for _ in range(3)] == ["a", "", ""]


def test_an_error_is_raised(served: Served) -> None:
    served.set([requests.Timeout("timed out")])

    with pytest.raises(requests.Timeout, match="timed out"):
        requests.post(ADDRESS, json={}, timeout=1)


@pytest.mark.parametrize("answer", [200, (200,), (999, {}), (200, {1, 2}), ("200", {})])
def test_what_is_no_answer_is_refused(served: Served, answer: object) -> None:
    with pytest.raises(TypeError):
        served.set([answer])


def test_a_request_without_an_answer_is_sent(served: Served, touched: list[Touch]) -> None:
    served.set([(200, {})])
    served.begin()

    with pytest.raises(requests.exceptions.InvalidSchema):
        requests.Session().send(requests.Request("GET", "gopher://example.com").prepare())
    with pytest.raises(requests.ConnectionError):
        requests.get("http://127.0.0.1:1/", timeout=1)

    assert touched == [("answers",)]
