"""Responses of services to the requests of `requests` and `httpx`, if the project has imported these.

All requests, including `requests.get` and those of sessions and clients that the code makes itself, go
through the adapter of `requests` and the transports of `httpx`.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

REQUESTS, HTTPX = "requests", "httpx"
ADAPTERS = "requests.adapters"
TRANSPORTS, CLIENTS = "httpx._transports.default", "httpx._client"

SCHEMES = ("http", "https")
"""The schemes of the addresses of requests; the transports refuse any other scheme."""


class Served:
    """Answers requests as the test case says: with a status and JSON or text, or with an error.

    The last answer is repeated for all further requests. Without answers, requests are sent, which the
    guard refuses.
    """

    def __init__(self, note: Note) -> None:
        self._note = note
        self._answers: dict[str, list[Any]] = {}
        if ADAPTERS in sys.modules:
            self._watch_requests(vars(sys.modules[ADAPTERS])["HTTPAdapter"], sys.modules["requests.sessions"])
        if TRANSPORTS in sys.modules:
            self._watch_httpx(sys.modules[TRANSPORTS])

    def begin(self) -> None:
        """Forget the answers of the last test case."""
        self._answers = {}

    def set(self, library: str, answers: list[Any]) -> None:
        """Answer what a library sends with these, each an error or a status and what comes with it.

        Raises:
            TypeError: if one is neither.
        """
        for answer in answers:
            if not (isinstance(answer, Exception) or _is_answer(answer)):
                raise TypeError(f"{type(answer).__name__} is not an answer of a service")
        self._answers[library] = answers

    def _watch_requests(self, kind: Any, sessions: Any) -> None:
        real = kind.send

        def send(adapter: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
            if (answer := self._next(REQUESTS)) is None:
                return real(adapter, request, *args, **kwargs)
            return _response(answer, request)

        kind.send = like(real, send)
        sessions.get_netrc_auth = lambda url, raise_errors=False: None  # ignore this machine
        sessions.get_environ_proxies = lambda url, no_proxy=None: {}

    def _watch_httpx(self, transports: Any) -> None:
        kind, asynchronous = transports.HTTPTransport, transports.AsyncHTTPTransport
        real, awaited = kind.handle_request, asynchronous.handle_async_request

        def handle(transport: Any, request: Any) -> Any:
            answer = self._next(HTTPX) if request.url.scheme in SCHEMES else None
            return real(transport, request) if answer is None else _httpx_response(answer)

        async def handle_async(transport: Any, request: Any) -> Any:
            answer = self._next(HTTPX) if request.url.scheme in SCHEMES else None
            return await awaited(transport, request) if answer is None else _httpx_response(answer)

        kind.handle_request = like(real, handle)
        asynchronous.handle_async_request = like(awaited, handle_async)
        clients: Any = sys.modules.get(CLIENTS)
        if hasattr(clients, "get_environment_proxies"):  # private, like the next: some versions lack them
            clients.get_environment_proxies = dict  # ignore this machine
        if (make := getattr(transports, "create_ssl_context", None)) is not None:
            transports.create_ssl_context = like(make, _kept(make))

    def _next(self, library: str) -> Any:
        """Return the next answer for a library, None if the test case has none; errors are raised."""
        self._note(("answers", library))
        answers = self._answers.get(library)
        if not answers:
            return None
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def _response(answer: tuple[int, Any], request: Any) -> Any:
    status, body = answer
    response: Any = vars(sys.modules[REQUESTS])["Response"]()
    response.request, response.url = request, request.url
    response.status_code, response.reason = status, HTTPStatus(status).phrase
    text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
    response.raw = io.BytesIO(text.encode())
    return response


def _httpx_response(answer: tuple[int, Any]) -> Any:
    status, body = answer
    kind = vars(sys.modules[HTTPX])["Response"]
    return kind(status, text=body) if isinstance(body, str) else kind(status, json=body)


def _kept(make: Callable[..., Any]) -> Callable[..., Any]:
    """Cache a function that makes something from its arguments: reading certificates takes 30 ms."""
    made: dict[str, Any] = {}

    def kept(*args: Any, **kwargs: Any) -> Any:
        key = repr((args, kwargs))
        if key not in made:
            made[key] = make(*args, **kwargs)
        return made[key]

    return kept


def _is_answer(answer: Any) -> bool:
    """Check whether a value is a pair of an existing status and something that JSON can represent."""
    if type(answer) is not tuple or len(answer) != 2 or type(answer[0]) is not int:
        return False
    json.dumps(answer[1])
    return answer[0] in set(HTTPStatus)
