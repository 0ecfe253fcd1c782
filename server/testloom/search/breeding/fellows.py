"""Calls of the other objects of a test: a cart can take what an inventory has received before.

What the two are about is told by names: parameters that are called the same get the same value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from testloom.model.statements import CallStatement, LiteralStatement, Statement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory


def changes_of_fellows(
    statements: Sequence[Statement], receiver: int | None, factory: TestFactory
) -> Iterator[tuple[int, Callable]]:
    """The objects that statements have made, but for the receiver, each with a method that changes it."""
    for statement in statements:
        made = factory.type_of(statement) if isinstance(statement, CallStatement) else None
        if made is not None and made.is_class and statement.id != receiver:
            yield from ((statement.id, method) for method in _changing(made.name, factory.subject))


def _changing(owner: str, subject: Subject) -> Iterator[Callable]:
    for known in subject.callables.values():
        if known.owner == owner and known.kind == "method" and known.writes and not known.is_private:
            yield known


def with_fellow(case: TestCase, place: int, fellow: int, method: Callable, factory: TestFactory) -> TestCase:
    """The test case with a call of a fellow's method before the one at a place, about the same values."""
    draft = factory.draft_of(case.statements[:place])
    factory.call(draft, method, receiver=fellow)
    like = case.statements[place]
    if isinstance(like, CallStatement):
        share(draft, place, like, factory)
    return TestCase((*draft.statements, *case.statements[place:]))


def share(draft: Draft, first: int, like: CallStatement, factory: TestFactory) -> None:
    """Give the last call of a draft the arguments of another one, wherever parameters have the same names.

    Literals behind the `first` statements that nothing uses any more go.
    """
    last = draft.statements[-1]
    if not isinstance(last, CallStatement):
        return
    known = _arguments(like, factory.subject)
    ids = {value: known[name] for name, value in _arguments(last, factory.subject).items() if name in known}
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
