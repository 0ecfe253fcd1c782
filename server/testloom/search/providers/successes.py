"""Successes: arguments of indirect calls that covered new goals, reused to reach as far again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.types import ANY
from testloom.search.providers.builder import Builder

MOST = 3
"""The most calls of a callable that are remembered; the latest are kept."""
REPEATED = 0.3
"""The probability that a call gets the arguments of a successful call of the same callable."""

Given = Mapping[int, Statement]


class Successes:
    """Calls of tests that covered something new, by callable, with plain arguments."""

    def __init__(self) -> None:
        self._known: dict[str, deque[Sequence[Statement]]] = {}

    def note(self, call: CallStatement, references: Iterable[int], plain: Given) -> None:
        """Remember a call unless something that it refers to is not plain."""
        given = needed(references, plain)
        if given is not None:
            self._known.setdefault(call.callable, deque(maxlen=MOST)).append((*given, call))

    def of(self, called: str) -> Sequence[Sequence[Statement]]:
        """Return the successful calls of a callable, each after its arguments."""
        return self._known.get(called, ())

    def of_others(self, called: str) -> Sequence[Sequence[Statement]]:
        """Return the successful calls of all other callables, each after its arguments."""
        return [call for other, calls in self._known.items() if other != called for call in calls]


def plain_values(case: TestCase, but: tuple[type[EnvironmentStatement], ...] = ()) -> Given | None:
    """Collect the literals and collections of a test.

    None if it changes its environment in other ways than `but`.
    """
    changes = [statement for statement in case if isinstance(statement, EnvironmentStatement)]
    if any(not isinstance(statement, but) for statement in changes):
        return None
    return {s.id: s for s in case if isinstance(s, LiteralStatement | CollectionStatement)}


def needed(references: Iterable[int], plain: Given) -> Sequence[Statement] | None:
    """List the plain values that some references need, in order; None if they need other values, too."""
    wanted = set(_within(references, plain))
    if not wanted <= plain.keys():
        return None
    return [statement for statement in plain.values() if statement.id in wanted]


def repeated(builder: Builder, known: Sequence[Statement], receiver: int) -> int:
    """Append a call like a known one, which comes after its values, on another object."""
    ids = {statement.id: builder.next_id() for statement in known}
    for statement in known:
        builder.add(statement.substituted(ids))
    again = builder.draft.statements.pop()
    assert isinstance(again, CallStatement)
    return builder.add(again.replace(receiver=receiver), ANY)


def _within(references: Iterable[int], plain: Given) -> Iterator[int]:
    for reference in references:
        yield reference
        if reference in plain:
            yield from _within(plain[reference].references, plain)
