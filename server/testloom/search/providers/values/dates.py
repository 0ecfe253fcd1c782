"""Parts of dates: a reader does not expect the year 1, although it is small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.types import Scalar
from testloom.search.providers.inputs.types.library import LIBRARY

DATES = frozenset({"datetime:date", "datetime:datetime"})
MOST_DAYS = 31
EARLIEST = 1900
STEPS = (-10, -1, 1, 10)
"""Changes of a date, in years."""


def parts_of_dates(case: TestCase) -> Mapping[int, tuple[Scalar, ...]]:
    """Map the literals that dates are made of to the values that are plain in their place."""
    return {
        value: parameter.type.values
        for statement in case.calls
        if statement.callable in DATES
        for parameter, value in zip(LIBRARY[statement.callable].parameters, statement.args, strict=False)
    }


def in_this_century(case: TestCase) -> Iterator[TestCase]:
    """Yield test cases with a later year for a date long ago.

    Only years that are literals are replaced.
    """
    values = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
    for index, statement in enumerate(case.statements):
        if not (isinstance(statement, CallStatement) and statement.callable in DATES and statement.args):
            continue
        given = values.get(statement.args[0])
        years = LIBRARY[statement.callable].parameters[0].type.values
        for year in years if isinstance(given, int) and given < EARLIEST else ():
            literal = LiteralStatement(case.fresh_id, year)
            changed = statement.replace(args=(literal.id, *statement.args[1:]))
            yield case.replaced(index, literal, changed)


def plainer_part(literal: LiteralStatement, plain: tuple[Scalar, ...]) -> Iterator[LiteralStatement]:
    """Yield the literal with each plainer value."""
    known = plain.index(literal.value) if literal.value in plain else len(plain)
    yield from (LiteralStatement(literal.id, value) for value in plain[:known])


def in_another_year(literal: LiteralStatement, case: TestCase, rng: Random) -> LiteralStatement | None:
    """Move the year of a date by some years; None if the literal is no such year."""
    plain = parts_of_dates(case).get(literal.id, ())
    is_year = any(isinstance(value, int) and value > MOST_DAYS for value in plain)
    if not is_year or not isinstance(literal.value, int) or literal.value <= MOST_DAYS:
        return None
    return LiteralStatement(literal.id, literal.value + rng.choice(STEPS))
