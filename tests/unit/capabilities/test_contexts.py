"""Functions that ask for what is under way in an application of Flask are called within a context of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.contexts import (
    ContextGuide,
    ContextInput,
    ContextStatement,
    PlainApplications,
    Said,
)
from testloom.capabilities.databases.connections import INSERTION
from testloom.capabilities.databases.sessions import (
    ADD,
    COMMIT,
    ENGINES_OF_EXTENSION,
    TABLES_OF_EXTENSION,
)
from testloom.model.contexts import Argument, Contexts, ContextValue
from testloom.model.databases import Column, Databases, Models, Schema, Table
from testloom.model.execution import RaisedException, Touch
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    FixedCallStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.environment import with_environment
from testloom.search.providers.knowledge import Knowledge

APPLICATION: Touch = ("context", "application")
REQUEST: Touch = ("context", "request")
USER = ContextValue("user_id", "session", "user_id", TypeRef("int"))
SUBJECT = Subject(
    "flat",
    "flat.py",
    {"flat:who": Callable("flat:who", "function", None)},
    contexts=Contexts(("pytest.fixture:app",), (USER,), "flat:get_db"),
    capabilities=CAPABILITIES,
)


def _offered(
    touched: Sequence[Touch], subject: Subject = SUBJECT, seed: int = 1
) -> list[Sequence[Statement]]:
    knowledge = Knowledge(subject, ["flat:who"], Random(seed))
    return list(ContextInput().offered_for_all(touched, knowledge))


def _contexts(made: Sequence[Sequence[Statement]]) -> list[ContextStatement]:
    return [s for statements in made for s in statements if isinstance(s, ContextStatement)]


def test_a_context_of_the_application_is_entered_by_its_fixture() -> None:
    for app, context in _offered([APPLICATION]):
        assert isinstance(app, CallStatement) and app.callable == "pytest.fixture:app"
        assert isinstance(context, ContextStatement) and context.app == app.id
        assert not context.is_request and context.said == ()


def test_a_factory_is_called_for_the_application() -> None:
    made = Contexts(("flat:create_app",), factories=("flat:create_app",))

    for app, context in _offered([APPLICATION], replace(SUBJECT, contexts=made)):
        assert isinstance(app, CallStatement) and app.callable == "flat:create_app"
        assert isinstance(context, ContextStatement) and context.app == app.id


@pytest.mark.parametrize(
    ("argument", "kind", "said"),
    [
        (Argument("testing", is_path=False), LiteralStatement, "value"),
        (Argument("flat:TestingConfig", is_path=True), ReferenceStatement, "path"),
    ],
)
def test_a_factory_is_given_the_configuration_for_tests(
    argument: Argument, kind: type[Statement], said: str
) -> None:
    path = "flat:create_app"
    made = Contexts((path,), factories=(path,), arguments={path: argument})

    for given, app, *_ in _offered([APPLICATION], replace(SUBJECT, contexts=made)):
        assert isinstance(app, CallStatement) and app.args == (given.id,)
        assert isinstance(given, kind) and getattr(given, said) == argument.name


def test_a_database_that_is_in_memory_anyway_is_not_replaced() -> None:
    path = "flat:create_app"
    made = Contexts((path,), factories=(path,), tables="flat:db", is_in_memory=True)

    for statements in _offered([APPLICATION], replace(SUBJECT, contexts=made)):
        assert not any(isinstance(statement, StateStatement) for statement in statements)


def test_code_of_an_extension_gets_an_application_with_a_key() -> None:
    made = Contexts(("flask:Flask",), factories=("flask:Flask",))

    for statements in _offered([APPLICATION], replace(SUBJECT, contexts=made)):
        app = next(s for s in statements if isinstance(s, CallStatement))
        [key] = [s for s in statements if isinstance(s, AssignmentStatement)]
        assert (app.callable, len(app.args)) == ("flask:Flask", 1)
        assert (key.source, key.name) == (app.id, "secret_key")
        assert [context.app for context in _contexts([statements])] == [app.id]


@pytest.mark.parametrize(
    ("parameter", "application", "is_given"),
    [
        (Parameter("app"), "flask:Flask", True),
        (Parameter("application", type=TypeRef("flask.app:Flask")), "flask:Flask", True),
        (Parameter("view"), "flask:Flask", False),
        (Parameter("app"), "flat:create_app", False),
    ],
)
def test_an_extension_is_given_an_application(parameter: Parameter, application: str, is_given: bool) -> None:
    subject = replace(SUBJECT, contexts=Contexts((application,), factories=(application,)))

    kind = PlainApplications().kind_of(parameter, subject)

    assert (kind is not None) is is_given
    if kind is not None:
        builder = Knowledge(subject, ["flat:who"], Random(1)).builder()
        made = PlainApplications().make(kind, builder)
        [call] = [s for s in builder.draft.statements if isinstance(s, CallStatement)]
        assert (call.id, call.callable) == (made, "flask:Flask")
        assert PlainApplications().offers(kind, builder) == 1


def test_a_context_of_the_application_may_have_what_functions_look_up_in_g() -> None:
    held = (USER, ContextValue("street", "g", "street", TypeRef("str")))
    subject = replace(SUBJECT, contexts=Contexts(("pytest.fixture:app",), held))

    contexts = _contexts([made for seed in range(5) for made in _offered([APPLICATION], subject, seed)])

    assert not any(context.is_request for context in contexts)
    assert {said[1:] for context in contexts for said in context.said} == {("g", "street")}


def test_a_request_that_is_asked_for_may_have_what_functions_look_up() -> None:
    contexts = _contexts([made for seed in range(5) for made in _offered([APPLICATION, REQUEST], seed=seed)])

    assert all(context.is_request for context in contexts)
    assert {said[1:] for context in contexts for said in context.said} == {("session", "user_id")}


def test_there_is_no_context_without_an_application_or_where_none_is_asked_for() -> None:
    assert _offered([APPLICATION], replace(SUBJECT, contexts=Contexts())) == []
    assert _offered([("variable", "HOME")]) == []


def test_rows_are_stored_within_the_context() -> None:
    table = Table("users", (Column("name", "str", is_required=True),))
    subject = replace(SUBJECT, databases=Databases(schema=Schema((), (table,))))
    made = [made for seed in range(9) for made in _offered([APPLICATION], subject, seed)]

    filled = [statements for statements in made if any(_is_insertion(s) for s in statements)]

    assert filled
    for statements in filled:
        [context] = _contexts([statements])
        behind = statements[statements.index(context) + 1 :]
        assert isinstance(behind[0], CallStatement) and behind[0].callable == "flat:get_db"
        assert any(map(_is_insertion, behind))


def test_objects_are_stored_by_the_session_of_the_application_within_the_context() -> None:
    user = Callable("flat:User", "constructor", None, (Parameter("name", "keyword", TypeRef("str")),))
    stores = replace(SUBJECT.contexts, stores="flat:db.session")
    models = Models("sqlalchemy.orm.session:Session", classes=("flat:User",))
    callables = {**SUBJECT.callables, user.id: user}
    subject = replace(SUBJECT, callables=callables, contexts=stores, databases=Databases(models=models))
    made = [made for seed in range(9) for made in _offered([APPLICATION], subject, seed)]

    filled = [statements for statements in made if any(getattr(s, "callable", "") == ADD for s in statements)]

    assert filled
    for statements in filled:
        [context] = _contexts([statements])
        behind = statements[statements.index(context) + 1 :]
        [session] = [s for s in behind if isinstance(s, ReferenceStatement)]
        called = [(s.callable, s.receiver) for s in behind if isinstance(s, CallStatement)]
        assert session.path == "flat:db.session"
        assert called[-1] == (COMMIT, session.id) and {(user.id, None), (ADD, session.id)} <= {*called}


def test_an_application_that_a_factory_makes_has_its_database_in_memory_with_tables() -> None:
    factory, address = "flat:create_app", "config:Config.SQLALCHEMY_DATABASE_URI"
    contexts = Contexts(
        (factory,), factories=(factory,), stores="flat:db.session", address=address, tables="flat:db"
    )

    for statements in _offered([APPLICATION], replace(SUBJECT, contexts=contexts)):
        [literal, state, app, context, extension, tables, *_] = statements
        assert isinstance(literal, LiteralStatement) and literal.value == "sqlite://"
        assert isinstance(state, StateStatement) and (state.path, state.value) == (address, literal.id)
        assert isinstance(app, CallStatement) and app.callable == factory
        assert isinstance(context, ContextStatement) and context.app == app.id
        assert isinstance(extension, ReferenceStatement) and extension.path == "flat:db"
        assert isinstance(tables, CallStatement) and tables.receiver == extension.id
        assert tables.callable == TABLES_OF_EXTENSION


@pytest.mark.parametrize("factories", [(), ("flat:app",)])
def test_an_application_that_has_taken_the_address_of_a_database_gets_another_engine(
    factories: tuple[str, ...],
) -> None:
    contexts = Contexts(("flat:app",), factories=factories, stores="flat:db.session", tables="flat:db")

    for statements in _offered([APPLICATION], replace(SUBJECT, contexts=contexts)):
        [key, engine, engines, state, app, context, _, tables, *_] = statements
        assert isinstance(key, LiteralStatement) and key.value is None
        assert isinstance(engine, FixedCallStatement) and engine.text == "sqlite://"
        assert isinstance(engines, CollectionStatement) and engines.items == (key.id, engine.id)
        assert isinstance(state, StateStatement) and state.path == ENGINES_OF_EXTENSION
        assert isinstance(app, CallStatement if factories else ReferenceStatement)
        assert isinstance(context, ContextStatement) and context.app == app.id
        assert isinstance(tables, CallStatement) and tables.callable == TABLES_OF_EXTENSION


def test_another_context_takes_the_place_of_the_one_that_a_test_has() -> None:
    call = CallStatement(90, "flat:who")
    case = TestCase((CallStatement(88, "pytest.fixture:app"), ContextStatement(89, 88), call))

    wider = with_environment(case, _offered([REQUEST])[0], SUBJECT)

    [context] = _contexts([wider.statements])
    assert context.is_request
    assert wider.statements[-1] is call


def test_a_context_is_made_smaller() -> None:
    statement = ContextStatement(3, 1, True, (Said(2, "session", "user_id"),))

    [emptier] = ContextInput().smaller(statement, lambda _: ())
    [plainer] = ContextInput().smaller(emptier, lambda _: ())

    assert emptier.said == () and emptier.is_request
    assert not plainer.is_request


def test_what_is_in_g_needs_no_request() -> None:
    statement = ContextStatement(3, 1, True, (Said(2, "g", "street"),))

    emptier, plainer = ContextInput().smaller(statement, lambda _: ())

    assert emptier.said == () and emptier.is_request
    assert plainer.said == statement.said and not plainer.is_request


@pytest.mark.parametrize(
    ("message", "is_blamed", "is_changed"),
    [
        ("Working outside of application context.\n\nThis typically means", True, True),
        ("Working outside of request context.", True, True),
        ("Unable to build URLs outside an active request without 'SERVER_NAME' configured.", True, True),
        ("Not within a request context", True, False),
        ("Not within an app context", True, False),
        ("Not within reach", False, False),
        ("Working outside of town.", False, False),
    ],
)
def test_code_is_not_blamed_for_a_test_outside_of_a_context(
    message: str, is_blamed: bool, is_changed: bool
) -> None:
    error = RaisedException("builtins:RuntimeError", message, False, True)
    knowledge = Knowledge(SUBJECT, ["flat:who"], Random(1))
    steps = list(ContextGuide().steps(TestCase((CallStatement(9, "flat:who"),)), error, knowledge))

    assert ContextGuide().blames_test(error) is is_blamed
    assert bool(steps) is is_changed
    assert all(_contexts([changed.statements]) for step in steps if (changed := step()) is not None)


def test_what_makes_addresses_is_called_within_a_request() -> None:
    error = RaisedException(
        "builtins:RuntimeError", "Unable to build URLs outside an active request", False, True
    )
    knowledge = Knowledge(SUBJECT, ["flat:who"], Random(1))

    [step] = ContextGuide().steps(TestCase((CallStatement(9, "flat:who"),)), error, knowledge)
    changed = step()

    assert changed is not None
    assert any(isinstance(one, ContextStatement) and one.is_request for one in changed)


def _is_insertion(statement: Statement) -> bool:
    return isinstance(statement, FixedCallStatement) and statement.callable == INSERTION
