"""Sends requests to web applications, through their test clients."""

from __future__ import annotations

import threading
from typing import Any
from urllib.parse import quote

from testloom_agent.environment.fixtures import punctual_threads
from testloom_agent.execution.performing.portals import Portal

TEXTS = ("path", "method")
APART = ("override", "session", "config")
"""Entries that are not part of the request, but are set before it."""
PLAIN = (type(None), bool, int, float, str)
OF_FLASK = ("flask.", "quart.")
LONGEST_END = 1.0
"""Seconds in which the threads of a client have to end."""


class Sender:
    """Sends requests; requests to applications of Starlette go through one `portal`."""

    def __init__(self) -> None:
        self.portal = Portal()

    def send(self, statement: list[Any], values: dict[int, Any]) -> Any:
        """Send the request that a statement says; the response."""
        client, (method, path, said) = values[statement[3]], _request(statement, values)
        _have_errors_raised(client)
        with punctual_threads(), self.portal.lent_to(client) as is_lent:
            try:
                return getattr(client, method)(path, **said)
            finally:
                if (
                    not is_lent and getattr(client, "portal", None) is None
                ):  # else they stay until it is closed
                    _wait_for_threads()


def _request(statement: list[Any], values: dict[int, Any]) -> tuple[str, str, dict[str, Any]]:
    """Return the client's method, the path, and the other arguments of a request."""
    _, _, _, client, arguments, keywords, (_, _, method, path, places, follows, *_) = statement
    given = {place[0]: values[key] for place, key in zip(places, arguments, strict=False)}
    given.update({name: values[key] for name, key in keywords.items()})
    parts: dict[str, str] = {}
    said: dict[str, Any] = {} if follows else {"follow_redirects": False}
    for name, argument, key, prefix in places:
        if name not in given or argument in APART:
            continue
        value = given[name]
        if argument in TEXTS or prefix:
            value = f"{prefix}{_plain(value)}"
        elif value is values[client]:
            raise TypeError("a client is nothing that a request says")
        if argument == "path":
            parts[key] = quote(value, safe="")
        elif argument == "method":
            method = value
        elif key:
            said.setdefault(argument, {})[key] = value
        else:
            said[argument] = value
    return method, path.format(**parts), said


def _have_errors_raised(client: Any) -> None:
    """Have an application of Flask or Quart raise the errors of its code, instead of answering."""
    application: Any = getattr(client, "application", None) or getattr(client, "app", None)
    if any(str(base.__module__).startswith(OF_FLASK) for base in type(application).__mro__):
        application.config["PROPAGATE_EXCEPTIONS"] = True


def _plain(value: Any) -> Any:
    """Return a value for a path if it is plain; the strings of other values differ between machines."""
    if type(value) not in PLAIN:
        raise TypeError(f"{type(value).__name__} is nothing that a path can say")
    return value


def _wait_for_threads() -> None:
    """Wait for the threads in which an application has run: they end by themselves after a moment."""
    for thread in threading.enumerate():
        if type(thread).__module__.startswith("anyio."):
            thread.join(LONGEST_END)
