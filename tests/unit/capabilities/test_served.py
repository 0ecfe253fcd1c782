"""Requests of `requests` are answered as the code under test reads answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.clients.addresses import Addresses, AddressUpkeep
from testloom.capabilities.clients.recognition import AnswerGuide
from testloom.capabilities.clients.served import AnswersInput, AnswersStatement
from testloom.capabilities.clients.upkeep import AnswerUpkeep
from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    FixedCallStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import FileStatement
from testloom.model.statements.parts import Statement
from testloom.model.subject import Callable, Document, Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.providers.inputs.types.addresses import ADDRESS
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

OFTEN = 40
TOUCH = ("answers", "requests")


def subject(*caught: str) -> Subject:
    document = Document("answer", ("['user']['login']",))
    return replace(bank(), capabilities=CAPABILITIES, documents=(document,), caught=caught)


def offered(known: Subject) -> Iterator[list[Statement]]:
    factory = Knowledge(known, [], Random(1))
    for _ in range(OFTEN):
        [statements] = AnswersInput().offered(TOUCH, factory)
        yield list(statements)


def literals(statements: list[Statement]) -> set[Scalar]:
    return {s.value for s in statements if isinstance(s, LiteralStatement)}


def test_answers_have_a_status_and_the_keys_that_the_code_looks_up() -> None:
    said = [literals(statements) for statements in offered(subject())]

    assert sum({"user", "login", 200} <= values for values in said) > OFTEN / 3
    assert any(404 in values for values in said) and any(None in values for values in said)


def test_an_answer_is_an_error_only_if_the_code_handles_such() -> None:
    handling = list(offered(subject("requests.exceptions:Timeout")))
    errors = {s.callable for each in handling for s in each if isinstance(s, FixedCallStatement)}

    assert errors == {"requests:Timeout"}
    assert not any(isinstance(s, FixedCallStatement) for each in offered(subject()) for s in each)


def test_only_a_request_gets_answers() -> None:
    assert not list(AnswersInput().offered(("console",), Knowledge(subject(), [], Random(1))))


def test_one_answer_less_is_smaller() -> None:
    smaller = AnswersInput().smaller(AnswersStatement(9, (1, 2)), lambda value: ())

    assert [statement.answers for statement in smaller] == [(2,), (1,)]
    assert not list(AnswersInput().smaller(AnswersStatement(9, (1,)), lambda value: ()))


def answered(status: Scalar) -> TestCase:
    values = LiteralStatement(1, status), LiteralStatement(2, None), CollectionStatement(3, "tuple", (1, 2))
    return TestCase((*values, AnswersStatement(4, (3,)), CallStatement(5, "shop.bank:is_open")))


@pytest.mark.parametrize(("status", "kept"), [(404, 404), (100, 200), (999, 200), ("a", 200), (True, 200)])
def test_whatever_changes_services_send_only_statuses_that_exist(status: Scalar, kept: int) -> None:
    assert literals(list(AnswerUpkeep().restored(answered(status), subject()).statements)) == {kept, None}


def test_a_text_takes_the_place_of_an_address_that_is_none() -> None:
    case = TestCase((LiteralStatement(1, "a'b/"), LiteralStatement(2, "other"), LiteralStatement(3, "")))
    error = RaisedException(
        "requests.exceptions:MissingSchema",
        'Invalid URL "a\'b/items": No scheme supplied.',
        explicit=False,
        in_subject=True,
    )

    [step] = AnswerGuide().steps(case, error, Knowledge(subject(), [], Random(1)))

    assert (changed := step()) is not None
    assert [s.value for s in changed.statements if isinstance(s, LiteralStatement)] == [ADDRESS, "other", ""]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("[backend]\nurl = url\ntoken = a\n", f"[backend]\nurl = {ADDRESS}\ntoken = a\n"),
        ('{"name": "a", "url": "url"}', f'{{"name": "a", "url": "{ADDRESS}"}}'),
    ],
)
def test_an_entry_of_a_file_takes_the_place_of_an_address_that_is_none(content: str, expected: str) -> None:
    case = TestCase((FileStatement(1, "settings", content), FileStatement(2, "other", "a = b\n")))
    error = RaisedException(
        "requests.exceptions:MissingSchema",
        "Invalid URL 'url/projects/': No scheme supplied. Perhaps you meant https://url/projects/?",
        explicit=False,
        in_subject=True,
    )

    [step] = AnswerGuide().steps(case, error, Knowledge(subject(), [], Random(1)))

    assert (changed := step()) is not None
    assert [s.content for s in changed.statements if isinstance(s, FileStatement)] == [expected, "a = b\n"]


@pytest.mark.parametrize("name", ["url", "base_url", "endpoint", "callbackUrl"])
@pytest.mark.parametrize("library", ["requests", "flask"])
def test_code_that_sends_or_answers_requests_is_given_addresses(name: str, library: str) -> None:
    parameter = Parameter(name, type=TypeRef("str"))
    sending = replace(subject(), imports=(library,))

    told = Addresses().kind_of(parameter, sending)

    assert told is not None and (ADDRESS,) in [kind.values for kind in told.args]
    optional = Parameter(name, type=TypeRef("union", (TypeRef("str"), TypeRef("none"))))
    assert Addresses().kind_of(optional, sending) is not None
    assert Addresses().kind_of(Parameter(name, type=TypeRef("int")), sending) is None
    assert Addresses().kind_of(parameter, subject()) is None
    assert Addresses().kind_of(Parameter("curl", type=TypeRef("str")), sending) is None


@pytest.mark.parametrize("text", ["a", "://", "http://e", "http://example.co", "a constant"])
def test_a_text_that_stands_for_an_address_becomes_one(text: str) -> None:
    send = Callable("bank:send", "function", None, (Parameter("body"), Parameter("url")))
    known = replace(subject(), imports=("httpx",), callables={send.id: send}, constants=("a constant",))
    case = TestCase((LiteralStatement(1, text), CallStatement(2, send.id, None, (1, 1))))

    (plainer,) = AddressUpkeep().plainer(case, known)

    call = plainer.statements[-1]
    said = {s.id: s.value for s in plainer.statements if isinstance(s, LiteralStatement)}
    assert isinstance(call, CallStatement) and [said[value] for value in call.args] == [text, ADDRESS]
    assert AddressUpkeep().lacks(plainer, known) == 0 < AddressUpkeep().lacks(case, known)
    assert AddressUpkeep().lacks(case, subject()) == 0


def test_answers_to_httpx_are_its_own_errors() -> None:
    factory = Knowledge(subject("httpx:TimeoutException"), [], Random(1))
    offers = [offer for _ in range(OFTEN) for offer in AnswersInput().offered(("answers", "httpx"), factory)]

    errors = {s.callable for each in offers for s in each if isinstance(s, FixedCallStatement)}
    assert errors == {"httpx:ReadTimeout"}
    assert {s.library for each in offers for s in each if isinstance(s, AnswersStatement)} == {"httpx"}
