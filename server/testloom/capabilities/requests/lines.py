"""Requests to web applications as source: `client.post("/items", json={"name": "tea"})`."""

from __future__ import annotations

from urllib.parse import quote

from testloom.capabilities.requests.statement import RequestStatement
from testloom.model.requests import APART, METHODS
from testloom.model.statements import LiteralStatement
from testloom.writer.errors import UnwritableError
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.written_calls import WrittenCall
from testloom.writer.syntax.literals import f_string
from testloom.writer.syntax.names import attribute, call
from testloom.writer.values.expressions import collection

PARAMETERS = {"json": "payload", "data": "form", "form": "form", "params": "query", "query_string": "query"}
"""The parameter of a table of test data for each keyword of the client's method."""
ANSWERING = {"flask.app:Flask.test_client": "application", "quart.app:Quart.test_client": "app"}
"""The clients of applications that answer where code raises an exception: the attribute with the application.

The agent has all of them raise it (`PROPAGATE_EXCEPTIONS`).
"""


class RequestLines(WrittenCall):
    """Writes requests as calls of the methods of the client."""

    kinds = (RequestStatement,)

    def source(self, statement: RequestStatement, scope: CaseScope) -> str:
        """Render the call of the client.

        Raises:
            UnwritableError: if no source expresses it.
        """
        request, given = statement.request, statement.given
        parts: dict[str, str] = {}
        said: dict[str, list[tuple[str, str, int]]] = {}
        method = request.method
        for place in request.places:
            if place.name not in given or place.argument in APART:
                continue
            if place.argument == "path":
                parts[place.key] = _in_path(given[place.name], scope)
            elif place.argument == "method":
                method = str(_plain(given[place.name], scope))
            else:
                said.setdefault(place.argument, []).append((place.key, place.prefix, given[place.name]))
        if method not in METHODS or statement.receiver is None:
            raise UnwritableError(f"No client has a method {method!r}.")
        if any(text.startswith("{") for text in parts.values()):
            path = f_string(_doubled(request.path).format(**parts), single_quotes=scope.single_quotes)
        else:
            path = scope.slot(scope.literal(request.path.format(**parts)), "path", "input")
        named = [(argument, _argument(argument, values, scope)) for argument, values in said.items()]
        if not request.follows:
            named.append(("follow_redirects", "False"))
        return call(attribute(scope.value(statement.receiver), method), [path], named)

    def letting_through(self, statement: RequestStatement, scope: CaseScope) -> str | None:
        """`monkeypatch.setitem(client.application.config, "PROPAGATE_EXCEPTIONS", True)`."""
        application = ANSWERING.get(statement.request.client)
        if application is None or statement.receiver is None:
            return None
        settings = attribute(scope.value(statement.receiver), f"{application}.config")
        key = scope.literal("PROPAGATE_EXCEPTIONS")
        return call(f"{scope.fixture('monkeypatch')}.setitem", [settings, key, "True"])


def _doubled(path: str) -> str:
    """A path whose own braces stay doubled when it is formatted."""
    return path.replace("{{", "{{{{").replace("}}", "}}}}")


def _in_path(reference: int, scope: CaseScope) -> str:
    """A value in a path: a text, or the variable that has it."""
    name = scope.layout.variables.get(reference)
    if name is not None and not isinstance(scope.layout.statements[reference], LiteralStatement):
        return f"{{{name}}}"
    return quote(str(_plain(reference, scope)), safe="")


def _argument(argument: str, values: list[tuple[str, str, int]], scope: CaseScope) -> str:
    """What the client's method takes by a keyword: a whole, or a dictionary of its parts."""
    hint = PARAMETERS.get(argument, argument)
    if values[0][0] == "":
        return scope.value(values[0][2], hint)
    items = [
        text for key, prefix, value in values for text in (scope.literal(key), _part(prefix, value, scope))
    ]
    return scope.slot_of(collection("dict", items), hint, [value for _, _, value in values])


def _part(prefix: str, value: int, scope: CaseScope) -> str:
    name = scope.layout.variables.get(value)
    if prefix and name is not None and not isinstance(scope.layout.statements[value], LiteralStatement):
        text = prefix.replace("{", "{{").replace("}", "}}")
        return f_string(f"{text}{{{name}}}", single_quotes=scope.single_quotes)
    return scope.literal(f"{prefix}{_plain(value, scope)}") if prefix else scope.value(value)


def _plain(reference: int, scope: CaseScope) -> object:
    """A plain value that becomes a part of a text.

    Raises:
        UnwritableError: if it is none.
    """
    statement = scope.layout.statements[reference]
    if not isinstance(statement, LiteralStatement):
        raise UnwritableError("A part of the path of a request is not a plain value.")
    return statement.value
