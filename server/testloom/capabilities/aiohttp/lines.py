"""Requests as source: `make_mocked_request("GET", "/?page=1", match_info={"name": "a"}, app=application)`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

from testloom.capabilities.aiohttp.statement import (
    APP,
    BODY,
    FORM,
    HEADERS,
    JSON,
    PATH,
    QUERY,
    MockedRequestStatement,
)
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement
from testloom.writer.errors import UnwritableError
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.written_calls import WrittenCall
from testloom.writer.syntax.names import attribute, call
from testloom.writer.values.expressions import collection

MOCK, LATER = "unittest.mock:Mock", "unittest.mock:AsyncMock"
MODULE = ":json"
ENCODED = ("Content-Type", "application/x-www-form-urlencoded")


class MockedRequestLines(WrittenCall):
    """Writes requests as calls of aiohttp's test function."""

    kinds = (MockedRequestStatement,)

    def source(self, statement: MockedRequestStatement, scope: CaseScope) -> str:
        """Render the call that creates the request, with its body in one piece.

        Raises:
            UnwritableError: if no source expresses it.
        """
        said = dict(statement.kwargs)
        named: list[tuple[str, str]] = []
        if statement.parts:
            items = [
                text
                for key, value in statement.given.items()
                for text in (scope.literal(key), scope.value(value))
            ]
            matched = scope.slot_of(collection("dict", items), "match_info", statement.given.values())
            named.append(("match_info", matched))
        given = _items(said[HEADERS], scope) if HEADERS in said else ()
        headers = [*map(scope.value, given), *(map(scope.literal, ENCODED) if FORM in said else ())]
        if headers:
            named.append((HEADERS, scope.slot_of(collection("dict", headers), HEADERS, given)))
        if APP in said:
            named.append((APP, scope.value(said[APP])))
        if body := _body(said, scope):
            sent = call(scope.mock(LATER), [], [("side_effect", f"[{body}, {scope.literal(b'')}]")])
            named.append(("payload", call(scope.mock(MOCK), [], [("readany", sent)])))
        query = urlencode(_texts(said[QUERY], scope)) if QUERY in said else ""
        path = _path(statement, scope) + (f"?{query}" if query else "")
        args = [scope.literal(statement.method), scope.slot(scope.literal(path), "path", "input")]
        return call(scope.path(statement.callable), args, named)

    def paths(self, statement: CallStatement) -> Iterator[str]:
        """Yield the paths of the names that the body of the request needs."""
        said = dict(statement.kwargs)
        if not {JSON, FORM, BODY}.isdisjoint(said):
            yield from (MOCK, LATER)
        if JSON in said:
            yield MODULE


def _path(statement: MockedRequestStatement, scope: CaseScope) -> str:
    """The path, with its parts."""
    said = dict(statement.kwargs)
    if PATH in said:
        return _plain(said[PATH], scope)
    path = statement.path
    for name, value in statement.given.items():
        path = path.replace(f"{{{name}}}", quote(_plain(value, scope), safe=""))
    return path


def _body(said: dict[str, int], scope: CaseScope) -> str:
    """What is sent with a request; nothing if that is nothing."""
    if JSON in said and (plain := _data(said[JSON], scope)) is not None:
        return scope.slot(scope.literal(json.dumps(plain[0]).encode()), "body", "input")
    if JSON in said:
        dumped = call(attribute(scope.path(MODULE), "dumps"), [scope.value(said[JSON], "payload")])
        return call(attribute(dumped, "encode"), [])
    if FORM in said:
        form = urlencode(_texts(said[FORM], scope)).encode()
        return scope.slot(scope.literal(form), "form", "input")
    return scope.value(said[BODY], "body") if BODY in said else ""


def _data(reference: int, scope: CaseScope) -> tuple[Any] | None:
    """What a value is, alone in a tuple, if it is plain; None if a call makes any of it, or may change it."""
    statement = scope.layout.statements[reference]
    if isinstance(statement, LiteralStatement) and not isinstance(statement.value, bytes | complex):
        return (statement.value,)
    if not isinstance(statement, CollectionStatement) or statement.kind not in ("list", "tuple", "dict"):
        return None
    usage, parts = scope.layout.usages.get(reference), [_data(item, scope) for item in statement.items]
    found = [part[0] for part in parts if part is not None]
    if usage is None or usage.references > 1 or len(found) < len(parts):
        return None
    if statement.kind == "dict" and any(isinstance(key, list | dict) for key in found[::2]):
        return None
    return (dict(zip(found[::2], found[1::2], strict=True)) if statement.kind == "dict" else found,)


def _items(reference: int, scope: CaseScope) -> tuple[int, ...]:
    """The keys and values of a dictionary by turns.

    Raises:
        UnwritableError: if it is none.
    """
    statement = scope.layout.statements[reference]
    if not isinstance(statement, CollectionStatement) or statement.kind != "dict":
        raise UnwritableError("What a request says is not a dictionary.")
    return statement.items


def _texts(reference: int, scope: CaseScope) -> dict[str, str]:
    """The texts that a dictionary has."""
    texts = [_plain(item, scope) for item in _items(reference, scope)]
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _plain(reference: int, scope: CaseScope) -> str:
    """A text that becomes a part of another.

    Raises:
        UnwritableError: if it is none.
    """
    statement = scope.layout.statements[reference]
    if not isinstance(statement, LiteralStatement) or not isinstance(statement.value, str):
        raise UnwritableError("A part of a request is not plain text.")
    return statement.value
