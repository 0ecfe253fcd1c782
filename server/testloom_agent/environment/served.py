"""What services answer to the requests of `requests`, where the project has imported it.

All of them, also those of `requests.get` and of sessions that the code makes itself, go through the adapter.
"""

from __future__ import annotations

import io
import json
import sys
from http import HTTPStatus
from typing import Any

from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

ADAPTERS = "requests.adapters"
TOUCH = ("answers",)


class Served:
    """Has requests answered as the test case says: with a status and JSON or a text, or by an error.

    The last answer is that to all further requests. Without any, they are sent, which the guard refuses.
    """

    def __init__(self, note: Note) -> None:
        self._answers: list[Any] = []
        if ADAPTERS in sys.modules:
            kind: Any = vars(sys.modules[ADAPTERS])["HTTPAdapter"]
            real = kind.send

            def send(adapter: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
                note(TOUCH)
                return self._answer(request) if self._answers else real(adapter, request, *args, **kwargs)

            kind.send = like(real, send)
            sessions: Any = sys.modules["requests.sessions"]
            sessions.get_netrc_auth = lambda url, raise_errors=False: None  # what this machine has
            sessions.get_environ_proxies = lambda url, no_proxy=None: {}

    def begin(self) -> None:
        """Forget the answers of the last test case."""
        self._answers = []

    def set(self, answers: list[Any]) -> None:
        """Answer with these, each an error or a status and what comes with it.

        Raises:
            TypeError: if one is neither.
        """
        for answer in answers:
            if not (isinstance(answer, Exception) or _is_answer(answer)):
                raise TypeError(f"{type(answer).__name__} is no answer of a service")
        self._answers = answers

    def _answer(self, request: Any) -> Any:
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        status, body = answer
        response: Any = vars(sys.modules["requests"])["Response"]()
        response.request, response.url = request, request.url
        response.status_code, response.reason = status, HTTPStatus(status).phrase
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        response.raw = io.BytesIO(text.encode())
        return response


def _is_answer(answer: Any) -> bool:
    """Whether it is a pair of a status that there is and what JSON can say."""
    if type(answer) is not tuple or len(answer) != 2 or type(answer[0]) is not int:
        return False
    json.dumps(answer[1])
    return answer[0] in set(HTTPStatus)
