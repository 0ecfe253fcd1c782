"""The arguments of calls, and their replacement by other values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from testloom.model.statements import CallStatement, Statement, TestCase
from testloom.model.subject import Parameter, Subject
from testloom.search.minimisation.plainness.plain import Made
from testloom.search.providers.callables.given import arguments_of


class Handed(NamedTuple):
    """An argument of a call: the call's index, its position or name, the parameter, and the value."""

    call: int
    place: int | str
    parameter: Parameter
    given: Statement


def handed(case: TestCase, subject: Subject) -> Iterator[Handed]:
    """Yield the arguments of all calls."""
    statements = {statement.id: statement for statement in case.statements}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            for place, parameter, argument in arguments_of(statement, subject):
                yield Handed(index, place, parameter, statements[argument])


def with_argument(case: TestCase, index: int, place: int | str, made: Made) -> TestCase:
    """Replace the argument at `place` of the call at `index` by a value that is made just before it."""
    statement = case.statements[index]
    assert isinstance(statement, CallStatement)
    value = made[-1].id
    changed = statement.replace(
        args=tuple(value if n == place else arg for n, arg in enumerate(statement.args)),
        kwargs=tuple((name, value if name == place else arg) for name, arg in statement.kwargs),
    )
    return case.replaced(index, *made, changed)
