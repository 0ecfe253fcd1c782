"""Requests to web applications read as somebody would have written them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from testloom.capabilities.contexts import ConfiguredStatement, ContextStatement, Said
from testloom.capabilities.requests import RequestStatement
from testloom.capabilities.requests.held import HeldStatement
from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.model.contexts import Contexts
from testloom.model.observed import Instance
from testloom.model.requests import Place, Request
from testloom.model.texts.names import plain_name
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, Ref, built, encode

CLIENT = "fastapi.testclient:TestClient"


def written(case: Case) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, STYLE).text


def sent(case: Case, method: str, path: str, places: list[Place], *args: Any, follows: bool = True) -> Ref:
    """The response to a request through a new client."""
    client = case.call(CLIENT, case.name("app"))
    given = tuple((arg if isinstance(arg, Ref) else case.literal(arg)).id for arg in args)
    request = Request(CLIENT, "shop.account:app", method, path, tuple(places), follows)
    number = len(case.statements)
    case.statements.append(RequestStatement(number, "shop.account:share", client.id, given, (), request))
    return Ref(number)


def test_what_a_variable_holds_is_sent_from_the_test_and_from_no_row_of_a_table() -> None:
    cases = []
    for content, status in ((b"a", 201), (b"b", 409)):
        case = Case("share")
        body = case.collection("tuple", case.call("io:BytesIO", content), "a.csv")
        response = sent(case, "post", "/items", [Place("file", "data", "file")], body)
        cases.append(case.equals(status, response, "status_code"))

    rows, _, test = render(built(*cases), SUBJECT, None, STYLE).text.partition("def test_share(")
    assert 'data={"file": (bytes_io, "a.csv")}' in test and "bytes_io" not in rows and "parametrize" in rows


def test_a_request_has_its_values_in_the_path_the_query_the_headers_and_the_body() -> None:
    case = Case("share")
    body = case.collection("dict", "name", "tea")
    places = [
        Place("shelf", "path", "shelf"),
        Place("token", "headers", "Authorization", "Bearer "),
        Place("json", "json"),
        Place("dry", "params", "dry"),
    ]
    response = sent(case, "post", "/items/{shelf}", places, "a/b", "key", body, True)
    case.equals(201, response, "status_code").equals({"id": 1}, response, "json()")

    text = written(case)

    assert "from fastapi.testclient import TestClient\n" in text
    assert "    client = TestClient(app)\n" in text
    assert 'client.post(\n        "/items/a%2Fb",\n' in text
    assert 'headers={"Authorization": "Bearer key"}' in text
    assert 'json={"name": "tea"}' in text
    assert 'params={"dry": True}' in text
    assert '    assert response.status_code == 201\n    assert response.json() == {"id": 1}\n' in text
    assert "import share" not in text


def test_a_response_that_has_to_be_awaited_is_awaited_as_its_json_is() -> None:
    case = Case("share")
    response = sent(case, "get", "/items", [])
    case.equals(200, response, "status_code").equals({"id": 1}, response, "awaited get_json")
    [test] = built(case)

    text = render([replace(test, driven=((response.id, "asynchronous request"),))], SUBJECT, None, STYLE).text

    assert "async def " in text
    assert '    response = await client.get("/items")\n' in text
    assert '    assert await response.get_json() == {"id": 1}\n' in text


def test_a_request_presents_a_token_that_the_test_has_had_issued() -> None:
    case = Case("share")
    token = case.call("share", 3)
    places = [Place("token", "headers", "Authorization", "Bearer ")]
    case.equals(200, sent(case, "get", "/items", places, token), "status_code")

    text = written(case)

    assert "    total = share(3)\n" in text
    assert 'headers={"Authorization": f"Bearer {total}"}' in text


def test_what_stands_before_a_token_is_text_whatever_it_holds() -> None:
    case = Case("share")
    token = case.call("share", 3)
    places = [Place("token", "headers", "Authorization", '{1 / 0} "Bearer" ')]
    case.equals(200, sent(case, "get", "/items", places, token), "status_code")

    assert """headers={"Authorization": f'{{1 / 0}} "Bearer" {total}'}""" in written(case)


def test_a_path_with_a_variable_has_no_other_expressions_and_stays_in_one_piece() -> None:
    case = Case("share")
    number = case.call("share", 3)
    path = f"/{'items/' * 12}{{{{1 / 0}}}}/{{number}}"
    case.equals(200, sent(case, "get", path, [Place("number", "path", "number")], number), "status_code")

    assert f'f"/{"items/" * 12}{{{{1 / 0}}}}/{{total}}"' in written(case)


def test_a_text_in_the_paths_of_two_requests_has_no_variable() -> None:
    case = Case("share")
    key = case.literal("12345678-1234-5678-1234-567812345678")
    places = [Place("key", "path", "key")]
    sent(case, "delete", "/items/{key}", places, key)
    second = sent(case, "delete", "/items/{key}", places, key)
    case.equals(404, second, "status_code")

    text = written(case)

    assert text.count('client.delete("/items/12345678-1234-5678-1234-567812345678")') == 2
    assert '= "12345678' not in text


def test_a_dependency_is_overridden_above_the_request() -> None:
    case = Case("share")
    session = case.call("sqlalchemy.orm:Session")
    override = OverrideStatement(99, "shop.account:app", "shop.account:get_db", session.id)
    case.statements.append(override)
    places = [Place("number", "params", "number"), Place("db", "override", "shop.account:get_db")]
    response = sent(case, "get", "/items", places, 7, session)
    case.equals(200, response, "status_code")

    text = written(case)

    assert "    monkeypatch.setitem(app.dependency_overrides, get_db, lambda: session)\n" in text
    assert 'client.get("/items", params={"number": 7})\n' in text
    assert "from shop.account import app, get_db\n" in text


def test_where_a_handler_redirects_the_client_stays_and_the_target_is_asserted() -> None:
    case = Case("share")
    response = sent(case, "get", "/", [], follows=False)
    case.equals(307, response, "status_code").equals("/items", response, "headers['location']")

    text = written(case)

    assert '    response = client.get("/", follow_redirects=False)\n' in text
    assert '    assert response.headers["location"] == "/items"\n' in text


def test_what_a_template_was_given_and_the_messages_are_read_from_the_response() -> None:
    case = Case("share")
    response = sent(case, "get", "/", [])
    case.equals(2, response, "context total").equals(["Emma"], response, "texts books")
    case.equals({"title": ["Too long."]}, response, "errors form").equals("Emma", response, "text book")
    case.equals(["Saved."], response, "said messages")

    text = written(case)

    assert '    assert response.context["total"] == 2\n' in text
    assert '    assert [str(row) for row in response.context["books"]] == ["Emma"]\n' in text
    assert '    assert response.context["form"].errors == {"title": ["Too long."]}\n' in text
    assert '    assert str(response.context["book"]) == "Emma"\n' in text
    assert "for message in get_messages(response.wsgi_request)]" in text
    assert "from django.contrib.messages import get_messages\n" in text


def test_what_a_request_leaves_in_the_session_of_its_client_is_read_from_that() -> None:
    case = Case("share")
    response = sent(case, "post", "/login", [])
    client = Ref(response.id - 1)
    case.equals(200, response, "status_code")
    case.equals(1, client, "session user_id").equals([("message", "Hi.")], client, "session _flashes")

    text = written(case)

    assert "    with client.session_transaction() as session:\n" in text
    assert '        assert session["user_id"] == 1\n' in text
    assert '        assert session["_flashes"] == [("message", "Hi.")]\n' in text
    assert text.count("session_transaction") == 1


def test_how_an_application_is_set_up_is_read_from_its_configuration() -> None:
    case = Case("share")
    app = case.call("make")
    case.equals(20, app, "configured PAGE_SIZE").equals(["api"], app, "keys blueprints")

    text = written(case)

    assert '.config["PAGE_SIZE"] == 20\n' in text
    assert '.blueprints) == ["api"]\n' in text


def test_an_argument_may_be_the_method() -> None:
    case = Case("share")
    response = sent(case, "", "/", [Place("method", "method", "method")], "put")

    assert '    response = client.put("/")\n' in written(case.equals(200, response, "status_code"))


def test_a_router_is_included_in_an_application_that_has_the_name_of_the_test_module() -> None:
    case = Case("share")
    app = case.call("flask:Flask", "shop")
    case.call("flask:Flask.register_blueprint", case.name("pages"), on=app)
    case.call("flask.app:Flask.test_client", on=app)

    text = written(case)

    assert "    app = Flask(__name__)\n    app.register_blueprint(pages)\n" in text


def test_a_column_of_a_table_is_called_like_what_is_read() -> None:
    names = ("get_json()", "headers['location']", "status_code", "get_it")

    assert [plain_name(name) for name in names] == ["json", "location", "status_code", "get_it"]


def test_an_attribute_with_a_key_is_one_that_source_can_read() -> None:
    told = {"headers['location']": encode("/"), "headers[location]": encode("/"), "a b": encode(1)}

    assert list(Instance("httpx:Response", told).attributes) == ["headers['location']"]


@pytest.mark.parametrize(
    ("status", "name"), [(404, "share_returns_404"), (307, "share_redirects"), (201, "share")]
)
def test_a_name_says_how_a_request_is_refused_or_redirected(status: int, name: str) -> None:
    case = Case("share")
    response = sent(case, "get", "/", [])
    case.equals(status, response, "status_code")

    assert f"def test_{name}():" in written(case)


def test_what_is_kept_in_g_is_set_first_in_the_body_of_a_context() -> None:
    case = Case("share")
    app = case.name("app")
    street = case.literal("Hill Road")
    case.statements.append(ContextStatement(99, app.id, False, (Said(street.id, "g", "street"),)))
    result = case.call("share", 3)

    text = written(case.equals(4, result))

    assert '    with app.app_context():\n        g.street = "Hill Road"\n\n        assert' in text
    assert "from flask import g\n" in text


def test_what_follows_a_context_stands_in_its_body_with_what_is_asserted() -> None:
    case = Case("share")
    app = case.name("app")
    user = case.literal(7)
    case.statements.append(ContextStatement(99, app.id, True, (Said(user.id, "session", "user"),)))
    result = case.call("share", 3)

    text = written(case.equals(4, result))

    assert "    with app.test_request_context():\n" in text
    assert '        session["user"] = 7\n' in text
    assert "        assert share(3) == 4\n" in text
    assert "from flask import session\n" in text


def test_what_is_held_before_a_request_is_put_there_as_the_documentation_does() -> None:
    case = Case("share")
    user, limit = case.literal("b"), case.literal(2)
    response = sent(case, "get", "/", [])
    request = case.statements.pop()
    assert isinstance(request, RequestStatement) and request.receiver is not None
    case.statements.append(HeldStatement(98, request.receiver, "session", "user", user.id))
    case.statements.append(HeldStatement(99, request.receiver, "config", "LIMIT", limit.id))
    case.statements.append(request)

    text = written(case.equals(404, response, "status_code"))

    assert '    with client.session_transaction() as session:\n        session["user"] = "b"\n' in text
    assert '    monkeypatch.setitem(client.application.config, "LIMIT", 2)\n' in text


@pytest.mark.parametrize(
    ("client", "application"),
    [("flask.app:Flask.test_client", "application"), ("quart.app:Quart.test_client", "app"), (CLIENT, None)],
)
def test_applications_that_answer_errors_of_their_code_let_an_expected_one_through(
    client: str, application: str | None
) -> None:
    case = Case("share")
    response = sent(case, "get", "/items", [])
    request = case.statements[-1]
    assert isinstance(request, RequestStatement)
    case.statements[response.id] = request.replace(request=request.request._replace(client=client))

    text = written(case.raises(":ValueError"))

    line = f'    monkeypatch.setitem(client.{application}.config, "PROPAGATE_EXCEPTIONS", True)\n\n'
    assert ("PROPAGATE" in text, line in text) == (application is not None,) * 2


def test_the_connection_of_an_application_is_called_so() -> None:
    case = Case("share")
    app = case.name("app")
    case.statements.append(ContextStatement(99, app.id, False))
    connection = case.call("shop.db:get_db")
    result = case.call("share", 3, connection)
    subject = replace(SUBJECT, contexts=Contexts(("shop.account:app",), connects="shop.db:get_db"))

    text = render(
        built(case.equals(4, result).equals(1, connection, "total_changes")), subject, None, STYLE
    ).text

    assert "        connection = get_db()\n" in text


def test_an_application_finds_its_database_in_memory() -> None:
    case = Case("share")
    app = case.name("app")
    case.statements.append(ConfiguredStatement(98, app.id, "DATABASE", ":memory:"))
    case.statements.append(ContextStatement(99, app.id, False))

    text = written(case.equals(4, case.call("share", 3)))

    assert (
        '    monkeypatch.setitem(app.config, "DATABASE", ":memory:")\n    with app.app_context():\n' in text
    )
