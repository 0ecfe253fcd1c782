"""Handlers of aiohttp get requests with what they look up, to an application that keeps what they need."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES, KINDS
from testloom.capabilities.aiohttp.quiet import QuietPins
from testloom.capabilities.aiohttp.requests import APPLICATION, KEEPING, MARKING, REQUEST
from testloom.capabilities.aiohttp.statement import MADE, MockedRequestStatement
from testloom.capabilities.aiohttp.upkeep import HandedGuide, HandedUpkeep
from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.statements.decoding import decode_test
from testloom.model.statements.parts import Statement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import ANY, TypeRef
from testloom.oracle.pinning.pins import EnvironmentUse
from testloom.search.providers.knowledge import Knowledge
from testloom.writer import render
from tests.unit.search.bank import bank
from tests.unit.writer import building
from tests.unit.writer.building import Case, Ref, built

KEY, USER, TEXT = "shop:STORE", "shop:USER", "cache:main"
USES = (
    *(
        ".match_info",
        ".match_info['number']int",
        ".query",
        ".query['page']",
        ".json",
        ".json['name']",
        ".app",
    ),
    *(f".app[<{KEY}>]get", f".app['{TEXT}']", "['owner']", f"[<{USER}>]"),
)
KEPT = TypeRef("record", (TypeRef("dict", (TypeRef("str"), TypeRef("int"))), TypeRef("bytes")), (KEY, USER))
PARAMETER = Parameter("request", type=TypeRef(REQUEST, (KEPT,), ("POST", "/items/{number}")), uses=USES)
OFTEN = 30


def requests(
    *routes: str, texts: Iterable[str] = ()
) -> Iterator[tuple[MockedRequestStatement, list[Statement]]]:
    """Requests as the code looks them up, by its route or others, each with the statements of its test."""
    knowledge = Knowledge(replace(bank(), capabilities=CAPABILITIES, constants=tuple(texts)), [], Random(1))
    parameter = replace(PARAMETER, type=TypeRef(REQUEST, (KEPT,), routes)) if routes else PARAMETER
    kind = knowledge.kind_of(parameter)
    for _ in range(OFTEN):
        builder = knowledge.builder()
        builder.value(kind, depth=0)
        [request] = (s for s in builder.draft.statements if isinstance(s, MockedRequestStatement))
        yield request, builder.draft.statements


def test_a_request_comes_by_its_route_with_what_the_code_looks_up() -> None:
    said: set[object] = set()
    for request, statements in requests():
        literals = {s.id: s.value for s in statements if isinstance(s, LiteralStatement)}

        assert (request.method, request.path, request.parts) == ("POST", "/items/{number}", ("number",))
        assert {"app"} <= dict(request.kwargs).keys() <= {"app", "query", "json", "body"}
        assert isinstance(literals[request.args[0]], str)
        said |= {*literals.values()}
    assert {"page", "name", "owner"} <= said


def test_a_request_comes_by_each_of_several_routes_with_the_parts_of_that() -> None:
    said = {
        (request.method, request.path, *request.parts)
        for request, _ in requests("GET", "/items", "PUT", "/items/{number}")
    }

    assert said == {("GET", "/items"), ("PUT", "/items/{number}", "number")}


def test_a_route_for_any_method_is_taken_with_those_that_the_code_names() -> None:
    said = {request.method for request, _ in requests("*", "/", texts=("PATCH", "patch"))}

    assert said == {"GET", "POST", "PATCH"}


def test_a_view_gets_a_request_by_the_method_that_is_called() -> None:
    request = MockedRequestStatement(1, MADE, None, (), (), (), "GET", "/")
    view = CallStatement(2, "shop:Items", None, (1,))
    case = TestCase((request, view, CallStatement(3, "shop:Items.post", 2)))

    restored = HandedUpkeep().restored(case, bank())

    assert restored.statements == (request.replace(method="POST"), *case.statements[1:])
    assert HandedUpkeep().restored(restored, bank()) is restored


def test_the_application_keeps_what_the_code_looks_up_and_is_no_double() -> None:
    for request, statements in requests():
        values = {statement.id: statement for statement in statements}
        stored, other = (s for s in statements if isinstance(s, CallStatement) and s.callable == KEEPING)

        assert stored.receiver == other.receiver == dict(request.kwargs)["app"]
        assert getattr(values[stored.receiver or 0], "callable", "") == APPLICATION
        assert values[stored.args[0]] == ReferenceStatement(stored.args[0], KEY)
        assert isinstance(values[stored.args[1]], CollectionStatement)
        assert values[other.args[0]] == LiteralStatement(other.args[0], TEXT)
        assert not any(isinstance(s, DoubleStatement) for s in statements)


def test_a_request_keeps_under_keys_what_these_say() -> None:
    for request, statements in requests():
        values = {statement.id: statement for statement in statements}
        marks = [s for s in statements if isinstance(s, CallStatement) and s.callable == MARKING]

        assert [mark.receiver for mark in marks] == [request.id] * 2
        assert values[marks[0].args[0]] == LiteralStatement(marks[0].args[0], "owner")
        assert values[marks[1].args[0]] == ReferenceStatement(marks[1].args[0], USER)
        held = values[marks[1].args[1]]
        assert isinstance(held, LiteralStatement) and isinstance(held.value, bytes)


def test_an_application_that_the_test_has_gets_only_what_it_lacks() -> None:
    knowledge = Knowledge(replace(bank(), capabilities=CAPABILITIES), [], Random(1))
    kind = knowledge.kind_of(PARAMETER)
    builder = knowledge.builder()
    for _ in range(2):
        builder.value(kind, depth=0)

    calls = [s for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == KEEPING]
    assert len(calls) == 2


def test_a_request_is_read_back_as_it_was_made() -> None:
    for _, statements in requests():
        case = TestCase(tuple(statements))
        assert decode_test(json.loads(case.wire), KINDS) == case


@pytest.mark.parametrize(
    "change",
    [{"args": []}, {"kwargs": {"weight": 1}}, {"path": "items"}],
    ids=["no part", "no such", "no path"],
)
def test_what_is_no_request_is_not_read(change: dict[str, object]) -> None:
    fields = {
        "id": 3,
        "callable": MADE,
        "receiver": None,
        "args": [1],
        "kwargs": {},
        "parts": ["a"],
        "method": "GET",
    }

    with pytest.raises(ValueError):
        decode_test(
            [["literal", 1, "x"], ["mocked-request", *({**fields, "path": "/", **change}).values()]], KINDS
        )


@pytest.mark.parametrize(
    ("name", "said", "wanted"),
    [
        ("path", "a?b", "/"),
        ("path", "/health", "/health"),
        ("body", "é", "é".encode()),
    ],
)
def test_what_no_request_says_is_put_right(name: str, said: str, wanted: object) -> None:
    request = MockedRequestStatement(2, MADE, None, (), ((name, 1),))

    [literal, _] = HandedUpkeep().restored(TestCase((LiteralStatement(1, said), request)), bank()).statements

    assert literal == LiteralStatement(1, wanted)  # type: ignore[arg-type]


def test_headers_and_parts_of_the_path_are_texts() -> None:
    case = TestCase(
        (
            *(LiteralStatement(1, "X-Key"), LiteralStatement(2, 3), LiteralStatement(3, "")),
            CollectionStatement(4, "dict", (1, 2)),
            MockedRequestStatement(5, MADE, None, (3,), (("headers", 4),), ("name",), "GET", "/{name}"),
        )
    )

    restored = HandedUpkeep().restored(case, bank())

    assert [s.value for s in restored.statements if isinstance(s, LiteralStatement)] == ["X-Key", "3", "a"]
    assert HandedUpkeep().restored(restored, bank()) is restored


def test_a_key_that_an_application_lacks_is_missing_from_the_test() -> None:
    missing = RaisedException("builtins:KeyError", "<AppKey(shop.store, type=dict)>", False, True)

    assert HandedGuide().blames_test(missing)
    assert not HandedGuide().blames_test(RaisedException("builtins:KeyError", "'name'", False, True))


@pytest.mark.parametrize(
    ("key", "hands", "expected"),
    [
        (f"'{TEXT}'", True, True),
        ("'owner'", True, True),
        ("'number'", True, True),
        ("'page'", True, False),
        ("'owner'", False, False),
    ],
)
def test_a_text_by_which_they_keep_something_and_a_part_of_a_path_are_missing_too(
    key: str, hands: bool, expected: bool
) -> None:
    handler = Callable("shop:show", "function", parameters=(PARAMETER,))
    subject = replace(bank(), callables={handler.id: handler})
    request = MockedRequestStatement(1, MADE, None, (), (), (), "GET", "/")
    missing = RaisedException("builtins:KeyError", key, False, True)

    assert HandedGuide().finds_lacking(TestCase((request,) if hands else ()), missing, subject) is expected


def written(case: Case, **kwargs: Ref) -> str:
    """The source of a test that hands a request to a handler."""
    part = case.literal("7")
    named = tuple((name, value.id) for name, value in kwargs.items())
    made = MockedRequestStatement(90, MADE, None, (part.id,), named, ("number",), "PATCH", "/items/{number}")
    case.statements.append(made)
    case.call("share", Ref(90))
    return render(built(case), building.SUBJECT, None, building.STYLE).text


def test_what_a_variable_holds_is_in_the_headers_of_no_row_of_a_table() -> None:
    cases = []
    for kind, status in (("json", 200), ("html", 415)):
        case = Case("share")
        key, part = case.literal("a key that two calls get"), case.literal("7")
        case.call("share", key)
        headers = case.collection("dict", "X-Key", key, "Accept", kind)
        named = (("headers", headers.id),)
        case.statements.append(
            MockedRequestStatement(90, MADE, None, (part.id,), named, ("number",), "GET", "/{number}")
        )
        cases.append(case.equals(status, case.call("share", Ref(90), key)))

    text = render(built(*cases), building.SUBJECT, None, building.STYLE).text
    rows, _, test = text.partition("def test_share(")
    assert (
        'headers={"X-Key": total, "Accept": value}' in test and "total" not in rows and "parametrize" in rows
    )


def test_a_request_is_written_as_the_framework_shows() -> None:
    case = Case("share")
    app = case.call(APPLICATION)
    text = written(
        case,
        app=app,
        json=case.collection("dict", "grams", case.collection("list", 3)),
        query=case.collection("dict", "page", "1 2"),
        headers=case.collection("dict", "X-Key", "k"),
    )

    assert "from aiohttp import web\nfrom aiohttp.test_utils import make_mocked_request\n" in text
    assert "app = web.Application()" in text
    assert '"PATCH",\n        "/items/7?page=1+2",\n        match_info={"number": "7"},' in text
    assert 'headers={"X-Key": "k"},\n        app=app,' in text
    assert 'payload=Mock(readany=AsyncMock(side_effect=[b\'{"grams": [3]}\', b""]))' in text


def test_json_that_calls_make_is_written_around_them() -> None:
    case = Case("share")
    made = case.call("now")
    text = written(case, json=case.collection("dict", "at", made))

    assert 'json.dumps({"at": the_now}).encode()' in text and "\nimport json\n" in text


def test_json_that_something_else_uses_too_is_written_as_it_is_then() -> None:
    case = Case("share")
    sent = case.collection("dict", "grams", 3)
    case.call("share", sent)
    text = written(case, json=case.collection("list", sent))

    assert '= {"grams": 3}\n' in text and "json.dumps([total]).encode()" in text


def test_what_no_json_has_as_a_key_is_written_as_it_is() -> None:
    case = Case("share")
    text = written(case, json=case.collection("dict", case.collection("tuple", 1), 2))

    assert "json.dumps({(1,): 2}).encode()" in text


def test_a_form_is_written_as_it_is_sent() -> None:
    case = Case("share")
    text = written(case, form=case.collection("dict", "name", "a b"))

    assert 'b"name=a+b"' in text and '"Content-Type": "application/x-www-form-urlencoded"' in text


def test_a_header_may_be_what_a_call_returned() -> None:
    case = Case("share")
    text = written(case, headers=case.collection("dict", "X-Signature", case.call("now")))

    assert 'headers={"X-Signature": the_now}' in text


@pytest.mark.parametrize(
    ("storing", "has_keys", "is_name", "is_warned"),
    [
        (MARKING, True, True, True),
        (MARKING, False, True, False),
        (MARKING, True, False, False),
        (KEEPING, False, True, True),
        (KEEPING, True, False, False),
    ],
)
def test_names_as_keys_are_not_warned_of(
    storing: str, has_keys: bool, is_name: bool, is_warned: bool
) -> None:
    kind = TypeRef(REQUEST, (KEPT, ANY) if has_keys else (KEPT,))
    handler = Callable("shop:show", "function", None, (Parameter("request", type=kind),))
    case = Case("share")
    holder = case.call(MADE if storing == MARKING else APPLICATION)
    key = "owner" if is_name else case.name(USER)
    case.call(storing, key, "a", on=holder)
    known = replace(building.SUBJECT, callables={handler.id: handler})

    pins = list(QuietPins().pins(EnvironmentUse(TestCase(tuple(case.statements)), [], count(90), known)))

    assert len(pins) == is_warned
    case.statements += [statement for pin in pins for statement in pin.statements]
    case.call("share", 3)
    text = render(built(case), building.SUBJECT, None, building.STYLE).text
    assert ("@pytest.mark.filterwarnings(" in text) == is_warned
