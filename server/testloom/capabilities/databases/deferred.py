"""Databases of peewee that are chosen when a program starts: in a test, in memory, with all tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from testloom.model.checks import many, path
from testloom.model.execution import RaisedException, Touch
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.statements.roles import plain, word
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.environment import EnvironmentInput, with_environment
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call
from testloom.writer.values.expressions import collection

MISSED = ("bound", "peewee")
"""The touch of tests that query a database where there is none."""
UNPREPARED = ("Error, database must be initialized", "no such table")
MEMORY = ":memory:"


class BoundStatement(EnvironmentStatement, frozen=True):
    """Binds a database to one in memory with the tables of some classes, for the rest of the test."""

    tag: ClassVar[str] = "bound"
    named_by: ClassVar[str] = "database"
    manages: ClassVar[bool] = True
    database: Annotated[str, word(path)]
    classes: Annotated[tuple[str, ...], plain(many(path))]


class BoundInput(EnvironmentInput[BoundStatement]):
    """Binds a database for code that queries one."""

    kinds = (BoundStatement,)

    def offered_for_all(
        self, touched: Sequence[Touch], knowledge: Knowledge
    ) -> Iterator[Sequence[Statement]]:
        """Yield the databases of the project where the test lacked one."""
        if MISSED in touched:
            yield from map(tuple, filter(None, [_databases(knowledge)]))


class BoundGuide(Guide):
    """Recognises peewee's errors about a database that a test has not prepared, and binds the database."""

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Yield a change that binds the databases of the project."""
        if self.blames_test(error) and (statements := _databases(knowledge)):
            yield lambda: with_environment(case, statements, knowledge.subject)

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether the database or one of its tables was missing."""
        return error.type.startswith("peewee:") and error.message.startswith(UNPREPARED)


class BoundLines(Written[BoundStatement]):
    """Writes the lines that open a database, and the `with` whose body is the rest of the test."""

    kinds = (BoundStatement,)

    def lines(self, statement: BoundStatement, scope: CaseScope) -> str:
        """`database.init(":memory:")`, and what is done while there is a connection to it."""
        database = scope.path(statement.database)
        opened = call(attribute(database, "connection_context"), [], [])
        tables = collection("list", [scope.path(name) for name in statement.classes])
        return "\n".join(
            [
                call(attribute(database, "init"), [scope.literal(MEMORY)], []),
                f"with {opened}:",
                f"    {call(attribute(database, 'create_tables'), [tables], [])}",
            ]
        )

    def paths(self, statement: BoundStatement) -> Iterator[str]:
        """Yield the paths of the database and the mapped classes."""
        yield from (statement.database, *statement.classes)


def _databases(knowledge: Knowledge) -> list[BoundStatement]:
    builder = knowledge.builder()
    found = knowledge.subject.databases.deferred
    return [BoundStatement(builder.next_id(), known.path, known.classes) for known in found]


DEFERRED = (BoundInput(), BoundGuide(), BoundLines())
