"""The assignment of a call's arguments to parameters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle

from testloom.model.statements import CallStatement
from testloom.model.subject import Parameter, Subject


def arguments_of(statement: CallStatement, subject: Subject) -> Iterator[tuple[int | str, Parameter, int]]:
    """Yield each argument's position or name, its parameter and its value; `*args` takes the rest."""
    called = subject.callables.get(statement.callable)
    if called is None:
        return
    if statement.args:
        positional = [p for p in called.parameters if p.kind in ("positional", "either")]
        rest = [p for p in called.parameters if p.kind == "args"]
        parameters = chain(positional, cycle(rest)) if rest else positional
        for place, (parameter, value) in enumerate(zip(parameters, statement.args, strict=False)):
            yield place, parameter, value
    if statement.kwargs:
        by_name = {parameter.name: parameter for parameter in called.parameters}
        for name, value in statement.kwargs:
            if name in by_name:
                yield name, by_name[name], value
