"""Upkeep of mocked requests after a test has changed: strings where required, a path and a method."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from testloom.capabilities.aiohttp.requests import APPLICATION, METHODS, REQUEST, ROOT
from testloom.capabilities.aiohttp.statement import (
    BODY,
    FORM,
    HEADERS,
    PATH,
    QUERY,
    MockedRequestStatement,
)
from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.operators.directed.guide import Guide
from testloom.search.providers.upkeep import Upkeep

STAND_IN = "a"
"""The replacement for a part of a path of which no valid characters are left."""
OF_TEXTS = (QUERY, HEADERS, FORM)
NOT_IN_PATHS = frozenset("?#%[]{}\\ ")
KEY_ERROR = "builtins:KeyError"
BY_NAME = re.compile(r"(?:\.app|\.match_info)?\[('[^']*')\]")
"""Uses of a parameter with a string key, under which a request, an application or a path has a value."""
MISSING = ("<AppKey(", "<RequestKey(")
"""Prefixes of KeyError messages for keys that an application or a request lacks."""


class HandedUpkeep(Upkeep):
    """Restores requests that could not exist to valid ones."""

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore requests that could exist: with texts where texts belong, a path and a method."""
        if MockedRequestStatement not in case.kinds:
            return case
        case = _as_dispatched(case)
        said = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
        wanted = dict(_wanted(case, said))
        wrong = {key: value for key, value in wanted.items() if said[key] != value}
        if not wrong:
            return case
        return TestCase(
            tuple(LiteralStatement(s.id, wrong[s.id]) if s.id in wrong else s for s in case.statements)
        )


class HandedGuide(Guide):
    """Recognises exceptions raised because a test has not stored a value that the code looks up."""

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether a key is missing in an application or a request."""
        return error.type == KEY_ERROR and error.message.startswith(MISSING)

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether the missing key is one that the code looks up in a request or an application.

        A part of the path of a request counts, too.
        """
        if error.type != KEY_ERROR or MockedRequestStatement not in case.kinds:
            return False
        parameters = (one for known in subject.callables.values() for one in known.parameters)
        uses = (use for one in parameters if one.type.name in (REQUEST, APPLICATION) for use in one.uses)
        return any(key[1] == error.message for use in uses if (key := BY_NAME.match(use)) is not None)


def _as_dispatched(case: TestCase) -> TestCase:
    """The test case where a request has the method for which its view is called, by the name of that."""
    calls = case.calls
    views = {call.id: call.args[0] for call in calls if call.receiver is None and call.args}
    methods = {
        views[call.receiver]: name
        for call in calls
        if call.receiver in views and (name := call.callable.rpartition(".")[2].upper()) in METHODS
    }
    wrong = {one.id for one in _requests(case.statements) if methods.get(one.id, one.method) != one.method}
    if not wrong:
        return case
    return TestCase(
        tuple(
            one.replace(method=methods[one.id])
            if isinstance(one, MockedRequestStatement) and one.id in wrong
            else one
            for one in case.statements
        )
    )


def _wanted(case: TestCase, said: dict[int, Scalar]) -> Iterator[tuple[int, Scalar]]:
    """The literals that requests are made with, each with what it is to be."""
    collections = {s.id: s.items for s in case.statements if isinstance(s, CollectionStatement)}
    for request in _requests(case.statements):
        for value in request.args:
            if value in said:
                yield value, _text(said[value]) or STAND_IN
        for name, value in request.kwargs:
            if name in PLAIN and value in said:
                yield value, PLAIN[name](said[value])
            for item in collections.get(value, ()) if name in OF_TEXTS else ():
                if item in said:
                    yield item, _header(said[item]) if name == HEADERS else _text(said[item])


def _requests(statements: tuple[Statement, ...]) -> Iterator[MockedRequestStatement]:
    yield from (statement for statement in statements if isinstance(statement, MockedRequestStatement))


def _path(said: Scalar) -> str:
    text = _text(said)
    is_path = text.startswith(ROOT) and text.isascii() and text.isprintable()
    return text if is_path and NOT_IN_PATHS.isdisjoint(text) and not text.startswith("//") else ROOT


def _text(said: Scalar) -> str:
    if isinstance(said, bytes):
        return said.decode("latin-1")
    text = said if isinstance(said, str) else "" if said is None else str(said)
    return text.encode(errors="replace").decode()


def _header(said: Scalar) -> str:
    return "".join(letter for letter in _text(said) if letter.isprintable())


def _bytes(said: Scalar) -> bytes:
    return said if isinstance(said, bytes) else _text(said).encode()


PLAIN: Mapping[str, Callable[[Scalar], Scalar]] = {PATH: _path, BODY: _bytes}
"""The function that restores each part of a request that is a single plain value."""
