"""Requests that have come far: what they say opens the same handler again, and their headers others, too."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from testloom.model.statements import (
    CollectionStatement,
    LiteralStatement,
    RequestStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.types import Scalar

HEADERS = "headers"
MOST = 3
"""So many requests of a handler, and values of a header, are remembered, the latest."""


class Accepted:
    """What the requests say of tests that covered what none did before."""

    def __init__(self) -> None:
        self._headers: dict[str, deque[Scalar]] = {}
        self._requests: dict[str, deque[tuple[Statement, ...]]] = {}

    def note_success(self, case: TestCase) -> None:
        """Learn from a test that covers what none did before, unless it has changed the environment."""
        if any(isinstance(statement, EnvironmentStatement) for statement in case):
            return
        plain = {s.id: s for s in case if isinstance(s, LiteralStatement | CollectionStatement)}
        for statement in case.statements:
            if not isinstance(statement, RequestStatement):
                continue
            self._take_headers(statement, plain)
            needed = _needed(statement, plain)
            if needed is not None:
                known = self._requests.setdefault(statement.callable, deque(maxlen=MOST))
                known.append((*needed, statement))

    def headers(self, key: str) -> Iterable[Scalar]:
        """The values that a header has had."""
        return self._headers.get(key, ())

    def request(self, called: str, rng: Random) -> Sequence[Statement]:
        """The values of a request to a handler, and behind them the request; nothing if none came far."""
        known = self._requests.get(called)
        return rng.choice(known) if known else ()

    def _take_headers(self, statement: RequestStatement, plain: Mapping[int, Statement]) -> None:
        given = statement.given
        for place in statement.request.places:
            said = plain.get(given.get(place.name, -1))
            if place.argument == HEADERS and isinstance(said, LiteralStatement):
                known = self._headers.setdefault(place.key, deque(maxlen=MOST))
                if said.value not in known:
                    known.append(said.value)


def _needed(statement: RequestStatement, plain: Mapping[int, Statement]) -> list[Statement] | None:
    """The values that a request says, in their order; None if some are not plain."""
    wanted = set(_within(statement.given.values(), plain))
    return [s for s in plain.values() if s.id in wanted] if wanted <= plain.keys() else None


def _within(references: Iterable[int], plain: Mapping[int, Statement]) -> Iterator[int]:
    for reference in references:
        yield reference
        if reference in plain:
            yield from _within(plain[reference].references, plain)
