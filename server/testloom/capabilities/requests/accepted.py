"""Successful requests: their values are reused for the same handler, and their headers for others, too."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random

from testloom.capabilities.contexts import ConfiguredStatement, ContextStatement
from testloom.capabilities.requests.held import HeldStatement
from testloom.capabilities.requests.overriding import OverrideStatement
from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.requests import Request
from testloom.model.statements import LiteralStatement, Statement, TestCase
from testloom.model.types import Scalar
from testloom.search.providers.successes import MOST, Given, Successes, needed, plain_values

HEADERS = "headers"
PREPARING = (OverrideStatement, HeldStatement, ConfiguredStatement, ContextStatement)
"""The statements that prepare the application for requests."""


class Accepted:
    """The values of requests in tests that increased the coverage."""

    def __init__(self) -> None:
        self._headers: dict[str, deque[Scalar]] = {}
        self._requests = Successes()
        self._openings: dict[tuple[str, str], deque[Sequence[Statement]]] = {}

    def note_success(self, case: TestCase) -> None:
        """Learn from a test that covers what none did before, unless it has changed more of the environment.

        What is there before a request, other tests will have there, too.
        """
        if (plain := plain_values(case, but=PREPARING)) is None:
            return
        for statement in case.statements:
            if isinstance(statement, RequestStatement):
                self._take_headers(statement, plain)
                self._requests.note(statement, statement.given.values(), plain)
        self._take_opening([s for s in case.statements if isinstance(s, RequestStatement)], plain)

    def opening(self, request: Request, rng: Random) -> Sequence[Statement]:
        """Requests to the application, with their values, after which another came far."""
        known = self._openings.get((request.client, request.app))
        return rng.choice(known) if known else ()

    def headers(self, key: str) -> Iterable[Scalar]:
        """Return the latest values that a header had in accepted requests."""
        return self._headers.get(key, ())

    def requests(self, called: str) -> Sequence[Sequence[Statement]]:
        """Return the accepted requests to a handler, each after the statements for its values."""
        return self._requests.of(called)

    def _take_opening(self, sent: Sequence[RequestStatement], plain: Given) -> None:
        """Remember what came before the last request of a test."""
        before = sent[:-1]
        given = needed((value for request in before for value in request.given.values()), plain)
        if before and given is not None:
            request = before[0].request
            known = self._openings.setdefault((request.client, request.app), deque(maxlen=MOST))
            known.append((*given, *before))

    def _take_headers(self, statement: RequestStatement, plain: Given) -> None:
        given = statement.given
        for place in statement.request.places:
            said = plain.get(given.get(place.name, -1))
            if place.argument == HEADERS and isinstance(said, LiteralStatement):
                known = self._headers.setdefault(place.key, deque(maxlen=MOST))
                if said.value not in known:
                    known.append(said.value)
