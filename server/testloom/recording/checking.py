"""Checks: for each answer of a double, a test of the real object shows whether it still holds.

A call is an interaction, written as a text: the callable and its plain arguments. Objects among the
arguments are written as the calls that make them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
)
from testloom.recording.journal import RecordedCall
from testloom.recording.records import Record


def interactions_of_doubles(calls: Iterable[RecordedCall], depth: int) -> frozenset[str]:
    """Collect the interactions with doubles of the project's objects in tests of these calls."""
    records = [call.record for call in calls if call.record is not None]
    return frozenset(text for record in records for text in _asked(record, depth))


def interaction_of(call: RecordedCall) -> str:
    """Render the recorded call itself as an interaction; "" if too little is known of it."""
    if call.record is None:
        return ""
    known = {step.id: step for step in call.record.steps}
    made = known[call.record.call]
    if not isinstance(made, CallStatement):
        return ""
    return _told(call.callable, made.args, dict(made.kwargs), known)


def _asked(record: Record, depth: int) -> Iterable[str]:
    known = {step.id: step for step in record.steps}
    doubled = record.at_distance(depth) if depth else frozenset()
    for ask in record.asks:
        owner = known.get(ask.of)
        name = ask.path.removesuffix("()")
        if ask.of in doubled and isinstance(owner, CallStatement) and name.isidentifier():
            yield _told(f"{owner.callable}.{name}", ask.args or (), ask.kwargs, known)


def _told(
    callable_: str, args: Sequence[int], kwargs: Mapping[str, int], known: Mapping[int, Statement]
) -> str:
    named = [f"{name}={_text(value, known)}" for name, value in sorted(kwargs.items())]
    return f"{callable_}({', '.join([*(_text(value, known) for value in args), *named])})"


def _text(step: int, known: Mapping[int, Statement]) -> str:
    match known.get(step):
        case LiteralStatement(value=value):
            return repr(value)
        case CollectionStatement(kind=kind, items=items):
            return f"{kind}[{', '.join(_text(item, known) for item in items)}]"
        case CallStatement(callable=path, args=args):
            return f"{path}({', '.join(_text(item, known) for item in args)})"
        case ReferenceStatement(path=path):
            return path
    return "…"
