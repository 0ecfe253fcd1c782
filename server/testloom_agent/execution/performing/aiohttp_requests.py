"""Creation of the requests that handlers of aiohttp get, with aiohttp's own function for tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import AsyncMock, Mock
from urllib.parse import quote, urlencode

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.identities import class_id

APPLICATION = "aiohttp.web_app:Application"
ENCODED = {"Content-Type": "application/x-www-form-urlencoded"}


def hand(statement: list[Any], values: dict[int, Any], resolve: Callable[[str], Any]) -> Any:
    """Create the request that a statement describes, by the function that it calls.

    Raises:
        TypeError: if a value that has to be a string is none.
        ValueError: if the JSON cannot be encoded.
    """
    _, _, maker, _, given, keywords, parts, method, path = statement
    said = {name: values[key] for name, key in keywords.items()}
    headers = _texts(said.get("headers", {}))
    named: dict[str, Any] = {"app": _consistent(said["app"])} if "app" in said else {}
    if parts:
        named["match_info"] = _texts(dict(zip(parts, [values[key] for key in given], strict=True)))
    if (body := _body(said)) is not None:
        named["payload"] = Mock(readany=AsyncMock(side_effect=[body, b""]))
    if "form" in said:
        headers = {**headers, **ENCODED}
    if headers:
        named["headers"] = headers
    for name, text in named.get("match_info", {}).items():
        path = path.replace(f"{{{name}}}", quote(text, safe=""))
    query = urlencode(_texts(said["query"])) if said.get("query") else ""
    path = _text(said.get("path", path))
    address = f"{path}?{query}" if query else path
    return resolve(maker)(_text(method), address, **named)


def _consistent(app: Any) -> Any:
    """Return the application if the objects it stores are of the classes that the keys declare.

    Raises:
        TypeError: if one is not.
    """
    for key, value in app.items() if class_id(type(app)) == APPLICATION else ():
        kind = getattr(key, "_t", None)
        if is_class(kind) and not isinstance(value, kind):
            raise TypeError(f"{type(value).__name__} is not what an application keeps under {key}")
    return app


def _body(said: dict[str, Any]) -> bytes | None:
    """Build the body of a request: bytes, JSON, or the fields of a form."""
    if "json" in said:
        return json.dumps(said["json"], allow_nan=False).encode()
    if "form" in said:
        return urlencode(_texts(said["form"])).encode()
    body = said.get("body")
    if body is not None and type(body) is not bytes:
        raise TypeError(f"{type(body).__name__} is nothing that is sent")
    return body


def _texts(said: Any) -> dict[str, str]:
    if not is_a(said, dict):
        raise TypeError(f"{type(said).__name__} has no texts under names")
    return {_text(key): _text(value) for key, value in said.items()}


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"{type(value).__name__} is nothing that a request says as it is")
    return value
