"""Calls that are about the same values: parameters that are called the same get the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from testloom.model.statements import CallStatement, LiteralStatement
from testloom.model.subject import Subject
from testloom.search.breeding.draft import Draft


def share(draft: Draft, first: int, like: CallStatement, subject: Subject) -> None:
    """Give the last call of a draft the arguments of another one, wherever parameters have the same names.

    Literals behind the `first` statements that nothing uses any more go.
    """
    last = draft.statements[-1]
    if not isinstance(last, CallStatement):
        return
    known = _arguments(like, subject)
    ids = {value: known[name] for name, value in _arguments(last, subject).items() if name in known}
    args = tuple(ids.get(value, value) for value in last.args)
    kwargs = tuple((name, ids.get(value, value)) for name, value in last.kwargs)
    shared = replace(last, args=args, kwargs=kwargs)
    fresh = [*draft.statements[first:-1], shared]
    used = {reference for statement in fresh for reference in statement.references}
    draft.rewrite(first, [s for s in fresh if not isinstance(s, LiteralStatement) or s.id in used])


def _arguments(call: CallStatement, subject: Subject) -> Mapping[str, int]:
    """The value of each parameter that a call says something of."""
    known = subject.callables.get(call.callable)
    names = [p.name for p in known.parameters if p.kind in ("positional", "either")] if known else []
    return {**dict(zip(names, call.args, strict=False)), **dict(call.kwargs)}
