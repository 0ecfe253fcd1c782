"""Sessions of SQLAlchemy with databases in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from testloom.capabilities.databases.telling import MORE_STATEMENTS, is_told, key_kind
from testloom.model.databases import Models
from testloom.model.statements import CallStatement, FixedCallStatement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.breeding.providers.builder import Builder
from testloom.search.breeding.providers.provider import ValueProvider

CREATED = "sqlalchemy:create_engine"
ADDRESS = "sqlite://"
TABLES = "sqlalchemy:MetaData.create_all"
SESSION = "sqlalchemy.orm:Session"
ADD, COMMIT = f"{SESSION}.add", f"{SESSION}.commit"
"""What test cases call for a session, and on it."""
USES = frozenset(
    {"add", "add_all", "commit", "delete", "execute", "flush", "get", "merge", "query", "refresh", "rollback"}
    | {"scalar", "scalars"}
)
TELLING = frozenset({"add", "add_all", "query", "scalar", "scalars", "flush", "merge"})
"""What code does with sessions, and what of it it does with nothing else."""
NUMBERS_OF_OBJECTS = (0, 1, 2, 2, 3)
SAID = 0.6
"""How often an object says what is in a column that it could leave out."""
AGAIN = 0.6
"""How often a session is the one that the test has."""


class Sessions(ValueProvider):
    """Sessions that know the tables of the mapped classes, with some objects in them."""

    name = "session"
    calls = frozenset({CREATED, TABLES, SESSION, ADD, COMMIT})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Tell sessions by what code does with them, and keys of objects by their names."""
        models = subject.databases.models
        if models is None:
            return None
        if is_told(parameter, TELLING, USES):
            return TypeRef(models.session)
        return key_kind(parameter)

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """The class of sessions, for what makes one."""
        models = subject.databases.models
        return TypeRef(models.session) if path == SESSION and models is not None else None

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Whether a session is wanted, which nothing else takes the place of."""
        made = self.returned(path, subject)
        return made is not None and made.name in {kind.name for kind in wanted}

    def prepares(self, path: str, subject: Subject) -> bool:
        """Whether a call makes a session or its tables, or fills these."""
        return path in self.calls

    def more_statements(self, subject: Subject) -> int:
        """What a session with objects takes."""
        return MORE_STATEMENTS if subject.databases.models is not None else 0

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Sessions of SQLAlchemy."""
        models = builder.subject.databases.models
        return float(models is not None and kind.name == models.session)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Whether a session with tables can be had."""
        models = builder.subject.databases.models
        return models is not None and kind.name == models.session and bool(models.metadata)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """A session with a database in memory; the one that the test has, if there is one."""
        draft, models = builder.draft, builder.subject.databases.models
        existing = draft.of_type(kind)
        if models is None or (existing and builder.rng.random() < AGAIN):
            return existing[-1] if existing else builder.literal(None)
        engine = draft.add(FixedCallStatement(builder.maker.next_id(), CREATED, text=ADDRESS))
        if models.metadata:
            metadata = builder.reference(models.metadata)
            draft.add(CallStatement(builder.maker.next_id(), TABLES, metadata, (engine,)))
        session = draft.add(CallStatement(builder.maker.next_id(), SESSION, None, (engine,)), kind)
        if models.classes:
            objects = Objects(session, models, builder)
            for _ in range(builder.rng.choice(NUMBERS_OF_OBJECTS)):
                objects.add(builder.rng.choice(models.classes))
            objects.commit()
        return session


class Objects:
    """Adds objects of mapped classes to a session; those that they refer to come before them."""

    def __init__(self, session: int, models: Models, builder: Builder) -> None:
        self._session = session
        self._models = models
        self._builder = builder
        self._numbers: Counter[str] = Counter()

    def add(self, class_id: str) -> None:
        """Append an object with values for what it has to say, and at times for more."""
        builder, constructor = self._builder, self._builder.subject.callables.get(class_id)
        if constructor is None:
            return
        refers = self._models.refers.get(class_id, {})
        said = [p for p in constructor.parameters if not p.has_default or builder.rng.random() < SAID]
        said = [p for p in said if p.kind == "keyword"]
        self._numbers[class_id] += 1
        for other in dict.fromkeys(refers[p.name] for p in said if p.name in refers):
            if not self._numbers[other]:
                self.add(other)
        values = {p.name: self._value(p, refers.get(p.name, "")) for p in said}
        self._do(ADD, builder.call(class_id, **values))

    def commit(self) -> None:
        """Append what makes all of it permanent, if anything was added."""
        if self._numbers:
            self._do(COMMIT)

    def _value(self, parameter: Parameter, refers: str) -> int:
        if number := self._numbers[refers]:
            return self._builder.literal(self._builder.rng.randint(1, number))
        return self._builder.maker.argument(self._builder.draft, parameter, self._builder.depth + 1)

    def _do(self, path: str, *args: int) -> None:
        call = CallStatement(self._builder.maker.next_id(), path, self._session, args)
        self._builder.draft.add(call)
