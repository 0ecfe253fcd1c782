"""Sends requests to web applications, through the clients that these have for tests."""

from __future__ import annotations

import threading
from typing import Any
from urllib.parse import quote

TEXTS = ("path", "method")
PLAIN = (type(None), bool, int, float, str)
LONGEST_END = 1.0
"""Seconds in which the threads of a client have to end."""


def send(statement: list[Any], values: dict[int, Any]) -> Any:
    """Send the request that a statement says; the response."""
    _, _, _, client, arguments, keywords, (_, _, method, path, places, follows, _) = statement
    given = {place[0]: values[key] for place, key in zip(places, arguments, strict=False)}
    given.update({name: values[key] for name, key in keywords.items()})
    parts: dict[str, str] = {}
    said: dict[str, Any] = {} if follows else {"follow_redirects": False}
    for name, argument, key, prefix in places:
        if name not in given:
            continue
        value = given[name]
        if argument in TEXTS or prefix:
            value = f"{prefix}{_plain(value)}"
        if argument == "path":
            parts[key] = quote(value, safe="")
        elif argument == "method":
            method = value
        elif key:
            said.setdefault(argument, {})[key] = value
        else:
            said[argument] = value
    hesitation = threading.getprofile()
    threading.setprofile(None)  # what carries the request does not begin late
    try:
        return getattr(values[client], method)(path.format(**parts), **said)
    finally:
        threading.setprofile(hesitation)
        _wait_for_threads()


def _plain(value: Any) -> Any:
    """A value that becomes a text; only that of a plain one is the same everywhere."""
    if type(value) not in PLAIN:
        raise TypeError(f"{type(value).__name__} is nothing that a path can say")
    return value


def _wait_for_threads() -> None:
    """Wait for the threads in which an application has run: they end by themselves, a moment later."""
    for thread in threading.enumerate():
        if type(thread).__module__.startswith("anyio."):
            thread.join(LONGEST_END)
