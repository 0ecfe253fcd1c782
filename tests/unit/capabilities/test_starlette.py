"""Requests of Starlette for code that no route leads to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.starlette import REQUEST, HandedRequests
from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.findings import judge
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

OFTEN = 20


def subject(*uses: str) -> Subject:
    request = Parameter("request", type=TypeRef(REQUEST), uses=uses)
    handler = Callable("bank:handle", "function", None, (request,))
    constants = ("X-Tenant", "page")
    known = {**bank().callables, handler.id: handler}
    return replace(bank(), callables=known, capabilities=CAPABILITIES, constants=constants)


def made(*uses: str) -> list[TestCase]:
    """Calls of a handler that uses a request so."""
    known = subject(*uses)
    knowledge = Knowledge(known, ["bank:handle"], Random(1))
    cases = []
    for _ in range(OFTEN):
        builder = knowledge.builder()
        builder.call_of(known.callables["bank:handle"])
        cases.append(TestCase(tuple(builder.draft.statements)))
    return cases


def literals(cases: list[TestCase]) -> set[object]:
    return {s.value for case in cases for s in case.statements if isinstance(s, LiteralStatement)}


@pytest.mark.parametrize(
    ("uses", "said"),
    [
        pytest.param(("method",), {"GET", "POST"}, id="method"),
        pytest.param(("headers",), {b"x-tenant"}, id="headers that the code names"),
        pytest.param(("query_params",), {b"page=1"}, id="query"),
        pytest.param(("client",), {"127.0.0.1"}, id="client"),
        pytest.param(("await:json", "json"), {b"{}", "http.request"}, id="body"),
    ],
)
def test_a_request_says_what_code_asks_it_for(uses: tuple[str, ...], said: set[object]) -> None:
    cases = made(*uses)

    assert all(REQUEST in case.called for case in cases)
    assert not any(isinstance(s, DoubleStatement) for case in cases for s in case.statements)
    assert said <= literals(cases)


@pytest.mark.parametrize("use", ["url_for", "session", "state"])
def test_a_request_that_an_application_completes_is_doubled(use: str) -> None:
    known = subject(use)

    assert HandedRequests().kind_of(known.callables["bank:handle"].parameters[0], known) is None


def test_a_request_that_lacks_what_servers_say_is_no_finding() -> None:
    case = TestCase((CallStatement(1, REQUEST), CallStatement(2, "bank:handle", None, (1,))))
    missing = RaisedException("builtins:KeyError", "'method'", False, True, through="method")

    assert judge(missing, case, "bank:handle", subject("method")) == "misuse"
    assert judge(replace_through(missing, "int"), case, "bank:handle", subject("method")) == "finding"


def test_a_request_that_lacks_what_an_application_adds_is_no_finding() -> None:
    case = TestCase((CallStatement(1, REQUEST), CallStatement(2, "bank:handle", None, (1,))))
    why = "SessionMiddleware must be installed to access request.session"
    missing = RaisedException("builtins:AssertionError", why, False, True, through="session")

    assert judge(missing, case, "bank:handle", subject()) == "misuse"


def replace_through(error: RaisedException, through: str) -> RaisedException:
    return RaisedException(error.type, error.message, error.explicit, error.in_subject, through=through)
