"""Values of stored rows: what finds a row is asked for by what is in it."""

from __future__ import annotations

from collections.abc import Collection

from testloom.model.statements import CallStatement, LiteralStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import alternatives
from testloom.search.providers.builder import Builder

SOUGHT = 0.6
"""How often an argument is what a row of the test has in the column of the same name."""


def stored_value(
    called: Callable, parameter: Parameter, classes: Collection[str], builder: Builder
) -> int | None:
    """Choose a literal that a row of the test has in the column of a parameter's name; often None.

    Rows are objects of the mapped `classes`. They differ themselves: what is in a column may have to be
    unique. The parts of a request are chosen where that is sent.
    """
    if called.id in classes or called.request is not None or builder.rng.random() >= SOUGHT:
        return None
    made = [s for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable in classes]
    held = {value for row in made for name, value in row.kwargs if name == parameter.name}
    kinds = {kind.name for kind in alternatives(parameter.type)}
    literals = [s for s in builder.draft.statements if s.id in held and isinstance(s, LiteralStatement)]
    fitting = [s.id for s in literals if kinds & {"any", type(s.value).__name__}]
    return builder.rng.choice(fitting) if fitting else None
