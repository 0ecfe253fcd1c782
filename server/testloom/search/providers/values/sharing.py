"""Shared values of calls: parameters of the same name get the same value.

The `plugin` of one call is among the `plugins` of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
)
from testloom.model.subject import Subject
from testloom.search.providers.draft import Draft

ITERATED = ("list", "tuple", "set")


def share(
    draft: Draft,
    first: int,
    like: CallStatement,
    subject: Subject,
    is_shared: Callable[[str], bool] = lambda _: True,
) -> None:
    """Give the last call of a draft the arguments of another one, wherever parameters have the same names.

    Where only some are to be shared, `is_shared` says so. Literals behind the `first` statements that nothing
    uses any more go.
    """
    last = draft.statements[-1]
    if not isinstance(last, CallStatement):
        return
    known, own = _arguments(like, subject), _arguments(last, subject)
    ids = {value: known[name] for name, value in own.items() if name in known and is_shared(name)}
    args = tuple(ids.get(value, value) for value in last.args)
    kwargs = tuple((name, ids.get(value, value)) for name, value in last.kwargs)
    shared = last.replace(args=args, kwargs=kwargs)
    fresh = [*_with_known_items(draft.statements[first:-1], own, known), shared]
    used = {reference for statement in fresh for reference in statement.references}
    draft.rewrite(first, [s for s in fresh if not isinstance(s, LiteralStatement) or s.id in used])


def _with_known_items(
    fresh: Sequence[Statement], own: Mapping[str, int], known: Mapping[str, int]
) -> list[Statement]:
    """The statements; collections begin with what is known by a name of which theirs is the plural."""
    items = {value: known[one] for name, value in own.items() for one in known if is_plural(name, one)}
    return [
        s.replace(items=(items[s.id], *s.items[1:]))
        if isinstance(s, CollectionStatement) and s.kind in ITERATED and s.id in items
        else s
        for s in fresh
    ]


def is_plural(name: str, one: str) -> bool:
    """Check whether a name is the plural of another: `old_entries` of `entry`."""
    plurals = {f"{one}s", f"{one}es", f"{one.removesuffix('y')}ies"}
    return any(name == many or name.endswith(f"_{many}") for many in plurals)


def _arguments(call: CallStatement, subject: Subject) -> Mapping[str, int]:
    """The value of each parameter that a call says something of."""
    known = subject.callables.get(call.callable)
    names = [p.name for p in known.parameters if p.kind in ("positional", "either")] if known else []
    return {**dict(zip(names, call.args, strict=False)), **dict(call.kwargs)}
