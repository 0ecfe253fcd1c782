"""Replaces all values that would confuse a reader by plain values, in one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from testloom.model.statements import (
    DoubleStatement,
    FunctionStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.minimisation.handing import handed, with_argument
from testloom.search.minimisation.plainness.plain import plainest_value, wanted_types
from testloom.search.minimisation.plainness.suitability import (
    better_types,
    some_known,
    some_particular,
    usual_types,
)
from testloom.search.minimisation.removal import without_unused
from testloom.search.minimisation.statements.at_once import halved
from testloom.search.providers.values.functions import CALLABLE


class _Odd(NamedTuple):
    """An argument that a plainer value may replace: its call, its place there, and the types to try."""

    call: int
    place: int | str
    kinds: tuple[TypeRef, ...]


def fitting_at_once(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Replace all odd or unfitting arguments by plain values or real objects, then half of them.

    Most of them nobody looks at. One by one, it would take an execution for each of them, and a test that has
    to wait for the others keeps them.
    """
    for few in halved([*_odd_arguments(case, subject)]):
        yield without_unused(_with_plain(case, few, subject))


def _odd_arguments(case: TestCase, subject: Subject) -> Iterator[_Odd]:
    statements = {statement.id: statement for statement in case.statements}
    for call, place, parameter, given in handed(case, subject):
        asked = wanted_types(parameter, subject)
        kinds = some_particular(asked)
        wanted = better_types(given, kinds, statements, subject)
        if _is_made_up(given, kinds):
            # A likely type may have no plain values, and nobody has declared that it is wanted.
            wanted = [*some_known(kinds), *(some_known([]) if parameter.type == ANY else ())]
        wanted = wanted or usual_types(given, parameter, asked)
        if wanted:
            yield _Odd(case.statements[call].id, place, tuple(wanted))


def _is_made_up(given: Statement, kinds: Iterable[TypeRef]) -> bool:
    """Whether an argument is a double, or a function or generator of the test where no function is wanted."""
    if isinstance(given, StubStatement | FunctionStatement):
        return all(kind.name != CALLABLE for kind in kinds)
    return isinstance(given, DoubleStatement)


def _with_plain(case: TestCase, odd: Iterable[_Odd], subject: Subject) -> TestCase:
    """The test case with the plainest value for each argument of which there is one."""
    for call, place, kinds in odd:
        if (plainest := plainest_value(kinds, case.fresh_id, subject)) is not None:
            index = next(n for n, statement in enumerate(case.statements) if statement.id == call)
            case = with_argument(case, index, place, plainest)
    return case
