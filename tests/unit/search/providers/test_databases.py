"""Tests get real databases in memory where there are some to be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.databases.connections import INSERTION
from testloom.capabilities.databases.sessions import (
    ADD,
    ASYNCHRONOUS,
    ASYNCHRONOUS_FACTORY,
    COMMIT,
    CREATED,
    ENGINE,
    FACTORY,
    FACTORY_MADE,
    OVER_ANOTHER,
    SESSION,
    SYNCHRONOUS,
    store,
)
from testloom.model.databases import Column, Databases, Models, Schema, SchemaStep, Table
from testloom.model.limits import Limits
from testloom.model.settings import Settings
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    FixedCallStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, NONE, Scalar, TypeRef
from testloom.search.about import subject_of
from testloom.search.minimisation.values.conformance import has_ill_typed_argument
from testloom.search.minimisation.values.nesting import flattened
from testloom.search.operators.crossover import cross
from testloom.search.providers.draft import Draft
from testloom.search.providers.experience.last_resort import LastResort
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.provider import prepares
from testloom.search.providers.upkeep import restored

INT = TypeRef("int")
TEAMS = Table("teams", (Column("id", "int", is_key=True), Column("name", "str", is_required=True)))
MEMBERS = Table(
    "members",
    (Column("order", "int", is_required=True), Column("team_id", "int", is_required=True, refers="teams")),
)
SCHEMA = Schema((SchemaStep("call", "shop:make_tables"), SchemaStep("script", "shop:MORE")), (TEAMS, MEMBERS))
SESSIONS = TypeRef("sqlalchemy.orm.session:Session")
MODELS = Models(
    SESSIONS.name,
    "shop:Base.metadata",
    ("shop:Account",),
    {"shop:Account": {"owner_id": "shop:Owner"}},
)
CALLABLES = (
    Callable("shop:count", "function", parameters=(Parameter("db", uses=("execute", "commit")),)),
    Callable("shop:annotated", "function", parameters=(Parameter("db", type=TypeRef("sqlite3:Connection")),)),
    Callable("shop:total", "function", parameters=(Parameter("store", uses=("scalars", "add")),)),
    Callable("shop:awaited", "function", parameters=(Parameter("store", type=TypeRef(ASYNCHRONOUS)),)),
    Callable("shop:begun", "function", parameters=(Parameter("made", type=TypeRef(ASYNCHRONOUS_FACTORY)),)),
    Callable("shop:make", "function", parameters=(Parameter("factory", type=TypeRef(FACTORY)),)),
    Callable("shop:check", "function", parameters=(Parameter("engine", type=TypeRef(ENGINE)),)),
    Callable(
        "shop:Account",
        "constructor",
        "shop:Account",
        (Parameter("owner_id", "keyword", INT), Parameter("note", "keyword", TypeRef("str"), True)),
        TypeRef("shop:Account"),
    ),
    Callable(
        "shop:Owner",
        "constructor",
        "shop:Owner",
        (Parameter("name", "keyword", TypeRef("str")),),
        TypeRef("shop:Owner"),
    ),
)
SUBJECT = Subject(
    "shop",
    "shop.py",
    {known.id: known for known in CALLABLES},
    databases=Databases(SCHEMA, MODELS),
    capabilities=CAPABILITIES,
)


def called(path: str, subject: Subject = SUBJECT, seed: int = 1) -> Draft:
    """A call of a function, at a time when doubles are due."""
    knowledge = Knowledge(subject, [path], Random(seed))
    knowledge.last_resort = LastResort(Settings(doubles_after=0, doubles_probability=1))
    builder = knowledge.builder()
    builder.call_of(subject.callables[path])
    return builder.draft


def calls(draft: Draft) -> list[str]:
    return [s.callable for s in draft.statements if isinstance(s, CallStatement)]


@pytest.mark.parametrize("path", ["shop:count", "shop:annotated"])
def test_a_connection_is_a_real_one_with_the_tables_of_the_project(path: str) -> None:
    drafts = [called(path, seed=seed) for seed in range(40)]

    assert not any(isinstance(s, DoubleStatement) for draft in drafts for s in draft.statements)
    assert all(calls(draft)[0] == "sqlite3:connect" for draft in drafts)
    made = [calls(draft)[1:3] for draft in drafts if len(calls(draft)) > 2]
    assert len(made) > 20
    assert all(steps == ["shop:make_tables", "sqlite3:Connection.executescript"] for steps in made)


def test_a_row_has_one_of_the_values_that_a_constraint_lists() -> None:
    table = Table("members", (Column("role", "str", is_required=True, values=("member", "admin")),))
    schema = Schema((SchemaStep("call", "shop:make_tables"),), (table,))
    subject = replace(SUBJECT, databases=Databases(schema))

    statements = [s for seed in range(40) for s in called("shop:count", subject, seed).statements]

    rows = [s.items for s in statements if isinstance(s, CollectionStatement)]
    literals = {s.value for s in statements if isinstance(s, LiteralStatement)}
    assert len(rows) > 20
    assert literals - {0, 1, None} == {"member", "admin"}


def test_only_the_first_row_has_a_key_as_plain_as_the_name_of_its_column() -> None:
    table = Table("sessions", (Column("token", "str", is_required=True),))
    schema = Schema((SchemaStep("call", "shop:make_tables"),), (table,))
    subject = replace(SUBJECT, databases=Databases(schema))
    plain = []

    for seed in range(60):
        statements = called("shop:count", subject, seed).statements
        literals = {s.id: s.value for s in statements if isinstance(s, LiteralStatement)}
        rows = [s.items for s in statements if isinstance(s, CollectionStatement)]
        own = [value for value in (row[0] for row in rows) if literals.get(value) == "token"]
        plain.append(len(set(own)))

    assert set(plain) == {0, 1}


def test_rows_say_what_they_have_to_and_come_behind_those_that_they_refer_to() -> None:
    for seed in range(40):
        statements = called("shop:count", seed=seed).statements
        rows = [s for s in statements if isinstance(s, FixedCallStatement) and s.receiver is not None]
        numbers = {s.id: s.value for s in statements if isinstance(s, LiteralStatement)}
        items = {s.id: s.items for s in statements if isinstance(s, CollectionStatement)}
        teams = 0
        for row in rows:
            if row.text == "INSERT INTO teams (name) VALUES (?)":
                teams += 1
            else:
                assert row.text == 'INSERT INTO members ("order", team_id) VALUES (?, ?)'
                assert numbers[items[row.args[0]][1]] in range(1, teams + 1)


def test_a_session_is_a_real_one_with_the_tables_of_the_mapped_classes() -> None:
    drafts = [called("shop:total", seed=seed) for seed in range(40)]

    assert not any(isinstance(s, DoubleStatement) for draft in drafts for s in draft.statements)
    first = ["sqlalchemy:create_engine", "sqlalchemy:MetaData.create_all", "sqlalchemy.orm:Session"]
    assert all(calls(draft)[:3] == first for draft in drafts)
    added = [calls(draft)[3:-1] for draft in drafts if len(calls(draft)) > 4]
    assert len(added) > 20
    for made in added:
        assert made[:3] == ["shop:Owner", "sqlalchemy.orm:Session.add", "shop:Account"]
        assert made[-1] == "sqlalchemy.orm:Session.commit"


@pytest.mark.parametrize(
    ("name", "maker"),
    [("shop:awaited", OVER_ANOTHER), ("shop:begun", "sqlalchemy.ext.asyncio:async_sessionmaker")],
)
def test_an_asynchronous_session_works_on_one_that_the_test_fills(name: str, maker: str) -> None:
    for seed in range(40):
        statements = called(name, seed=seed).statements
        made = {s.callable: s for s in statements if isinstance(s, CallStatement)}
        [stub] = [s for s in statements if isinstance(s, StubStatement)]

        assert stub.answers == (made[SESSION].id,) and made[name].args == (made[maker].id,)
        assert made[maker].kwargs == (("sync_session_class", stub.id),)
        assert not any(isinstance(s, DoubleStatement) for s in statements)


@pytest.mark.parametrize(
    ("answers", "raises"), [((1, 1), ()), ((3,), (3,)), ((2, 1), ()), ((2,), ())], ids=str
)
def test_an_asynchronous_session_keeps_to_one_session(
    answers: tuple[int, ...], raises: tuple[int, ...]
) -> None:
    session, number = CallStatement(1, SESSION), LiteralStatement(2, 5)
    error = CallStatement(3, "builtins:ValueError")
    wrapped = CallStatement(5, OVER_ANOTHER, None, (), ((SYNCHRONOUS, 4),))
    case = TestCase((session, number, error, StubStatement(4, answers, raises), wrapped))

    kept = restored(case, SUBJECT)

    assert kept.statements[3] == StubStatement(4, (1,)) and restored(kept, SUBJECT) is kept


@pytest.mark.parametrize(("name", "through"), [("shop:make", [FACTORY_MADE]), ("shop:check", [])])
def test_what_makes_sessions_works_on_a_database_with_rows_in_it(name: str, through: Sequence[str]) -> None:
    with_rows = 0
    for seed in range(40):
        statements = called(name, seed=seed).statements
        made = {s.callable: s for s in statements if isinstance(s, CallStatement)}
        [engine] = [s for s in statements if isinstance(s, FixedCallStatement)]

        of_engine = [path for path, s in made.items() if engine.id in s.args]
        assert of_engine == ["sqlalchemy:MetaData.create_all", SESSION, *(through or [name])]
        assert not through or made[name].args == (made[FACTORY_MADE].id,)
        assert not any(isinstance(s, DoubleStatement) for s in statements)
        with_rows += ADD in made
    assert with_rows > 20


def session_with(*more: Statement) -> TestCase:
    """A session, and what stands behind it."""
    opened = (
        FixedCallStatement(1, "sqlalchemy:create_engine", text="sqlite://"),
        CallStatement(2, "sqlalchemy.orm:Session", None, (1,)),
    )
    return TestCase((*opened, *more))


def test_a_session_that_crosses_over_has_an_engine() -> None:
    knowledge = Knowledge(SUBJECT, ["shop:total"], Random(1))
    case = session_with(CallStatement(3, "shop:total", None, (2,)))

    for _ in range(30):
        for child in cross(case, case, knowledge, 40):
            made = {s.id: s for s in child.statements}
            sessions = [
                s for s in made.values() if isinstance(s, CallStatement) and s.callable == SESSION and s.args
            ]
            assert all(isinstance(made[s.args[0]], FixedCallStatement) for s in sessions)


def test_a_session_is_not_replaced_by_what_it_is_made_of() -> None:
    case = session_with(CallStatement(3, "shop:total", None, (2,)))

    assert all(variant.statements[2].references == (2,) for variant in flattened(case, SUBJECT))


def test_a_session_where_a_text_is_wanted_is_of_a_wrong_type() -> None:
    name = session_with(CallStatement(3, "shop:Owner", None, (), (("name", 2),)))
    store = session_with(CallStatement(3, "shop:total", None, (2,)))

    assert has_ill_typed_argument(name, SUBJECT)
    assert not has_ill_typed_argument(store, SUBJECT)


def test_a_test_is_not_about_what_fills_a_database() -> None:
    case = session_with(
        CallStatement(3, "shop:total", None, (2,)), CallStatement(4, "sqlalchemy.orm:Session.commit", 2)
    )

    assert subject_of(case, SUBJECT) == "shop:total"


def test_what_is_used_otherwise_is_no_database() -> None:
    other = Callable("shop:other", "function", parameters=(Parameter("db", uses=("execute", "fly")),))
    subject = replace(SUBJECT, callables={other.id: other})

    assert not any("sqlite3:connect" in calls(called("shop:other", subject, seed)) for seed in range(20))


def test_without_tables_what_has_no_annotation_may_be_anything() -> None:
    subject = replace(SUBJECT, databases=Databases())

    assert not any("sqlite3:connect" in calls(called("shop:count", subject, seed)) for seed in range(20))


@pytest.mark.parametrize("kind", [INT, ANY])
def test_what_is_called_like_a_key_is_mostly_that_of_one_of_the_first_rows(kind: TypeRef) -> None:
    find = Callable("shop:find", "function", parameters=(Parameter("team_id", type=kind),))
    subject = replace(SUBJECT, callables={find.id: find})

    def keys(known: Subject) -> int:
        drafts = (called("shop:find", known, seed) for seed in range(100))
        given = (draft.statements[-2] for draft in drafts)
        return sum(isinstance(value, LiteralStatement) and value.value in (1, 2, 3) for value in given)

    assert keys(subject) >= 60 > keys(replace(subject, databases=Databases()))


def test_what_fills_a_database_stays_with_what_uses_it() -> None:
    filling = ("shop:make_tables", CREATED, SESSION, ADD, INSERTION)

    assert all(prepares(CallStatement(1, path, None, ()), SUBJECT) for path in filling)
    assert not prepares(CallStatement(1, "shop:count", None, ()), SUBJECT)


FORM = Limits(pattern="^[A-Z]-[1-9]$")
LOOKED_UP = Callable(
    "shop:find", "function", parameters=(Parameter("db", "either", SESSIONS), Parameter("sku"))
)


def shop_of_articles(kind: TypeRef) -> Subject:
    """A subject with a function that looks an article up, in the rows of a session."""
    keyword = (Parameter("sku", "keyword", kind),)
    article = Callable("shop:Article", "constructor", "shop:Article", keyword, TypeRef("shop:Article"))
    models = Models(SESSIONS.name, "shop:Base.metadata", (article.id,))
    known = {LOOKED_UP.id: LOOKED_UP, article.id: article}
    return replace(SUBJECT, callables=known, databases=Databases(models=models))


def sought(draft: Draft) -> tuple[Scalar, list[Scalar]]:
    """What the last call looks up, and what is in the rows."""
    literals: dict[int, Scalar] = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
    made = [s for s in draft.statements if isinstance(s, CallStatement)]
    rows = [literals.get(dict(s.kwargs)["sku"]) for s in made if s.callable == "shop:Article"]
    return literals.get(made[-1].args[1]), rows


def test_what_finds_a_row_is_mostly_what_is_in_one() -> None:
    asked = [sought(called(LOOKED_UP.id, shop_of_articles(TypeRef("str")), seed)) for seed in range(60)]

    filled = [(text, rows) for text, rows in asked if rows]
    assert len(filled) > 20
    assert sum(text in rows for text, rows in filled) > len(filled) / 2


def test_a_row_that_a_call_takes_is_mostly_one_of_the_session_of_the_test() -> None:
    row = Parameter("account", type=TypeRef("shop:Account"))
    close = Callable("shop:close", "function", parameters=(Parameter("db", "either", SESSIONS), row))
    subject = replace(SUBJECT, callables={**SUBJECT.callables, close.id: close})
    drafts = [called(close.id, subject, seed) for seed in range(60)]

    stored = 0
    for draft in drafts:
        *made, last = (s for s in draft.statements if isinstance(s, CallStatement))
        added = {value for call in made if call.callable == ADD for value in call.args}
        stored += last.args[1] in added

    assert stored > 40


def test_what_is_named_like_a_checked_column_mostly_has_its_form() -> None:
    asked = [
        sought(called(LOOKED_UP.id, shop_of_articles(TypeRef("str", limits=FORM)), seed))
        for seed in range(60)
    ]

    empty = [text for text, rows in asked if not rows]
    assert sum(isinstance(text, str) and FORM.admit(text) for text in empty) > len(empty) / 3


def test_rows_of_a_class_with_its_own_constructor_get_what_that_requires() -> None:
    subject = shop_of_articles(TypeRef("str"))
    article = subject.callables["shop:Article"]
    own = replace(article, parameters=(Parameter("sku", "either", TypeRef("str")),))
    subject = replace(subject, callables={**subject.callables, own.id: own})

    drafts = [called(LOOKED_UP.id, subject, seed) for seed in range(20)]

    rows = [s for draft in drafts for s in draft.statements if getattr(s, "callable", "") == own.id]
    assert rows
    assert all([name for name, _ in row.kwargs] == ["sku"] for row in rows if isinstance(row, CallStatement))


UUID, KEY = TypeRef("uuid:UUID"), Parameter("id", "keyword", TypeRef("uuid:UUID"), True)
OF_SQLMODEL = Models(
    "sqlmodel:Session",
    "sqlmodel:SQLModel.metadata",
    ("shop:Item",),
    {"shop:Item": {"owner_id": "shop:User"}},
    {"shop:Item": {"owner_id": "id"}},
)


@pytest.mark.parametrize("kind", ["sqlmodel:Session", SESSIONS.name])
def test_an_object_refers_to_the_key_that_another_one_was_given(kind: str) -> None:
    owned = (Parameter("owner_id", "keyword", UUID),)
    find = Callable("shop:find", "function", parameters=(Parameter("session", type=TypeRef(kind)),))
    made = (
        Callable("shop:User", "constructor", "shop:User", (KEY,), TypeRef("shop:User")),
        Callable("shop:Item", "constructor", "shop:Item", owned, TypeRef("shop:Item")),
    )
    callables = {one.id: one for one in (find, *made)}
    subject = replace(SUBJECT, callables=callables, databases=Databases(models=OF_SQLMODEL))

    drafts = [called("shop:find", subject, seed) for seed in range(40)]

    assert all("sqlmodel:Session" in calls(draft) and SESSION not in calls(draft) for draft in drafts)
    filled = 0
    for draft in drafts:
        named = [(s.callable, dict(s.kwargs)) for s in draft.statements if isinstance(s, CallStatement)]
        keys = [said["id"] for path, said in named if path == "shop:User"]
        owners = [said["owner_id"] for path, said in named if path == "shop:Item"]
        assert len(keys) == bool(owners) and {*owners} <= {*keys}
        filled += bool(owners)
    assert filled > 20


@pytest.mark.parametrize("name", ["path", "receiver"])
def test_a_column_may_be_called_as_a_parameter_of_the_builder_is(name: str) -> None:
    owner = Callable("shop:Owner", "constructor", "shop:Owner", (Parameter(name, "keyword", INT),))
    subject = replace(
        SUBJECT,
        callables={**SUBJECT.callables, owner.id: owner},
        databases=Databases(models=replace(MODELS, classes=(owner.id,))),
    )

    rows = [
        statement
        for seed in range(10)
        for statement in called("shop:total", subject, seed).statements
        if isinstance(statement, CallStatement) and statement.callable == owner.id
    ]

    assert rows
    assert all(row.receiver is None and [key for key, _ in row.kwargs] == [name] for row in rows)


def test_an_engine_is_not_what_a_function_of_the_project_makes_a_session_with() -> None:
    opened = Callable("shop:opened", "function", None, (Parameter("name", type=TypeRef("str")),), SESSIONS)
    subject = replace(SUBJECT, callables={**SUBJECT.callables, opened.id: opened})
    for seed in range(10):
        builder = Knowledge(subject, ["shop:check"], Random(seed)).builder()
        name = builder.literal("a")
        builder.add(CallStatement(builder.next_id(), opened.id, None, (name,)), SESSIONS)

        engine = builder.value(TypeRef(ENGINE))

        made = next(s for s in builder.draft.statements if s.id == engine)
        assert isinstance(made, FixedCallStatement) and made.callable == CREATED


def test_what_is_in_one_session_is_not_in_another() -> None:
    for seed in range(10):
        builder = Knowledge(SUBJECT, [], Random(seed)).builder()
        numbers = [builder.literal(0), builder.literal(0)]
        for session in numbers:
            store(session, MODELS, builder)

        done = [s for s in builder.draft.statements if isinstance(s, CallStatement) and s.receiver]
        for session in numbers:
            paths = [s.callable for s in done if s.receiver == session]
            added = [path for path in paths if path == ADD]
            assert (COMMIT in paths) == bool(added)
            assert not added or len(added) > 1  # an account stands behind an owner


@pytest.mark.parametrize(
    ("made", "wanted", "is_fitting"),
    [
        ("sqlmodel:Session", "sqlmodel:Session", True),
        ("sqlmodel:Session", SESSIONS.name, True),
        (SESSION, "sqlmodel:Session", False),
        ("sqlmodel.ext.asyncio.session:AsyncSession", ASYNCHRONOUS, True),
        (OVER_ANOTHER, SESSIONS.name, False),
    ],
)
def test_a_session_of_sqlmodel_is_one_of_sqlalchemy(made: str, wanted: str, is_fitting: bool) -> None:
    kind = TypeRef("union", (TypeRef(wanted), NONE))
    find = Callable("shop:find", "function", parameters=(Parameter("session", type=kind),))
    subject = replace(SUBJECT, callables={find.id: find}, databases=Databases(models=OF_SQLMODEL))
    case = TestCase((CallStatement(1, made), CallStatement(2, find.id, None, (1,))))

    assert has_ill_typed_argument(case, subject) != is_fitting
