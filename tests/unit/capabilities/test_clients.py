"""Clients of httpx are answered by a transport, with what the code looks up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.clients.answers import ASYNCHRONOUS, CLIENT, RESPONSE, TRANSPORT
from testloom.capabilities.clients.recognition import AnswerGuide
from testloom.capabilities.clients.upkeep import AnswerUpkeep
from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.parts import Statement
from testloom.model.subject import Document, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.inputs.types.addresses import ADDRESS
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

OFTEN = 30


def subject(*caught: str) -> Subject:
    document = Document("answer", ("['user']['login']",))
    return replace(bank(), capabilities=CAPABILITIES, documents=(document,), caught=caught)


def made(kind: str, known: Subject) -> Iterator[list[Statement]]:
    """The statements that make such a value, many times."""
    knowledge = Knowledge(known, [], Random(1))
    for _ in range(OFTEN):
        builder = knowledge.builder()
        builder.value(TypeRef(kind), depth=0)
        yield builder.draft.statements


@pytest.mark.parametrize("kind", [CLIENT, ASYNCHRONOUS])
def test_a_client_has_a_transport_that_answers_each_request_with_a_response(kind: str) -> None:
    for statements in made(kind, subject()):
        calls = {s.callable: s for s in statements if isinstance(s, CallStatement)}
        [stub] = (s for s in statements if isinstance(s, StubStatement))
        responses = [s.id for s in statements if isinstance(s, CallStatement) and s.callable == RESPONSE]

        assert dict(calls[kind].kwargs)["transport"] == calls[TRANSPORT].id
        assert calls[TRANSPORT].args == (stub.id,) and [*stub.answers] == responses
        assert not any(isinstance(s, DoubleStatement) for s in statements)


def test_most_responses_have_the_keys_that_the_code_looks_up() -> None:
    said = [
        {s.value for s in statements if isinstance(s, LiteralStatement)}
        for statements in made(RESPONSE, subject())
    ]

    assert sum({"user", "login", 200} <= values for values in said) > OFTEN / 3
    assert any(404 in values for values in said)


def test_responses_have_headers_of_which_the_code_has_the_names() -> None:
    known = replace(subject(), constants=("Retry-After", "login"))
    calls = [s for each in made(RESPONSE, known) for s in each if isinstance(s, CallStatement)]
    headed = [call for call in calls if "headers" in dict(call.kwargs)]

    assert headed and len(headed) < OFTEN
    assert not any(
        "headers" in dict(s.kwargs)
        for e in made(RESPONSE, subject())
        for s in e
        if isinstance(s, CallStatement)
    )


def test_a_client_is_answered_by_an_error_only_if_the_code_handles_such() -> None:
    handling = list(made(CLIENT, subject("httpx:TimeoutException")))
    errors = [s for each in handling for s in each if getattr(s, "callable", "") == "httpx:ReadTimeout"]
    raised = {error for each in handling for s in each if isinstance(s, StubStatement) for error in s.raises}

    assert errors and raised == {error.id for error in errors}
    assert not any(s.raises for each in made(CLIENT, subject()) for s in each if isinstance(s, StubStatement))


@pytest.mark.parametrize(
    ("kind", "message", "through", "is_blamed"),
    [
        ("builtins:StopIteration", "", "get", True),
        ("builtins:StopIteration", "", "", False),
        ("builtins:RuntimeError", "coroutine raised StopIteration", "get", True),
        ("builtins:RuntimeError", "coroutine raised StopIteration", "", False),
        ("builtins:RuntimeError", "generator raised StopIteration", "get", False),
        ("json.decoder:JSONDecodeError", "", "json", True),
        ("json.decoder:JSONDecodeError", "", "loads", False),
        ("httpx:InvalidURL", "", "get", True),
        ("httpx:ConnectError", "", "get", False),
    ],
)
def test_a_test_is_blamed_for_an_answer_or_an_address_that_it_lacks(
    kind: str, message: str, through: str, is_blamed: bool
) -> None:
    error = RaisedException(kind, message, explicit=False, in_subject=True, through=through)

    assert AnswerGuide().blames_test(error) is is_blamed


@pytest.mark.parametrize(
    ("kind", "is_answered", "is_lacking"),
    [
        ("builtins:KeyError", True, True),
        ("builtins:IndexError", True, True),
        ("builtins:TypeError", True, True),
        ("builtins:ZeroDivisionError", True, False),
        ("builtins:KeyError", False, False),
    ],
)
def test_what_an_answer_that_the_test_has_made_up_lacks_is_no_fault_of_the_code(
    kind: str, is_answered: bool, is_lacking: bool
) -> None:
    case = TestCase((LiteralStatement(0, 200), *[CallStatement(1, RESPONSE, None, (0,))] * is_answered))
    error = RaisedException(kind, "'id'", explicit=False, in_subject=True)

    assert AnswerGuide().finds_lacking(case, error, subject()) is is_lacking


def test_whatever_changes_a_status_exists_and_a_client_has_the_plain_address() -> None:
    status, address = LiteralStatement(1, 1), LiteralStatement(3, "s:")
    response, client = (
        CallStatement(2, RESPONSE, None, (1,)),
        CallStatement(4, CLIENT, None, (), (("base_url", 3), ("transport", 1))),
    )
    gone = LiteralStatement(5, 404)
    other = CallStatement(6, RESPONSE, None, (5,))

    restored = AnswerUpkeep().restored(TestCase((status, response, address, client, gone, other)), subject())

    assert [s.value for s in restored if isinstance(s, LiteralStatement)] == [200, ADDRESS, 404]


def test_a_client_without_a_transport_gets_the_one_of_the_test() -> None:
    known, client = CallStatement(1, TRANSPORT), CallStatement(2, CLIENT)

    restored = AnswerUpkeep().restored(TestCase((known, client)), subject())

    assert restored.statements == (known, client.replace(kwargs=(("transport", 1),)))


def test_a_client_of_a_test_without_transports_gets_a_new_one() -> None:
    [*_, transport, client] = AnswerUpkeep().restored(TestCase((CallStatement(1, CLIENT),)), subject())

    assert isinstance(transport, CallStatement) and transport.callable == TRANSPORT
    assert isinstance(client, CallStatement) and client.kwargs == (("transport", transport.id),)
