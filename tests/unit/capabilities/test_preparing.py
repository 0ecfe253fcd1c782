"""What comes before a request: rows, a login, and requests behind which others have come far."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.capabilities.contexts import ConfiguredStatement, ContextStatement
from testloom.capabilities.databases.connections import INSERTION
from testloom.capabilities.requests import RequestStatement
from testloom.capabilities.requests.preparing import LOGIN, told_by_name
from testloom.model.contexts import Contexts
from testloom.model.databases import Column, Databases, Models, Schema, SchemaStep, Table
from testloom.model.requests import Place, Request
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.draft import Draft
from testloom.search.providers.knowledge import Knowledge
from tests.unit.capabilities.test_requests import CLIENT, application, handler, requests_of

SIGN_IN = Request(CLIENT, "bank:app", "post", "/login", (Place("name", "data", "name"),))
SHOW = Request(CLIENT, "bank:app", "get", "/{slug}", (Place("slug", "path", "slug"),))
OFTEN = 60


def drafts(knowledge: Knowledge, name: str) -> list[Draft]:
    """Requests to a handler, each in a test of its own."""
    builders = [knowledge.builder() for _ in range(OFTEN)]
    for builder in builders:
        builder.call_of(knowledge.subject.callables[name])
    return [builder.draft for builder in builders]


def test_what_came_before_a_request_that_came_far_comes_before_others() -> None:
    knowledge = Knowledge(application(handler("login", SIGN_IN), handler("show", SHOW)), [], Random(1))
    client, name = CallStatement(-1, CLIENT), LiteralStatement(-2, "Ada")
    login = RequestStatement(-3, "bank:login", -1, (-2,), (), SIGN_IN)
    shown = RequestStatement(-5, "bank:show", -1, (-4,), (), SHOW)
    knowledge.note_success(TestCase((client, name, login, LiteralStatement(-4, "a"), shown)))

    sent = [requests_of(draft) for draft in drafts(knowledge, "bank:show")]

    assert [each.callable for each in max(sent, key=len)] == ["bank:login", "bank:show"]
    assert 0 < sum(len(each) == 2 for each in sent) < OFTEN
    assert all(len({each.receiver for each in some}) == 1 for some in sent)


def test_a_request_alone_comes_before_no_other() -> None:
    knowledge = Knowledge(application(handler("login", SIGN_IN), handler("show", SHOW)), [], Random(1))
    login = RequestStatement(-3, "bank:login", -1, (-2,), (), SIGN_IN)
    knowledge.note_success(TestCase((CallStatement(-1, CLIENT), LiteralStatement(-2, "Ada"), login)))

    assert {len(requests_of(draft)) for draft in drafts(knowledge, "bank:show")} == {1}


def test_a_user_is_logged_in_once_where_the_project_has_users() -> None:
    login = Callable(LOGIN, "method", CLIENT, (Parameter("user", type=TypeRef("str")),))
    knowledge = Knowledge(application(handler("show", SHOW), login), [], Random(1))
    builder = knowledge.builder()
    for _ in range(OFTEN):
        builder.call_of(knowledge.subject.callables["bank:show"])

    [client] = [
        s.id for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == CLIENT
    ]
    [made] = [s for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == LOGIN]
    assert made.receiver == client and len(made.args) == 1


def test_a_user_who_is_logged_in_may_do_more_than_others_at_times() -> None:
    user = TypeRef("accounts:User")
    flag = Parameter("is_staff", "keyword", TypeRef("bool"), has_default=True)
    fields = (flag, Parameter("name", "keyword", TypeRef("str")))
    create = Callable(
        "accounts:User.objects.create", "function", None, fields, user, writes=("accounts:User",)
    )
    login = Callable(LOGIN, "method", CLIENT, (Parameter("user", type=user),))
    knowledge = Knowledge(application(handler("show", SHOW), login, create), [], Random(1))

    def is_entitled(draft: Draft) -> bool:
        true = {s.id for s in draft.statements if isinstance(s, LiteralStatement) and s.value is True}
        made = [s for s in draft.statements if isinstance(s, CallStatement) and s.callable == create.id]
        return any(value in true for s in made for name, value in s.kwargs if name == "is_staff")

    assert OFTEN / 6 < sum(map(is_entitled, drafts(knowledge, "bank:show"))) < OFTEN


def test_rows_are_stored_before_a_request_whose_header_has_the_key_of_one() -> None:
    fields = tuple(Parameter(name, "keyword", TypeRef("str")) for name in ("name", "api_token"))
    user = Callable("bank:User", "constructor", None, fields, TypeRef("bank:User"))
    request = SHOW._replace(places=(Place("authorization", "headers", "Authorization"),), path="/")
    models = Models("sqlalchemy.orm.session:Session", classes=(user.id,))
    subject = replace(
        application(handler("show", request), user),
        contexts=Contexts(("bank:app",), stores="bank:db.session"),
        databases=Databases(models=models),
    )

    within, known = 0, 0
    for draft in drafts(Knowledge(subject, [], Random(1)), "bank:show"):
        literals = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
        made = [s for s in draft.statements if isinstance(s, CallStatement) and s.callable == user.id]
        tokens = [f"Bearer {literals.get(dict(s.kwargs)['api_token'])!s}" for s in made]
        kinds = [type(s) for s in draft.statements]
        within += ContextStatement in kinds
        assert not made or kinds.index(ContextStatement) < draft.statements.index(made[0])
        known += any(literals.get(value) in tokens for each in requests_of(draft) for value in each.args)

    assert OFTEN / 3 < within < OFTEN
    assert known > OFTEN / 6


def test_rows_are_inserted_before_a_request_where_its_application_connects_to_their_database() -> None:
    people = Table("people", (Column("name", "str", is_required=True),))
    connected = replace(
        application(handler("show", SHOW)),
        contexts=Contexts(("bank:app",), connects="bank:get_db"),
        databases=Databases(schema=Schema(tables=(people,))),
    )
    empty = replace(connected, databases=Databases(schema=Schema()))

    def inserted(subject: Subject) -> int:
        found = 0
        for draft in drafts(Knowledge(subject, [], Random(1)), "bank:show"):
            [sent] = requests_of(draft)
            called = [
                s.callable
                for s in draft.statements[: draft.statements.index(sent)]
                if isinstance(s, CallStatement)
            ]
            found += "bank:get_db" in called and INSERTION in called
        return found

    assert OFTEN / 4 < inserted(connected) < OFTEN
    assert inserted(empty) == 0


def test_the_path_may_have_what_a_row_was_made_with_under_another_name() -> None:
    title = Parameter("title", "keyword", type=TypeRef("str"))
    create = Callable("bank:Page.objects.create", "function", None, (title,), writes=("bank:Page",))
    found = handler("show", SHOW)
    reads = Callable(found.id, "function", None, found.parameters, request=SHOW, reads=("bank:Page",))
    subject = application(reads, create)

    named = 0
    for draft in drafts(Knowledge(subject, [], Random(1)), "bank:show"):
        [sent] = requests_of(draft)
        titles = {v for s in draft.statements if type(s) is CallStatement for _, v in s.kwargs}
        named += not titles.isdisjoint(sent.given.values())

    assert OFTEN / 12 < named < OFTEN / 2


def test_the_path_names_a_row_that_the_handler_finds() -> None:
    keyword = Parameter("slug", "keyword", type=TypeRef("str"))
    create = Callable("bank:Page.objects.create", "function", None, (keyword,), writes=("bank:Page",))
    found, other = handler("show", SHOW), handler("other", SHOW)
    reads = Callable(found.id, "function", None, found.parameters, request=SHOW, reads=("bank:Page",))
    knowledge = Knowledge(application(reads, other, create), [], Random(1))

    def keys(draft: Draft) -> list[int]:
        made = [s for s in draft.statements if isinstance(s, CallStatement) and s.callable == create.id]
        return [value for statement in made for _, value in statement.kwargs]

    found_by = [(keys(draft), requests_of(draft)[0].args[0]) for draft in drafts(knowledge, "bank:show")]
    assert sum(rows == [key] for rows, key in found_by) > OFTEN / 6
    assert not any(keys(draft) for draft in drafts(knowledge, "bank:other"))


def test_the_path_names_what_an_earlier_request_has_said_by_another_name() -> None:
    title = Parameter("title", "keyword", TypeRef("str"))
    create = Request(CLIENT, "bank:app", "post", "/pages", (Place("title", "data", "title"),))
    created = Callable("pages:create", "function", None, (title,), in_subject=False, request=create)
    knowledge = Knowledge(application(handler("show", SHOW), created), [], Random(1))

    led = [each for each in map(requests_of, drafts(knowledge, "bank:show")) if len(each) > 1]

    alike = [not {*first.given.values()}.isdisjoint(last.given.values()) for first, last in led]
    assert any(alike) and not all(alike)


def test_requests_to_handlers_of_other_modules_come_first_and_say_what_their_names_tell() -> None:
    uses = ("['name']", "['password']len", "['age']int")
    body = Parameter("json", type=TypeRef("dict", (TypeRef("str"), TypeRef("any"))), uses=uses)
    sent = Request(CLIENT, "bank:app", "post", "/register", (Place("json", "json"),))
    register = Callable("auth:register", "function", None, (body,), in_subject=False, request=sent)
    add = handler("add", SIGN_IN._replace(path="/accounts"))
    knowledge = Knowledge(application(add, handler("show", SHOW), register), [], Random(1))

    led = [each for each in map(requests_of, drafts(knowledge, "bank:show")) if len(each) > 1]

    assert {each[-1].callable for each in led} == {"bank:show"}
    assert {each[0].callable for each in led} == {"auth:register", "bank:add"}
    assert ["auth:register", "bank:add", "bank:show"] in [[s.callable for s in each] for each in led]
    assert 0 < len(led) < OFTEN


def test_a_dictionary_that_is_told_by_names_is_the_same_each_time() -> None:
    uses = ("['name']", "['password']len", "['age']int", "['age']")
    body = Parameter("json", type=TypeRef("dict", (TypeRef("str"), TypeRef("any"))), uses=uses)
    knowledge = Knowledge(application(), [], Random(3))
    said = set()
    for _ in range(OFTEN):
        builder = knowledge.builder()
        assert told_by_name(builder, body, 1.0) is not None
        values = [s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)]
        said |= {*zip(values[::2], values[1::2], strict=True)}

    assert said == {("name", "name"), ("password", "password"), ("age", 1)}
    assert told_by_name(knowledge.builder(), Parameter("json"), 1.0) is None
    assert told_by_name(knowledge.builder(), body, 0.0) is None


def test_a_request_says_what_another_has_said_by_the_same_name_within_a_document() -> None:
    document = TypeRef("record", (TypeRef("str"), TypeRef("str")), ("password", "name"))
    register = Request(CLIENT, "bank:app", "post", "/register", (Place("json", "json"),))
    sign_in = Request(CLIENT, "bank:app", "post", "/login", (Place("data", "data"),))
    subject = application(
        *(
            replace(handler(name, request), parameters=(Parameter(request.places[0].name, type=document),))
            for name, request in (("register", register), ("login", sign_in))
        )
    )
    knowledge, same = Knowledge(subject, [], Random(1)), 0
    for _ in range(OFTEN):
        builder = knowledge.builder()
        for name in ("bank:register", "bank:login"):
            builder.call_of(subject.callables[name])
        said = [_said(s, builder.draft) for s in builder.draft.statements if isinstance(s, RequestStatement)]
        first, second = said
        same += "password" in first and first["password"] == second.get("password")

    assert OFTEN / 3 < same < OFTEN


def _said(sent: RequestStatement, draft: Draft) -> dict[object, int]:
    """The values of a request's document, by key; none if it is something else."""
    literals = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
    held = [s for s in draft.statements if s.id in sent.references and isinstance(s, CollectionStatement)]
    dicts = (s.items for s in held if s.kind == "dict")
    pairs = (pair for items in dicts for pair in zip(items[::2], items[1::2], strict=True))
    return {literals.get(key): value for key, value in pairs}


def test_the_database_of_an_application_is_in_memory_with_tables_and_rows_before_its_requests() -> None:
    people = Table("people", (Column("name", "str", is_required=True),))
    subject = replace(
        application(handler("show", SHOW)),
        contexts=Contexts(("bank:app",), connects="bank:get_db", location="DATABASE"),
        databases=Databases(schema=Schema((SchemaStep("context", "bank:init_db"),), (people,))),
    )

    for draft in drafts(Knowledge(subject, [], Random(1)), "bank:show"):
        kinds = [type(s) for s in draft.statements]
        called = [s.callable for s in draft.statements if isinstance(s, CallStatement)]
        assert kinds.index(ConfiguredStatement) < kinds.index(ContextStatement)
        assert called[:2] == ["bank:init_db", "bank:get_db"]
