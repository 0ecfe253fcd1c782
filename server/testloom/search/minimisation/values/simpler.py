"""Simpler values of the literals and of the environment, the simplest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import zip_longest

from testloom.model.statements import LiteralStatement, Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.subject import Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.minimisation.applications import said_by_applications
from testloom.search.minimisation.plainness.documents import simpler_literal
from testloom.search.minimisation.plainness.plain import PLAIN
from testloom.search.minimisation.plainness.simplicity import simpler
from testloom.search.minimisation.plainness.suitability import fits
from testloom.search.minimisation.removal import with_statement
from testloom.search.minimisation.values.conformance import kinds_of_literals, separated
from testloom.search.providers.environment import input_of
from testloom.search.providers.inputs.limited import plainest
from testloom.search.providers.values.dates import in_this_century, parts_of_dates, plainer_part


def simpler_values(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with one value simpler: the simplest of each statement first, then the next ones."""
    dates, kinds = parts_of_dates(case), kinds_of_literals(case, subject)
    said = said_by_applications(case)
    yield from _plain_texts(case, kinds)
    yield from in_this_century(case)
    yield from separated(case)
    yield from _equal_values(case, {*dates, *said})
    literals = case.literals
    for rank in zip_longest(
        *(
            () if statement.id in said else _simpler_statements(statement, literals, dates, subject)
            for statement in case.statements
        )
    ):
        for index, statement in enumerate(rank):
            before = case.statements[index]
            if statement is not None and not _ceases_to_fit(before, statement, kinds.get(before.id, [])):
                yield with_statement(case, index, statement)


def _plain_texts(case: TestCase, kinds: Mapping[int, list[TypeRef]]) -> Iterator[TestCase]:
    """With the plainest text of the form or length that is asked for, the same in all tests."""
    for index, given in enumerate(case.statements):
        if not isinstance(given, LiteralStatement) or not isinstance(given.value, str):
            continue
        for kind in kinds.get(given.id, ()):
            plain = next(plainest(PLAIN["str"], kind.limits), None) if kind.limits else None
            if plain not in (None, given.value, *PLAIN["str"]) and fits(given.value, [kind]):
                yield with_statement(case, index, LiteralStatement(given.id, plain))


def _ceases_to_fit(before: Statement, plainer: Statement, kinds: list[TypeRef]) -> bool:
    """Whether a literal is of one of the types, or within limits, and a plainer one would not be."""
    if not (kinds and isinstance(before, LiteralStatement) and isinstance(plainer, LiteralStatement)):
        return False
    return fits(before.value, kinds) and not fits(plainer.value, kinds)


def _equal_values(case: TestCase, apart: Container[int]) -> Iterator[TestCase]:
    """With a simpler value for all literals that are equal: there may be a reason that they are."""
    literals = [s for s in case.literals if s.id not in apart]
    counted = Counter((type(literal.value), literal.value) for literal in literals)
    for (kind, value), number in counted.items():
        if number == 1:
            continue
        alike = {s.id for s in literals if type(s.value) is kind and s.value == value}
        others = [s.value for s in literals if s.id not in alike]
        for plainer in simpler_literal(value, others):
            changed = (LiteralStatement(s.id, plainer) if s.id in alike else s for s in case.statements)
            yield TestCase(tuple(changed))


def _simpler_statements(
    statement: Statement,
    literals: Sequence[LiteralStatement],
    dates: Mapping[int, tuple[Scalar, ...]],
    subject: Subject,
) -> Iterator[Statement]:
    """The statement with simpler values that the other literals of the test do not have."""
    if isinstance(statement, LiteralStatement) and statement.id in dates:
        yield from plainer_part(statement, dates[statement.id])
    elif isinstance(statement, LiteralStatement):
        others = [other.value for other in literals if other is not statement]
        yield from (
            LiteralStatement(statement.id, value) for value in simpler_literal(statement.value, others)
        )
    elif isinstance(statement, EnvironmentStatement):
        yield from input_of(statement, subject).smaller(statement, simpler)
