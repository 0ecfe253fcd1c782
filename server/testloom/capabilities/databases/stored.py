"""Values of stored rows: what finds a row is asked for by what is in it."""

from __future__ import annotations

from collections.abc import Collection

from testloom.model.statements import CallStatement, LiteralStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import alternatives
from testloom.search.providers.builder import Builder
from testloom.search.providers.callables.given import arguments_of

SOUGHT = 0.6
"""How often an argument is what a row of the test has in the column of the same name."""


def stored_value(
    called: Callable, parameter: Parameter, classes: Collection[str], builder: Builder
) -> int | None:
    """Choose a literal that a row of the test has in the column of a parameter's name; often None.

    That may be what a hash in a row was made of. Rows are objects of the mapped `classes`. They differ
    themselves: what is in a column may have to be unique. The parts of a request are chosen where that is
    sent.
    """
    if called.id in classes or called.request is not None or builder.rng.random() >= SOUGHT:
        return None
    calls = [s for s in builder.draft.statements if isinstance(s, CallStatement)]
    columns = [column for row in calls if row.callable in classes for column in row.kwargs]
    held = {value for name, value in columns if name == parameter.name}
    hashing = {value for _, value in columns}.intersection(call.id for call in calls)
    held |= {
        value
        for call in calls
        if call.id in hashing
        for _, given, value in arguments_of(call, builder.subject)
        if given.name == parameter.name
    }
    kinds = {kind.name for kind in alternatives(parameter.type)}
    literals = [s for s in builder.draft.statements if s.id in held and isinstance(s, LiteralStatement)]
    fitting = [s.id for s in literals if kinds & {"any", type(s.value).__name__}]
    return builder.rng.choice(fitting) if fitting else None
