"""Handlers of web applications are called by requests through one client."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import KINDS
from testloom.capabilities.contexts import ContextStatement
from testloom.capabilities.requests import REQUESTS, RequestStatement
from testloom.capabilities.requests.held import HeldStatement
from testloom.capabilities.requests.upkeep import RequestUpkeep
from testloom.model.capabilities import Capabilities
from testloom.model.databases import Column, Databases, Schema, SchemaStep, Table
from testloom.model.execution import ExecutionResult, Trace
from testloom.model.requests import Place, Request
from testloom.model.statements import (
    CallStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.decoding import decode_test
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search import CUTTING, minimise, one_by_one, seeded
from testloom.search.chromosome import evaluated
from testloom.search.providers.draft import Draft
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import FakeBank, bank

CLIENT = "fastapi.testclient:TestClient"
LOGIN = Request(CLIENT, "bank:app", "post", "/login", (Place("token", "headers", "X-Token"),))
SHOW = Request(CLIENT, "bank:app", "get", "/{number}", (Place("number", "path", "number"),))


def application(*handlers: Callable) -> Subject:
    return replace(bank(), callables={known.id: known for known in handlers})


def handler(name: str, request: Request, kind: str = "str") -> Callable:
    parameters = tuple(Parameter(place.name, type=TypeRef(kind)) for place in request.places)
    return Callable(f"bank:{name}", "function", None, parameters, request=request)


def requests_of(draft: Draft) -> list[RequestStatement]:
    return [statement for statement in draft.statements if isinstance(statement, RequestStatement)]


def test_all_requests_of_a_test_share_its_client() -> None:
    subject = application(handler("login", LOGIN), handler("show", SHOW, "int"))
    knowledge = Knowledge(subject, ["bank:show"], Random(1))
    builder = knowledge.builder()
    for name in ("bank:login", "bank:show"):
        builder.call_of(subject.callables[name])

    clients = [
        s.id for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == CLIENT
    ]
    assert len(clients) == 1
    assert [request.receiver for request in requests_of(builder.draft)] == clients * 2


def test_a_router_is_included_in_a_new_application() -> None:
    includes = "flask:Flask.register_blueprint"
    request = SHOW._replace(client="flask.app:Flask.test_client", app="bank:pages", includes=includes)
    subject = application(handler("show", request, "int"))
    knowledge = Knowledge(subject, ["bank:show"], Random(1))
    builder = knowledge.builder()
    for _ in range(2):
        builder.call_of(subject.callables["bank:show"])

    calls = [s for s in builder.draft.statements if type(s) is CallStatement]
    assert [call.callable for call in calls] == ["flask:Flask", includes, request.client]
    assert [call.receiver for call in calls] == [None, calls[0].id, calls[0].id]


def test_a_client_sends_requests_to_a_host_that_the_application_trusts() -> None:
    subject = application(handler("show", SHOW._replace(base_url="http://localhost"), "int"))
    builder = Knowledge(subject, ["bank:show"], Random(1)).builder()
    builder.call_of(subject.callables["bank:show"])

    [client] = [s for s in builder.draft.statements if type(s) is CallStatement]
    [(name, value)] = client.kwargs
    [host] = [s for s in builder.draft.statements if isinstance(s, LiteralStatement) and s.id == value]
    assert (name, host.value) == ("base_url", "http://localhost")


def test_a_factory_is_called_once_for_the_application_of_a_test() -> None:
    request = SHOW._replace(client="flask.app:Flask.test_client", app="bank:create_app", is_factory=True)
    subject = application(handler("show", request, "int"))
    builder = Knowledge(subject, ["bank:show"], Random(1)).builder()
    for _ in range(2):
        builder.call_of(subject.callables["bank:show"])

    calls = [s for s in builder.draft.statements if type(s) is CallStatement]
    assert [call.callable for call in calls] == ["bank:create_app", request.client]
    assert calls[1].receiver == calls[0].id


@pytest.mark.parametrize(
    "prepared",
    [
        (),
        (HeldStatement(-4, -2, "session", "user", -3),),
        (ReferenceStatement(-5, "bank:app"), ContextStatement(-4, -5)),
    ],
)
def test_what_a_successful_request_said_is_said_again(prepared: tuple[Statement, ...]) -> None:
    subject = application(handler("login", LOGIN))
    knowledge = Knowledge(subject, ["bank:login"], Random(1))
    known = RequestStatement(-1, "bank:login", -2, (-3,), (), LOGIN)
    client = CallStatement(-2, CLIENT)
    knowledge.note_success(TestCase((client, LiteralStatement(-3, "open sesame"), *prepared, known)))

    said = 0
    for _ in range(50):
        builder = knowledge.builder()
        builder.call_of(subject.callables["bank:login"])
        literals = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
        said += literals.get(requests_of(builder.draft)[0].args[0]) == "open sesame"
    assert said > 10


def test_a_request_that_comes_before_another_may_be_one_that_was_accepted() -> None:
    request = LOGIN._replace(places=(Place("word", "data", "word"),))
    login = replace(handler("login", request), in_subject=False)
    subject = application(login, handler("show", SHOW, "int"))
    knowledge = Knowledge(subject, ["bank:show"], Random(1))
    known = RequestStatement(-1, "bank:login", -2, (-3,), (), request)
    knowledge.note_success(TestCase((CallStatement(-2, CLIENT), LiteralStatement(-3, "open sesame"), known)))

    said = 0
    for _ in range(100):
        builder = knowledge.builder()
        builder.call_of(subject.callables["bank:show"])
        literals = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
        first, *others = requests_of(builder.draft)
        said += bool(others) and literals.get(first.args[0]) == "open sesame"
    assert said > 5


def test_a_header_may_have_a_value_that_the_module_holds_as_a_setting() -> None:
    subject = replace(application(handler("login", LOGIN)), state={"bank:TOKEN": "secret"})
    knowledge = Knowledge(subject, ["bank:login"], Random(1))
    builder = knowledge.builder()
    for _ in range(20):
        builder.call_of(subject.callables["bank:login"])

    assert any(isinstance(s, LiteralStatement) and s.value == "secret" for s in builder.draft.statements)


def told_in_headers(*, makes_connection: bool) -> list[str]:
    """What requests present as credentials, some of them after rows of tokens have been stored."""
    presented = (Place("authorization", "headers", "Authorization"),)
    show = handler("show", SHOW._replace(places=presented, path="/"))
    table = Table("sessions", (Column("token", "str", is_required=True),))
    schema = Schema((SchemaStep("call", "bank:make_tables"),), (table,))
    made = Callable("bank:make_tables", "function", None, (Parameter("connection"),))
    subject = replace(application(show, made), databases=Databases(schema))
    told = []
    for seed in range(60):
        builder = Knowledge(subject, ["bank:show"], Random(seed)).builder()
        if makes_connection:
            builder.value(TypeRef("sqlite3:Connection"))
        builder.call_of(show)
        texts = {s.id: s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)}
        told += [
            str(texts.get(value)) for sent in requests_of(builder.draft) for value in sent.given.values()
        ]
    return told


def test_credentials_are_tokens_of_rows_that_the_test_stores() -> None:
    assert told_in_headers(makes_connection=True).count("Bearer token") > 10


def test_credentials_name_some_token_where_none_is_known() -> None:
    told = told_in_headers(makes_connection=False)

    assert told.count("Bearer a") > 10
    assert "Bearer token" not in told


def test_a_request_presents_a_token_that_the_project_issues() -> None:
    presented = (Place("token", "headers", "Authorization", "Bearer "),)
    show = handler("show", SHOW._replace(places=presented, path="/"))
    issue = Callable("bank:create_access_token", "function", None, (Parameter("name"),), TypeRef("str"))
    others = (replace(issue, id=f"bank:{name}") for name in ("decode_token", "create_account"))
    subject = application(show, *others, issue)

    presenting = 0
    for seed in range(60):
        builder = Knowledge(subject, ["bank:show"], Random(seed)).builder()
        builder.call_of(show)
        made = {s.id: s.callable for s in builder.draft.statements if isinstance(s, CallStatement)}
        (sent,) = requests_of(builder.draft)
        presenting += issue.id in {made.get(value) for value in sent.given.values()}
        assert made.keys() & {*sent.given.values()} <= {key for key, path in made.items() if path == issue.id}

    assert 10 < presenting < 60


def test_a_function_that_reads_a_token_is_given_one_that_the_project_issues() -> None:
    issue = Callable("bank:create_token", "function", None, (Parameter("name"),), TypeRef("str"))
    read = Callable("bank:read_token", "function", None, (Parameter("token", type=TypeRef("str")),))
    subject = application(issue, read)

    given = 0
    for seed in range(60):
        builder = Knowledge(subject, ["bank:read_token"], Random(seed)).builder()
        builder.call_of(read)
        calls = [s for s in builder.draft.statements if isinstance(s, CallStatement)]
        given += bool({call.id for call in calls} & {*calls[-1].args})

    assert 10 < given < 60


def test_a_request_is_read_back_as_it_was_sent() -> None:
    knowledge = Knowledge(application(handler("login", LOGIN)), ["bank:login"], Random(1))
    builder = knowledge.builder()
    builder.call_of(knowledge.subject.callables["bank:login"])
    case = TestCase(tuple(builder.draft.statements))

    assert decode_test(json.loads(case.wire), KINDS) == case


def test_a_request_of_an_earlier_run_goes_where_its_handler_is_now() -> None:
    knowledge = Knowledge(application(handler("login", LOGIN)), ["bank:login"], Random(1))
    builder = knowledge.builder()
    builder.call_of(knowledge.subject.callables["bank:login"])
    moved = LOGIN._replace(path="/session")

    later = Knowledge(application(handler("login", moved)), ["bank:login"], Random(1))
    [case] = seeded([TestCase(tuple(builder.draft.statements))], later)

    assert len(case) == len(builder.draft.statements)
    assert [s.request for s in case if isinstance(s, RequestStatement)] == [moved]


def test_a_recorded_call_of_a_handler_is_no_seed() -> None:
    knowledge = Knowledge(application(handler("login", LOGIN)), ["bank:login"], Random(1))

    assert seeded([TestCase((CallStatement(-1, "bank:login"),))], knowledge) == []


def test_a_function_is_called_without_the_client_that_a_request_would_have() -> None:
    subject = application(handler("login", LOGIN), Callable("bank:plain", "function"))
    knowledge = Knowledge(subject, ["bank:plain"], Random(1))
    builder = knowledge.builder()
    builder.call_of(subject.callables["bank:plain"], receiver=7)

    [call] = builder.draft.statements
    assert isinstance(call, CallStatement) and call.receiver is None


def test_requests_are_sent_through_the_client_that_a_fixture_gives() -> None:
    client = "pytest.fixture:client"
    subject = application(handler("show", SHOW._replace(client=client, app=""), "int"))
    knowledge = Knowledge(subject, ["bank:show"], Random(1))
    builder = knowledge.builder()
    for _ in range(2):
        builder.call_of(subject.callables["bank:show"])

    [given] = [s for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == client]
    assert not given.references
    assert [request.receiver for request in requests_of(builder.draft)] == [given.id] * 2


FORM = (Place("method", "method"), Place("number", "path", "number"), Place("name", "data", "name"))


@pytest.mark.parametrize(
    ("method", "expected"), [("get", [{"method": 1, "number": 2}]), ("post", []), ("delete", [])]
)
def test_a_request_of_a_method_without_body_may_do_without_form(
    method: str, expected: list[dict[str, int]]
) -> None:
    request = SHOW._replace(method="", places=FORM)
    sent = RequestStatement(4, "bank:show", 0, (1, 2, 3), (), request)
    literals = [LiteralStatement(1, method), LiteralStatement(2, 7), LiteralStatement(3, "a")]
    case = TestCase((CallStatement(0, CLIENT), *literals, sent))

    plainer = list(RequestUpkeep().plainer(case, application()))

    assert [last_request(one).given for one in plainer] == expected
    assert all(3 not in {s.id for s in one.statements} for one in plainer)


def test_the_form_goes_before_values_become_plain() -> None:
    request = SHOW._replace(method="", places=FORM)
    sent = RequestStatement(4, "bank:show", 0, (1, 2, 3), (), request)
    literals = [LiteralStatement(1, "get"), LiteralStatement(2, 7), LiteralStatement(3, "a")]
    case = TestCase((CallStatement(0, CLIENT), *literals, sent))
    wanted = [{"method": 1, "number": 2, "name": 3}, {"method": 1, "number": 2}]
    still = one_by_one(
        lambda one: isinstance(one.statements[-1], RequestStatement) and last_request(one).given in wanted
    )
    subject = replace(application(handler("show", request)), capabilities=Capabilities(REQUESTS))

    passed = ExecutionResult("passed", Trace(frozenset()))
    executor = FakeBank(lambda _: passed)
    small = minimise(evaluated(case, passed), (), subject, executor, lambda: False, still, CUTTING)

    assert last_request(small.case).given == wanted[-1]


def last_request(case: TestCase) -> RequestStatement:
    sent = case.statements[-1]
    assert isinstance(sent, RequestStatement)
    return sent


@pytest.mark.parametrize(
    ("text", "sent"), [("a\n\tb", "a b"), ("caf\u00e9 1", "caf 1"), ("  a b", "  a b"), ("\n", "")]
)
def test_a_header_has_no_text_that_a_client_would_refuse(text: str, sent: str) -> None:
    known = handler("login", LOGIN)
    statements = (
        CallStatement(-1, CLIENT),
        LiteralStatement(-2, text),
        RequestStatement(-3, known.id, -1, (-2,), request=LOGIN),
    )

    restored = RequestUpkeep().restored(TestCase(statements), application(known))

    assert [s.value for s in restored if isinstance(s, LiteralStatement)] == [sent]


def test_the_format_of_a_body_stays_one_that_the_client_knows() -> None:
    places = (Place("format", "format"), Place("name", "data", "name"))
    request = Request("rest_framework.test:APIClient", "", "post", "/users", places)
    known = replace(
        handler("create", request),
        parameters=(Parameter("format", type=TypeRef("literal", values=("json",))), Parameter("name")),
    )
    client = CallStatement(-1, "rest_framework.test:APIClient")
    values = [LiteralStatement(-2, "nosj"), LiteralStatement(-3, "a")]
    sent = RequestStatement(-4, known.id, -1, (), (("format", -2), ("name", -3)), request=request)

    restored = RequestUpkeep().restored(TestCase((client, *values, sent)), application(known))

    assert [s.value for s in restored if isinstance(s, LiteralStatement)] == ["json", "a"]
    assert RequestUpkeep().restored(restored, application(known)) is restored
