"""Rows that a query has looked for in vain: they are stored, or the test and a row say the same.

After the idea of Arcuri and Galeotti (Handling SQL databases in automated system test generation, TOSEM
2020): what a condition demands of a row is known from the query.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from testloom.capabilities.databases.connections import INSERTION, OPENED, Rows
from testloom.capabilities.databases.sessions import ADDING, MADE_BY, Objects
from testloom.model.execution import Touch
from testloom.model.statements import CallStatement, TestCase
from testloom.model.types import Scalar
from testloom.search.operators.directed.comparisons.matching import places
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.builder import Builder
from testloom.search.providers.knowledge import Knowledge

SOUGHT = "sought"
Row = Mapping[str, Scalar]


class SoughtGuide(Guide):
    """Has code find a row: one more, or one that differs from what it looks for."""

    told_by: ClassVar[frozenset[str]] = frozenset({SOUGHT})

    def supplies(self, case: TestCase, touched: Sequence[Touch], knowledge: Knowledge) -> Iterator[Step]:
        """Yield ways to store the row, to change the nearest one, and to look for that instead."""
        for kind, *told in touched:
            if kind != SOUGHT:
                continue
            table, wanted, held = told[0], _row(told[1]), _row(told[2])
            for column, value in wanted.items():
                if held[column] not in (None, value):
                    yield from places(case, held[column], value, knowledge)
                    yield from places(case, value, held[column], knowledge)
            yield from _storing(case, table, wanted, knowledge)
            if wanted:  # a class may refuse such a row, and the test can look for another one
                yield from _storing(case, table, {}, knowledge)


def _row(told: str) -> Row:
    return {str(column): value for column, value in json.loads(told).items()}


def _storing(case: TestCase, table: str, wanted: Row, knowledge: Knowledge) -> Iterator[Step]:
    """Store the row after the last one that the test stores, or where it opens the database."""
    databases = knowledge.subject.databases
    models, schema = databases.models, databases.schema
    if models is not None and table in models.tables and (found := _last(case, ADDING, MADE_BY.values())):
        place, session = found
        yield partial(_with_object, case, place, session, models.tables[table], wanted, knowledge)
    opening = (OPENED, knowledge.subject.contexts.connects)
    if schema is not None and (found := _last(case, (INSERTION,), opening)):
        place, connection = found
        yield partial(_with_row, case, place, connection, table, wanted, knowledge)


def _last(case: TestCase, storing: Collection[str], opening: Collection[str]) -> tuple[int, int] | None:
    """The place after the last call that stores a row, or opens a database, and what it stores that in."""
    calls = [(n, s) for n, s in enumerate(case.statements, 1) if isinstance(s, CallStatement)]
    stored = [(n, s.receiver) for n, s in calls if s.callable in storing and s.receiver is not None]
    opened = [(n, s.id) for n, s in calls if s.callable in opening]
    return next(reversed(stored or opened), None)


def _with_object(
    case: TestCase, place: int, session: int, class_id: str, wanted: Row, knowledge: Knowledge
) -> TestCase:
    builder, models = knowledge.builder(case.statements[:place]), knowledge.subject.databases.models
    assert models is not None
    Objects(session, models, builder).add(class_id, _literals(wanted, builder))
    return TestCase((*builder.draft.statements, *case.statements[place:]))


def _with_row(
    case: TestCase, place: int, connection: int, table: str, wanted: Row, knowledge: Knowledge
) -> TestCase | None:
    builder, schema = knowledge.builder(case.statements[:place]), knowledge.subject.databases.schema
    known = next((one for one in schema.tables if one.name == table), None) if schema else None
    if schema is None or known is None:
        return None
    Rows(connection, schema, builder).add(known, _literals(wanted, builder))
    return TestCase((*builder.draft.statements, *case.statements[place:]))


def _literals(wanted: Row, builder: Builder) -> dict[str, int]:
    return {column: builder.literal(value) for column, value in wanted.items() if value is not None}
