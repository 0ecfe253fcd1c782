"""Upkeep of responses and clients after a test has changed: valid statuses, URL and transport."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from itertools import count
from typing import TypeGuard

from testloom.capabilities.clients.answers import ASYNCHRONOUS, CLIENT, OK, RESPONSE, TRANSPORT
from testloom.capabilities.clients.served import AnswersStatement
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.providers.inputs.types.addresses import ADDRESS
from testloom.search.providers.upkeep import Upkeep

MADE = frozenset({CLIENT, ASYNCHRONOUS, RESPONSE})
"""The classes whose constructor calls in a test are corrected."""
KNOWN = frozenset(status for status in map(int, HTTPStatus) if status >= OK)


class AnswerUpkeep(Upkeep):
    """Corrects statuses that no service sends and invalid URLs, and adds missing transports."""

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore statuses that exist, and clients with a transport and the plain address."""
        if AnswersStatement not in case.kinds and case.called.isdisjoint(MADE):
            return case
        case = _answered(case)
        said = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
        wrong = {id: value for id, value in _wanted(case, said) if id in said and said[id] != value}
        if not wrong:
            return case
        return TestCase(
            tuple(LiteralStatement(s.id, wrong[s.id]) if s.id in wrong else s for s in case.statements)
        )


def _answered(case: TestCase) -> TestCase:
    """The test case where each client has a transport: one without would go to the network."""
    made: list[Statement] = []
    ids = count(case.fresh_id)
    transport: int | None = None
    for statement in case.statements:
        if isinstance(statement, CallStatement) and statement.callable == TRANSPORT:
            transport = statement.id
        if _is_client(statement) and not {"transport", "mounts"} & dict(statement.kwargs).keys():
            if transport is None:
                made += _transport(ids)
                transport = made[-1].id
            made.append(statement.replace(kwargs=(*statement.kwargs, ("transport", transport))))
        else:
            made.append(statement)
    return case if tuple(made) == case.statements else TestCase(tuple(made))


def _transport(ids: Iterator[int]) -> Iterator[Statement]:
    """The statements that make a transport which answers that all is well."""
    status = LiteralStatement(next(ids), OK)
    response = CallStatement(next(ids), RESPONSE, None, (status.id,))
    stub = StubStatement(next(ids), (response.id,))
    yield from (status, response, stub, CallStatement(next(ids), TRANSPORT, None, (stub.id,)))


def _is_client(statement: Statement) -> TypeGuard[CallStatement]:
    return isinstance(statement, CallStatement) and statement.callable in (CLIENT, ASYNCHRONOUS)


def _wanted(case: TestCase, said: dict[int, Scalar]) -> Iterator[tuple[int, Scalar]]:
    """The literals that are statuses and addresses, each with what it is to be."""
    for place in _answering(case):
        yield place, _status(said.get(place))
    for call in case.calls:
        if call.callable == RESPONSE and call.args:
            yield call.args[0], _status(said.get(call.args[0]))
        elif _is_client(call) and "base_url" in (named := dict(call.kwargs)):
            yield named["base_url"], ADDRESS


def _status(said: Scalar) -> int:
    return said if type(said) is int and said in KNOWN else OK


def _answering(case: TestCase) -> Iterator[int]:
    """The statuses with which requests are answered."""
    pairs = {s.id: s.items for s in case.statements if isinstance(s, CollectionStatement)}
    for statement in case.statements:
        if isinstance(statement, AnswersStatement):
            yield from (items[0] for answer in statement.answers if (items := pairs.get(answer)))
