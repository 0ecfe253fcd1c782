"""Tell exceptions that belong to a callable's behaviour from those that nothing announces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from testloom.model.execution import RaisedException
from testloom.model.statements import TestCase
from testloom.model.subject import Callable, Subject
from testloom.search import has_ill_typed_argument

Judgement: TypeAlias = Literal["announced", "finding", "misuse"]

OF_PROTOCOLS: Mapping[str, tuple[str, ...]] = {
    "__next__": ("StopIteration",),
    "__anext__": ("StopAsyncIteration",),
    "__getitem__": ("KeyError", "IndexError"),
    "__delitem__": ("KeyError", "IndexError"),
    "__getattr__": ("AttributeError",),
}
"""Exceptions by which methods of Python's protocols say that there is nothing."""
OF_PROGRAMS = ("SystemExit", "KeyboardInterrupt")
"""How programs end."""


def judge(error: RaisedException, case: TestCase, callable_id: str, subject: Subject) -> Judgement:
    """What an exception says: what the callable does, a fault of it, or that the test misuses it.

    A callable announces what code of its project raises and what its docstring names. Anything else that
    arguments of the right types cause is a finding.
    """
    known = subject.callables.get(callable_id)
    if error.explicit or known is None or _announces(known, error.type):
        return "announced"
    return "misuse" if has_ill_typed_argument(case, subject) else "finding"


def _announces(known: Callable, kind: str) -> bool:
    name = kind.rpartition(":")[2].rpartition(".")[2]
    named = {raised.rpartition(":")[2].rpartition(".")[2] for raised in known.raises}
    return name in named or name in OF_PROGRAMS or name in OF_PROTOCOLS.get(known.name, ())
