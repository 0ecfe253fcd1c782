"""The arguments of calls, and their replacement by other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from testloom.model.statements import CallStatement, InvokeStatement, Statement, TestCase
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
    """Yield the arguments of all calls, also of those of an earlier value."""
    statements = {statement.id: statement for statement in case.statements}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            taken = arguments_of(statement, subject)
        elif isinstance(statement, InvokeStatement):
            taken = _taken_by_value(statement, statements, subject)
        else:
            continue
        for place, parameter, argument in taken:
            yield Handed(index, place, parameter, statements[argument])


def _taken_by_value(
    invoked: InvokeStatement, statements: Mapping[int, Statement], subject: Subject
) -> Iterator[tuple[int | str, Parameter, int]]:
    """The arguments of a call of an earlier value, with the parameters of its `__call__` if that is known."""
    made = getattr(statements[invoked.function], "callable", "")
    known = subject.classes.get(made)
    for owner in (made, *(known.bases if known is not None else ())):
        if (path := f"{owner}.__call__") in subject.callables:
            called = CallStatement(invoked.id, path, None, invoked.args, invoked.kwargs)
            yield from arguments_of(called, subject)
            return
    yield from ((place, Parameter(""), value) for place, value in enumerate(invoked.args))
    yield from ((name, Parameter(name), value) for name, value in invoked.kwargs)


def with_argument(case: TestCase, index: int, place: int | str, made: Made) -> TestCase:
    """Replace the argument at `place` of the call at `index` by a value that is made just before it."""
    statement = case.statements[index]
    assert isinstance(statement, CallStatement | InvokeStatement)
    value = made[-1].id
    changed = statement.replace(
        args=tuple(value if n == place else arg for n, arg in enumerate(statement.args)),
        kwargs=tuple((name, value if name == place else arg) for name, arg in statement.kwargs),
    )
    return case.replaced(index, *made, changed)
