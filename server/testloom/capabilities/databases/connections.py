"""Connections of sqlite3 to databases in memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from testloom.capabilities.databases.recognition import MORE_STATEMENTS, is_told, key_kind
from testloom.model.databases import Column, Schema, SchemaStep, Table
from testloom.model.statements import CallStatement, CollectionStatement, FixedCallStatement, Statement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

CONNECTION, OPENED = "sqlite3:Connection", "sqlite3:connect"
INSERTION, SCRIPT = f"{CONNECTION}.execute", f"{CONNECTION}.executescript"
"""The methods of a connection that test cases call to insert rows and to run scripts."""
USES = frozenset({"execute", "executemany", "executescript", "cursor", "commit", "rollback"})
CHARACTERISTIC = frozenset({"execute", "executemany", "executescript", "cursor"})
"""The methods that code calls on connections and on no other objects."""
MEMORY = ":memory:"
CONTEXT = "context"
"""The kind of a step that creates tables within a context of an application only."""
NUMBERS_OF_ROWS = (0, 1, 2, 2, 3)
SAID = 0.5
"""How often a row has a value in an optional column."""
KEYS = re.compile(r"(?:^|_)(?:token|key|secret)")
"""The names of columns and arguments for what a client identifies itself by."""
PLAINLY = 0.7
"""How often such a column of the first row has a text as plain as its name, since tests say it twice.

Those of other rows mostly have to differ.
"""
AGAIN = 0.6
"""How often a database that the test already has is reused."""
NOTHING: Mapping[str, int] = MappingProxyType({})
EMPTY = 0.1
"""How often a database has no tables."""
_RESERVED = """
add all alter and as between by case check column commit constraint create default delete distinct drop
else end exists foreign from group having if in index insert into is join limit not null on or order
primary references select set table then to transaction union unique update using values when where
"""
_FILLED = re.compile(r'INSERT INTO "?(\w+)')
_COLUMNS = re.compile(r"\(([^()]+)\) VALUES")
RESERVED = frozenset(_RESERVED.split())
"""The keywords that SQL accepts as names only in quotes."""


class Connections(ValueProvider):
    """Provides connections with the tables of the project, and some rows in them."""

    name = "connection"
    calls = frozenset({OPENED, INSERTION, SCRIPT})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Tell connections by what code does with them, and keys of rows by their names."""
        schema = subject.databases.schema
        if schema is None:
            return None
        if is_told(parameter, CHARACTERISTIC, USES):
            return TypeRef(CONNECTION)
        return key_kind(parameter)

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the class of connections for a call that opens one; None for other calls."""
        return TypeRef(CONNECTION) if path == OPENED else None

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        """Check whether a connection is wanted, which nothing else can replace."""
        made = self.returned(path, subject)
        return made is not None and made.name in {kind.name for kind in wanted}

    def prepares(self, path: str, subject: Subject) -> bool:
        """Check whether a call creates the tables of the project or fills them."""
        schema = subject.databases.schema
        is_step = schema is not None and any(step.path == path for step in schema.steps)
        return is_step or path in self.calls

    def more_statements(self, subject: Subject) -> int:
        """Return how many more statements a database with rows takes; 0 without a schema."""
        return MORE_STATEMENTS if subject.databases.schema is not None else 0

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Connections of sqlite3."""
        return float(kind.name == CONNECTION)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether the type is a connection, and the project can create its tables."""
        schema = builder.subject.databases.schema
        return kind.name == CONNECTION and _makes_tables(schema)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build a connection to a database in memory.

        Often reuse the connection that the test already has.
        """
        existing = builder.draft.of_type(kind)
        if existing and builder.rng.random() < AGAIN:
            return existing[-1]
        statement = FixedCallStatement(builder.next_id(), OPENED, text=MEMORY)
        connection = builder.add(statement, kind)
        schema = builder.subject.databases.schema
        if schema is not None and _makes_tables(schema) and builder.rng.random() >= EMPTY:
            for step in schema.steps:
                _make_tables(connection, step, builder)
            rows = Rows(connection, schema, builder)
            for _ in range(builder.rng.choice(NUMBERS_OF_ROWS)):
                rows.add(builder.rng.choice(schema.tables))
        return connection


def _makes_tables(schema: Schema | None) -> bool:
    """Whether a schema tells how the tables are made through a connection."""
    steps = schema.steps if schema is not None and schema.tables else ()
    return any(step.kind != CONTEXT for step in steps)


def _make_tables(connection: int, step: SchemaStep, builder: Builder) -> None:
    """Have a function of the project make its tables, or the SQL that a name holds."""
    if step.kind == CONTEXT:
        return
    if step.kind == "call":
        builder.add(CallStatement(builder.next_id(), step.path, None, (connection,)))
        return
    script = builder.reference(step.path)
    builder.add(CallStatement(builder.next_id(), SCRIPT, connection, (script,)))


class Rows:
    """Adds rows to the tables of a connection; rows are preceded by the rows that they refer to."""

    def __init__(self, connection: int, schema: Schema, builder: Builder) -> None:
        self._connection = connection
        self._tables = {table.name: table for table in schema.tables}
        self._builder = builder
        self._numbers = Counter(_tables_filled(builder.draft.statements, connection))

    def add(self, table: Table, given: Mapping[str, int] = NOTHING) -> None:
        """Append a row with the given values, with others for what it has to say, at times for more."""
        rng = self._builder.rng
        said = [
            column
            for column in table.columns
            if column.is_required or column.name in given or (not column.is_key and rng.random() < SAID)
        ]
        self._numbers[table.name] += 1
        is_first = self._numbers[table.name] == 1
        for other in dict.fromkeys(column.refers for column in said):
            if other in self._tables and not self._numbers[other]:
                self.add(self._tables[other])
        values = tuple(given.get(column.name) or self._value(column, is_first) for column in said)
        row = self._builder.collection("tuple", *values) if values else None
        args = () if row is None else (row,)
        identity = self._builder.next_id()
        text = _insertion(table, said)
        self._builder.add(FixedCallStatement(identity, INSERTION, self._connection, args, (), text))

    def _value(self, column: Column, is_first: bool) -> int:
        is_key = is_first and column.type == "str" and KEYS.search(column.name) is not None
        if number := self._numbers[column.refers]:
            return self._builder.literal(self._builder.rng.randint(1, number))
        if column.values:
            return self._builder.literal(self._builder.rng.choice(column.values))
        if is_key and self._builder.rng.random() < PLAINLY:
            return self._builder.literal(column.name)
        return self._builder.value(TypeRef(column.type))


def _tables_filled(statements: Sequence[Statement], connection: int) -> Iterator[str]:
    """The tables of the rows that a test stores through a connection."""
    for statement in statements:
        if isinstance(statement, FixedCallStatement) and statement.callable == INSERTION:
            found = _FILLED.match(statement.text)
            if found is not None and statement.receiver == connection:
                yield found[1]


def values_stored(statements: Sequence[Statement]) -> Iterator[tuple[str, int]]:
    """Yield the values in the rows that a test stores, each after the name of its column."""
    rows = {s.id: s.items for s in statements if isinstance(s, CollectionStatement)}
    for statement in statements:
        if isinstance(statement, FixedCallStatement) and statement.callable == INSERTION:
            said = _COLUMNS.search(statement.text)
            names = [name.strip('"') for name in said[1].split(", ")] if said is not None else ()
            yield from zip(names, rows.get(statement.args[0], ()) if statement.args else (), strict=False)


def _insertion(table: Table, columns: list[Column]) -> str:
    if not columns:
        return f"INSERT INTO {_quoted(table.name)} DEFAULT VALUES"
    names = ", ".join(_quoted(column.name) for column in columns)
    return f"INSERT INTO {_quoted(table.name)} ({names}) VALUES ({', '.join('?' * len(columns))})"


def _quoted(name: str) -> str:
    return f'"{name}"' if name.lower() in RESERVED else name
