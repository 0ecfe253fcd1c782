"""Tests within a Flask context, for functions that access the current application or request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, NamedTuple

from testloom.capabilities.databases.connections import CONNECTION, CONTEXT, MEMORY, NUMBERS_OF_ROWS, Rows
from testloom.capabilities.databases.sessions import ADDRESS, TABLES_OF_EXTENSION, replace_engine, store
from testloom.model.checks import Form, flag, many, one_of, text
from testloom.model.contexts import GLOBALS, SAID, SESSION
from testloom.model.execution import RaisedException, Touch
from testloom.model.statements import AssignmentStatement, CallStatement, Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement, StateStatement
from testloom.model.statements.roles import Reference, Role, id_, plain, word
from testloom.model.subject import Parameter, Subject
from testloom.model.texts.names import is_fixture
from testloom.model.types import ANY, TypeRef
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder
from testloom.search.providers.environment import EnvironmentInput, Rewriter, with_environment
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.provider import ValueProvider
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call
from testloom.writer.values.expressions import collection

OF_APPLICATION, OF_REQUEST = ("context", "application"), ("context", "request")
"""The touches of tests that work only within a context of an application, or of a request to it."""
OF_REQUESTS = ("Working outside of request context", "Unable to build URLs outside an active request")
OUTSIDE = ("Working outside of application context", *OF_REQUESTS)
"""The messages of Flask's errors where there is no such context."""
OF_QUART = ("Not within an app context", "Not within a request", "Not within a websocket context")
"""The messages of Quart's errors for the same case, in whose contexts no test is."""
PLAIN_APPLICATION, FLASK = "flask:Flask", "flask.app:Flask"
"""What is called for an application where the project makes none: it is an extension of Flask; its class."""
NAME = "app"
"""The name that extensions give the parameter for the application, as Flask's documentation does."""
SECRET = "secret_key"
STORED_IN = {SESSION: "flask:session", GLOBALS: "flask:g"}
"""The objects that the body of the `with` statement stores values in before it continues."""
SOUGHT = 0.7
"""How often a context has a value that functions look up."""
AGAIN = 4
"""How often a context is offered, for each time that another part of the environment is."""


class Said(NamedTuple):
    """A value of a context: the argument for a keyword of Flask, or an entry with a key."""

    value: int
    keyword: str
    key: str = ""


_SAID = Form.of(Said, value=id_, keyword=one_of(*SAID), key=text)
_ALL_SAID = Role(
    many(_SAID.from_list),
    references=lambda said: [each.value for each in said],
    substituted=lambda said, ids: tuple(
        [each._replace(value=ids.get(each.value, each.value)) for each in said]
    ),
)


class ContextStatement(EnvironmentStatement, frozen=True):
    """The context of an application, or of a request with values, in which the rest of the test runs."""

    tag: ClassVar[str] = "context"
    manages: ClassVar[bool] = True
    app: Reference
    is_request: Annotated[bool, plain(flag)] = False
    said: Annotated[tuple[Said, ...], _ALL_SAID] = ()


class ConfiguredStatement(EnvironmentStatement, frozen=True):
    """Puts a text into the configuration of an application, under a key."""

    tag: ClassVar[str] = "configured"
    named_by: ClassVar[str] = "key"
    app: Reference
    key: Annotated[str, word(text)]
    value: Annotated[str, word(text)]


class ConfiguredInput(EnvironmentInput[ConfiguredStatement]):
    """Leaves these texts unchanged: they are made together with a context (`enter`)."""

    kinds = (ConfiguredStatement,)


class ConfiguredLines(Written[ConfiguredStatement]):
    """Writes the line that sets the text: `monkeypatch.setitem(app.config, "DATABASE", ":memory:")`."""

    kinds = (ConfiguredStatement,)

    def lines(self, statement: ConfiguredStatement, scope: CaseScope) -> str:
        """Render a call of `monkeypatch`."""
        configuration = attribute(scope.value(statement.app), "config")
        key, value = scope.literal(statement.key), scope.literal(statement.value)
        return f"{scope.fixture('monkeypatch')}.setitem({configuration}, {key}, {value})"


class ContextInput(EnvironmentInput[ContextStatement]):
    """Makes a context for code that accesses the current application or request."""

    kinds = (ContextStatement,)

    def offered_for_all(
        self, touched: Sequence[Touch], knowledge: Knowledge
    ) -> Iterator[Sequence[Statement]]:
        """Yield contexts where the test asked for one and there was none."""
        is_request = OF_REQUEST in touched
        if is_request or OF_APPLICATION in touched:
            for _ in range(AGAIN if knowledge.subject.contexts.applications else 0):
                yield _context(knowledge, is_request)

    def smaller(self, statement: ContextStatement, simpler: Rewriter) -> Iterator[ContextStatement]:
        """Yield the context with one value less, then that of the application alone."""
        for place in range(len(statement.said)):
            yield statement.replace(said=(*statement.said[:place], *statement.said[place + 1 :]))
        if statement.is_request and all(keyword == GLOBALS for _, keyword, _ in statement.said):
            yield statement.replace(is_request=False)


class PlainApplications(ValueProvider):
    """Provides applications to extensions of Flask, which are registered with one."""

    name = "application of Flask"
    calls = frozenset({PLAIN_APPLICATION})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return the class of applications for a parameter that takes one by its annotation or name."""
        is_meant = parameter.type.name == FLASK or (parameter.type == ANY and parameter.name == NAME)
        return TypeRef(FLASK) if is_meant and _is_extension(subject) else None

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the class of applications."""
        return TypeRef(FLASK)

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Applications for extensions only: those of a project have routes and settings."""
        return float(kind.name == FLASK and _is_extension(builder.subject))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is that of applications, of which doubles keep no configuration."""
        return bool(self.offers(kind, builder))

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build an application with a key."""
        return _plain_application(builder)


class ContextGuide(Guide):
    """Recognises Flask's errors about a missing context, and adds the context."""

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Yield a change that puts a context around the test."""
        if error.message.startswith(OUTSIDE) and knowledge.subject.contexts.applications:
            is_request = error.message.startswith(OF_REQUESTS)
            yield lambda: with_environment(case, _context(knowledge, is_request), knowledge.subject)

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether a context was missing."""
        return error.message.startswith((*OUTSIDE, *OF_QUART))


class ContextLines(Written[ContextStatement]):
    """Writes the `with` that enters the context, and the assignments to the session and `g` in its body."""

    kinds = (ContextStatement,)

    def lines(self, statement: ContextStatement, scope: CaseScope) -> str:
        """Render the context, as `with app.test_request_context(json={"name": "a"}):`."""
        method = "test_request_context" if statement.is_request else "app_context"
        opened = call(attribute(scope.value(statement.app), method), [], list(_given(statement, scope)))
        stored = [
            f"    {_target(keyword, key, scope)} = {scope.value(value)}"
            for value, keyword, key in statement.said
            if keyword in STORED_IN
        ]
        return "\n".join([f"with {opened}:", *stored])

    def paths(self, statement: ContextStatement) -> Iterator[str]:
        """Yield the paths of the session and of `g`, if values are stored in them."""
        yield from (STORED_IN[keyword] for _, keyword, _ in statement.said if keyword in STORED_IN)


def _context(knowledge: Knowledge, is_request: bool) -> Sequence[Statement]:
    """The statements that make a context and enter it, and those that fill a database there."""
    builder = knowledge.builder()
    enter(builder, is_request)
    return tuple(builder.draft.statements)


def enter(builder: Builder, is_request: bool) -> None:
    """Append what makes a context and enters it, and what fills a database there."""
    contexts, rng = builder.subject.contexts, builder.rng
    path = contexts.applications[0]
    is_made = is_fixture(path) or path in contexts.factories
    app = make_application(builder, path) if is_made else _held_application(builder, path)
    if contexts.location:
        builder.add(ConfiguredStatement(builder.next_id(), app, contexts.location, MEMORY))
    said = []
    for held in contexts.held:
        if (is_request or held.argument == GLOBALS) and rng.random() < SOUGHT:
            parameter = Parameter(held.name, type=held.type, uses=held.uses)
            said.append(Said(argument(builder.within(), parameter), held.argument, held.key))
    builder.add(ContextStatement(builder.next_id(), app, is_request, tuple(said)))
    if contexts.tables:
        extension = builder.reference(contexts.tables)
        builder.add(CallStatement(builder.next_id(), TABLES_OF_EXTENSION, extension))
    _fill(builder)


def make_application(builder: Builder, path: str) -> int:
    """Append the call of what makes the application, which has its database in memory."""
    if path == PLAIN_APPLICATION:
        return _plain_application(builder)
    if path in builder.subject.contexts.factories:
        _choose_database(builder)
    given = builder.subject.contexts.arguments.get(path)
    args: tuple[int, ...] = ()
    if given is not None:
        args = (builder.reference(given.name) if given.is_path else builder.literal(given.name),)
    return builder.add(CallStatement(builder.next_id(), path, None, args), TypeRef(path))


def _held_application(builder: Builder, path: str) -> int:
    _choose_database(builder)
    return builder.reference(path)


def _choose_database(builder: Builder) -> None:
    """Append what has the database in memory, before the application takes its address or else after."""
    contexts = builder.subject.contexts
    if contexts.address:
        address = builder.literal(ADDRESS)
        builder.add(StateStatement(builder.next_id(), contexts.address, address))
    elif contexts.tables and not contexts.is_in_memory:
        replace_engine(builder)


def _is_extension(subject: Subject) -> bool:
    return subject.contexts.applications == (PLAIN_APPLICATION,)


def _plain_application(builder: Builder) -> int:
    """Append an application of its own for the test, with the key that sessions and tokens are signed by."""
    name, secret = builder.literal("a"), builder.literal("secret")
    made = CallStatement(builder.next_id(), PLAIN_APPLICATION, None, (name,))
    application = builder.add(made, TypeRef(FLASK))
    builder.add(AssignmentStatement(builder.next_id(), application, SECRET, secret))
    return application


def holds_rows(subject: Subject) -> bool:
    """Check whether a context of the application gives a test a database with tables."""
    schema = subject.databases.schema
    return bool(subject.contexts.stores or (subject.contexts.connects and schema and schema.tables))


def _fill(builder: Builder) -> None:
    """Add some rows to the database of the application, at times."""
    schema, connects = builder.subject.databases.schema, builder.subject.contexts.connects
    stores, models = builder.subject.contexts.stores, builder.subject.databases.models
    if stores and models is not None:
        store(builder.reference(stores), models, builder)
    number = builder.rng.choice(NUMBERS_OF_ROWS)
    is_made = schema is not None and any(step.kind == CONTEXT for step in schema.steps)
    if schema is None or not schema.tables or not connects or not (number or is_made):
        return
    for step in schema.steps:
        if step.kind == CONTEXT:
            builder.add(CallStatement(builder.next_id(), step.path))
    connection = builder.add(CallStatement(builder.next_id(), connects), TypeRef(CONNECTION))
    rows = Rows(connection, schema, builder)
    for _ in range(number):
        rows.add(builder.rng.choice(schema.tables))


def _target(keyword: str, key: str, scope: CaseScope) -> str:
    stored_in = scope.path(STORED_IN[keyword])
    return attribute(stored_in, key) if keyword == GLOBALS else f"{stored_in}[{scope.literal(key)}]"


def _given(statement: ContextStatement, scope: CaseScope) -> Iterator[tuple[str, str]]:
    """What the context is made with, by its keywords."""
    parts: dict[str, list[str]] = {}
    for value, keyword, key in statement.said:
        if keyword in STORED_IN:
            continue
        if key:
            parts.setdefault(keyword, []).extend([scope.literal(key), scope.value(value, key)])
        else:
            yield keyword, scope.value(value, keyword)
    for keyword, items in parts.items():
        yield keyword, collection("dict", items)


CONTEXTS = (
    ContextInput(),
    PlainApplications(),
    ContextGuide(),
    ContextLines(),
    ConfiguredInput(),
    ConfiguredLines(),
)
