"""Sessions of SQLAlchemy with databases in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from testloom.capabilities.databases.hashes import hashed_value
from testloom.capabilities.databases.recognition import MORE_STATEMENTS, checked_kind, is_told, key_kind
from testloom.capabilities.databases.stored import stored_value
from testloom.model.databases import Models
from testloom.model.requests import OVERRIDDEN
from testloom.model.statements import CallStatement, FixedCallStatement, Statement, StubStatement
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import ANY, TypeRef, alternatives
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

CREATED = "sqlalchemy:create_engine"
ADDRESS, SHARED = "sqlite://", "sqlite://?check_same_thread=false"
ONE_CONNECTION = "sqlalchemy.pool:StaticPool"
TABLES = "sqlalchemy:MetaData.create_all"
EXTENSION = "flask_sqlalchemy.extension:SQLAlchemy"
TABLES_OF_EXTENSION, ENGINES_OF_EXTENSION = f"{EXTENSION}.create_all", f"{EXTENSION}.engines"
SESSION = "sqlalchemy.orm:Session"
OF_ORM, OF_SQLMODEL = "sqlalchemy.orm.session:Session", "sqlmodel:Session"
MADE_BY = {OF_ORM: SESSION, OF_SQLMODEL: OF_SQLMODEL}
"""The classes of sessions, and the calls that make one."""
ASYNCHRONOUS = "sqlalchemy.ext.asyncio.session:AsyncSession"
OVER_ANOTHER = "sqlalchemy.ext.asyncio:AsyncSession"
ASYNCHRONOUS_OF_SQLMODEL = "sqlmodel.ext.asyncio.session:AsyncSession"
ASYNCHRONOUS_FACTORY = "sqlalchemy.ext.asyncio.session:async_sessionmaker"
WRAPPED_BY = {
    ASYNCHRONOUS: OVER_ANOTHER,
    ASYNCHRONOUS_OF_SQLMODEL: ASYNCHRONOUS_OF_SQLMODEL,
    ASYNCHRONOUS_FACTORY: "sqlalchemy.ext.asyncio:async_sessionmaker",
}
"""The classes of asynchronous sessions and of their factories.

Each has the call that wraps a session in one, without a driver.
"""
SYNCHRONOUS = "sync_session_class"
"""The argument of such a call: what makes the session that is wrapped."""
BASES = {OF_SQLMODEL: OF_ORM, ASYNCHRONOUS_OF_SQLMODEL: ASYNCHRONOUS}
"""The classes of sessions of SQLModel, and those of SQLAlchemy that they extend."""
ENGINE = "sqlalchemy.engine.base:Engine"
FACTORY, FACTORY_MADE = "sqlalchemy.orm.session:sessionmaker", "sqlalchemy.orm:sessionmaker"
SESSIONS = (*MADE_BY, *WRAPPED_BY, FACTORY)
"""The classes of sessions, and of factories of such."""
ADD, COMMIT = f"{SESSION}.add", f"{SESSION}.commit"
"""The methods of a session that test cases call to add objects and to commit."""
ADDING = frozenset(f"{maker}.add" for maker in MADE_BY.values())
USES = frozenset(
    {"add", "add_all", "commit", "delete", "execute", "flush", "get", "merge", "query", "refresh", "rollback"}
    | {"exec", "scalar", "scalars"}
)
CHARACTERISTIC = frozenset({"add", "add_all", "query", "scalar", "scalars", "flush", "merge"})
"""The methods that code calls on sessions and on no other objects."""
NUMBERS_OF_OBJECTS = (0, 1, 2, 2, 3)
SAID = 0.6
"""How often an object has a value for an optional column."""
NOTHING: Mapping[str, int] = MappingProxyType({})
AGAIN = 0.6
"""How often a session or a row that the test already has is reused."""
STORED = 0.7
"""How often a row that a call takes is one of the session that the test has."""


class Sessions(ValueProvider):
    """Provides sessions with the tables of the mapped classes, and some objects in them."""

    name = "session"
    calls = frozenset(
        {CREATED, TABLES, TABLES_OF_EXTENSION, *MADE_BY.values(), *WRAPPED_BY.values(), FACTORY_MADE, *ADDING}
        | {f"{maker}.commit" for maker in MADE_BY.values()}
    )

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Tell sessions by what code does with them, and keys and checked texts of objects by their names."""
        models = subject.databases.models
        if models is None:
            return None
        if is_told(parameter, CHARACTERISTIC, USES):
            return TypeRef(models.session)
        return key_kind(parameter) or checked_kind(parameter, models.classes, subject)

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the class that a call makes: a session, factory or engine; None for other calls."""
        models = subject.databases.models
        if models is None:
            return None
        made = {**MADE_BY, **WRAPPED_BY, FACTORY: FACTORY_MADE, ENGINE: CREATED}
        return next((TypeRef(kind) for kind, maker in made.items() if maker == path), None)

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether the session, factory or engine that the call makes is wanted."""
        made = self.returned(path, subject)
        names = {made.name, BASES.get(made.name, made.name)} if made is not None else set()
        return any(kind.name in names for kind in wanted)

    def prepares(self, path: str, subject: Subject) -> bool:
        """Check whether a call makes a session or its tables, or fills them."""
        return path in self.calls

    def more_statements(self, subject: Subject) -> int:
        """Return how many more statements a session with objects takes; 0 without mapped classes."""
        return MORE_STATEMENTS if subject.databases.models is not None else 0

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Sessions of SQLAlchemy, and what makes them."""
        models = builder.subject.databases.models
        return float(models is not None and kind.name in (*SESSIONS, ENGINE))

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether a session with tables can be built."""
        models = builder.subject.databases.models
        return bool(models is not None and models.metadata and self.offers(kind, builder))

    def held(self, called: Callable, parameter: Parameter, builder: Builder) -> int | None:
        """Choose a row of the test, or what one has in the column of a parameter's name; often None."""
        models = builder.subject.databases.models
        if models is None:
            return None
        row = _row(called, parameter, models, builder)
        return stored_value(called, parameter, models.classes, builder) if row is None else row

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a session with a database in memory, or a factory or engine for sessions.

        Often reuse the one that the test already has.
        """
        models = builder.subject.databases.models
        kind = TypeRef(models.session) if models is not None and kind.name in MADE_BY else kind
        existing = builder.draft.of_type(kind)
        if models is None or (existing and builder.rng.random() < AGAIN):
            return existing[-1] if existing else builder.literal(None)
        if kind.name in WRAPPED_BY:
            inner = builder.value(TypeRef(models.session))
            stub = builder.add(StubStatement(builder.next_id(), (inner,)), ANY)
            named = ((SYNCHRONOUS, stub),)
            wrapped = CallStatement(builder.next_id(), WRAPPED_BY[kind.name], None, (), named)
            return builder.add(wrapped, kind)
        if kind.name in (FACTORY, ENGINE):
            engine = _engine_of(builder.value(TypeRef(models.session)), models, builder)
            made = CallStatement(builder.next_id(), FACTORY_MADE, None, (engine,))
            return engine if kind.name == ENGINE else builder.add(made, kind)
        engine = _engine_with_tables(models, builder)
        session = builder.add(CallStatement(builder.next_id(), MADE_BY[kind.name], None, (engine,)), kind)
        store(session, models, builder)
        return session


def _row(called: Callable, parameter: Parameter, models: Models, builder: Builder) -> int | None:
    """A row of the session that the test has, stored for a parameter of its class; at times None.

    Rows that are not stored lack their keys and the defaults of columns.
    """
    wanted = next((kind.name for kind in alternatives(parameter.type) if kind.name in models.classes), None)
    sessions = builder.draft.of_type(TypeRef(models.session))
    is_row_made = called.id in models.classes or called.request is not None
    if wanted is None or not sessions or is_row_made or builder.rng.random() >= STORED:
        return None
    stored = _stored_in(sessions[-1], builder.draft.statements)
    known = [made.id for made in stored if made.callable == wanted]
    if known and builder.rng.random() < AGAIN:
        return builder.rng.choice(known)
    return store_one(wanted, sessions[-1], models, builder)


def store(session: int, models: Models, builder: Builder) -> None:
    """Add some objects to a session, at times none."""
    if models.classes:
        objects = Objects(session, models, builder)
        for _ in range(builder.rng.choice(NUMBERS_OF_OBJECTS)):
            objects.add(builder.rng.choice(models.classes))
        objects.commit()


def store_one(class_id: str, session: int, models: Models, builder: Builder) -> int | None:
    """Add an object of a class to a session; None if the class has no constructor that is known."""
    objects = Objects(session, models, builder)
    row = objects.add(class_id)
    objects.commit()
    return row


def replace_engine(builder: Builder) -> None:
    """Append what gives Flask-SQLAlchemy another engine, of a database in memory."""
    default = builder.literal(None)
    engine = builder.add(FixedCallStatement(builder.next_id(), CREATED, text=ADDRESS), TypeRef(ENGINE))
    engines = builder.collection("dict", default, engine)
    builder.add(StateStatement(builder.next_id(), ENGINES_OF_EXTENSION, engines))


def _engine_of(session: int, models: Models, builder: Builder) -> int:
    """The engine of a session that the test has made, whose rows others find, too; else another one."""
    calls = (s for s in builder.draft.statements if isinstance(s, CallStatement) and s.id == session)
    made = (call.args[0] for call in calls if call.callable in MADE_BY.values() and call.args)
    return next(made, None) or _engine_with_tables(models, builder)


def _engine_with_tables(models: Models, builder: Builder) -> int:
    engine = builder.add(_engine(builder), TypeRef(ENGINE))
    if models.metadata:
        metadata = builder.reference(models.metadata)
        builder.add(CallStatement(builder.next_id(), TABLES, metadata, (engine,)))
    return engine


def _engine(builder: Builder) -> FixedCallStatement:
    """What makes an engine; where handlers of an application use it, all threads share its one connection."""
    calls = builder.subject.callables.values()
    places = (place for called in calls if called.request is not None for place in called.request.places)
    if not any(place.argument == OVERRIDDEN for place in places):
        return FixedCallStatement(builder.next_id(), CREATED, text=ADDRESS)
    pool = (("poolclass", builder.reference(ONE_CONNECTION)),)
    return FixedCallStatement(builder.next_id(), CREATED, None, (), pool, text=SHARED)


class Objects:
    """Adds objects of mapped classes to a session; objects are preceded by those that they refer to."""

    def __init__(self, session: int, models: Models, builder: Builder) -> None:
        self._session = session
        self._models = models
        self._builder = builder
        stored = list(_stored_in(session, builder.draft.statements))
        self._numbers = Counter(made.callable for made in stored)
        self._given: dict[tuple[str, str], list[int]] = {}
        for made in stored:
            self._note(made.callable, dict(made.kwargs))
        self._has_more = False
        known = ((models.refers.get(kind, {}), keys) for kind, keys in models.keys.items())
        self._keys = {
            (refers[name], key) for refers, keys in known for name, key in keys.items() if name in refers
        }

    def add(self, class_id: str, given: Mapping[str, int] = NOTHING) -> int | None:
        """Append an object with the given values, with others for what it has to say, at times for more.

        None if the class has no constructor that is known.
        """
        builder, constructor = self._builder, self._builder.subject.callables.get(class_id)
        if constructor is None:
            return None
        refers, keys = self._models.refers.get(class_id, {}), self._models.keys.get(class_id, {})
        said = [
            p
            for p in constructor.parameters
            if p.kind in ("keyword", "either") and p.name not in given and self._says(class_id, p)
        ]
        self._numbers[class_id] += 1
        for other in dict.fromkeys(refers[p.name] for p in said if p.name in refers):
            if not self._numbers[other]:
                self.add(other)
        values = {p.name: self._value(p, refers.get(p.name, ""), keys.get(p.name, "")) for p in said}
        values |= {p.name: given[p.name] for p in constructor.parameters if p.name in given}
        self._note(class_id, values)
        made = CallStatement(builder.next_id(), class_id, None, (), tuple(values.items()))
        row = builder.add(made, TypeRef(class_id))
        self._do(ADD, row)
        self._has_more = True
        return row

    def commit(self) -> None:
        """Append what makes all of it permanent, if anything was added."""
        if self._has_more:
            self._do(COMMIT)

    def _note(self, class_id: str, values: Mapping[str, int]) -> None:
        """Remember what an object of a class was given."""
        for name, value in values.items():
            self._given.setdefault((class_id, name), []).append(value)

    def _says(self, class_id: str, parameter: Parameter) -> bool:
        """Whether an object has a value for a column; only the first one has a key that others refer to."""
        if not parameter.has_default:
            return True
        if (place := (class_id, parameter.name)) in self._keys:
            return place not in self._given
        return self._builder.rng.random() < SAID

    def _value(self, parameter: Parameter, refers: str, key: str) -> int:
        if key:
            given = self._given.get((refers, key))
            return self._builder.rng.choice(given) if given else argument(self._builder.within(), parameter)
        if number := self._numbers[refers]:
            return self._builder.literal(self._builder.rng.randint(1, number))
        hashed = hashed_value(parameter, self._builder)
        return argument(self._builder.within(), parameter) if hashed is None else hashed

    def _do(self, path: str, *args: int) -> None:
        own = MADE_BY.get(self._models.session, SESSION) + path.removeprefix(SESSION)
        call = CallStatement(self._builder.next_id(), own, self._session, args)
        self._builder.add(call)


def _stored_in(session: int, statements: Sequence[Statement]) -> Iterator[CallStatement]:
    """The calls that make the objects which a test adds to a session."""
    calls = [statement for statement in statements if isinstance(statement, CallStatement)]
    added = {value for s in calls if s.receiver == session and s.callable in ADDING for value in s.args}
    return (call for call in calls if call.id in added)
