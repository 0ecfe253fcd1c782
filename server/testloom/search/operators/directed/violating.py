"""Gives an object in a test one value that violates its limits."""

from __future__ import annotations

import math
from collections.abc import Iterator

from testloom.model.limits import Limits
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.types import Scalar, TypeRef
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.collecting import COLLECTIONS

DECIMAL = "decimal:Decimal"
LONGEST = 200
"""The longest string, in characters, that a test writes to exceed a limit by one."""


def violated(case: TestCase, knowledge: Knowledge) -> TestCase | None:
    """End the test with a constructor call that gets one refused value; None if there is none."""
    found = [
        (index, statement, called)
        for index, statement in enumerate(case.statements)
        if isinstance(statement, CallStatement)
        and (called := knowledge.subject.callables.get(statement.callable)) is not None
        and called.rejects
    ]
    if not found:
        return None
    index, call, called = knowledge.rng.choice(found)
    name = knowledge.rng.choice(called.rejects)
    parameter = next(parameter for parameter in called.parameters if parameter.name == name)
    ways = [way for kind in _limited(parameter.type) for way in _beyond(kind, case.fresh_id)]
    if not ways:
        return None
    made = knowledge.rng.choice(ways)
    changed = _given(call, parameter, called, made[-1].id)
    return None if changed is None else without_unused(TestCase((*case.statements[:index], *made, changed)))


def _given(call: CallStatement, parameter: Parameter, called: Callable, value: int) -> CallStatement | None:
    """The call with a value for a parameter; None if it can be given in no way."""
    positional = [p.name for p in called.parameters if p.kind in ("positional", "either")]
    place = positional.index(parameter.name) if parameter.name in positional else len(call.args)
    if place < len(call.args):
        return call.replace(args=(*call.args[:place], value, *call.args[place + 1 :]))
    if parameter.kind == "positional":
        return None
    if any(name == parameter.name for name, _ in call.kwargs):
        changed = tuple((name, value if name == parameter.name else given) for name, given in call.kwargs)
        return call.replace(kwargs=changed)
    return call.replace(kwargs=(*call.kwargs, (parameter.name, value)))


def _limited(kind: TypeRef) -> list[TypeRef]:
    """The types of a union that have limits, or the type itself."""
    parts = kind.args if kind.name == "union" else (kind,)
    return [part for part in parts if part.limits is not None]


def _beyond(kind: TypeRef, fresh: int) -> Iterator[tuple[Statement, ...]]:
    """Statements that make values of a type that its limits do not admit."""
    limits = kind.limits or Limits()
    if kind.name in COLLECTIONS:
        if limits.min_length:
            yield (CollectionStatement(fresh, COLLECTIONS[kind.name], ()),)
        return
    for value in _values(kind.name, limits):
        if kind.name == DECIMAL:
            yield LiteralStatement(fresh, str(value)), CallStatement(fresh + 1, DECIMAL, None, (fresh,))
        else:
            yield (LiteralStatement(fresh, value),)


def _values(name: str, limits: Limits) -> Iterator[Scalar]:
    """Values on the other side of each limit."""
    if name in ("str", "bytes"):
        texts = ["a" * size for size in _sizes(limits)] + (["a", "", "!"] if limits.pattern else [])
        yield from (text if name == "str" else text.encode() for text in texts if not limits.admit(text))
        return
    limited = ((limits.gt, 0), (limits.lt, 0), (limits.ge, -1), (limits.le, 1), (limits.multiple_of, 1))
    numbers = (limit + step for limit, step in limited if limit is not None)
    for number in (number for number in numbers if not limits.admit(number)):
        yield float(number) if name == "float" else math.floor(number)


def _sizes(limits: Limits) -> Iterator[int]:
    if limits.min_length and limits.min_length <= LONGEST:
        yield limits.min_length - 1
    if limits.max_length is not None and limits.max_length <= LONGEST:
        yield limits.max_length + 1
