"""Description of responses of web applications, and of the output of commands.

The application is left out, except for how it was set up, and the client too, except for the data that is
stored for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from testloom_agent.execution.reporting.frameworks.django_templates import (
    given_to_template,
    messages_for_user,
)
from testloom_agent.execution.reporting.frameworks.flask_applications import APPLICATION, told_of_application
from testloom_agent.execution.reporting.frameworks.flask_sessions import CLIENT, told_of_session
from testloom_agent.execution.reporting.frameworks.quart_responses import told_of_quart

LONGEST_PAGE = 200
"""The number of characters of a page that are reported."""
ORIGINS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    APPLICATION: told_of_application,
    CLIENT: told_of_session,
}
"""What is reported of an application, and of a client."""
UNTOLD = (
    *ORIGINS,
    "fastapi.applications:FastAPI",
    "quart.app:Quart",
    "quart.testing.client:QuartClient",
    "starlette.applications:Starlette",
    "starlette.testclient:TestClient",
    "httpx:AsyncClient",
    "httpx:Client",
    "httpx:MockTransport",
    "click.testing:CliRunner",
    "typer.testing:CliRunner",
    "django.test.client:Client",
    "rest_framework.test:APIClient",
    "sqlalchemy.ext.asyncio.session:AsyncSession",
    "sqlalchemy.ext.asyncio.session:async_sessionmaker",
    "sqlmodel.ext.asyncio.session:AsyncSession",
    "aiohttp.web_app:Application",
    "aiohttp.web_request:Request",
)
"""Applications, requests, clients and session proxies: tests assert nothing about them as such."""
RESULTS = ("click.testing:Result", "typer.testing:Result")
LONGEST_OUTPUT = 600
"""The number of characters of a command's output that are reported."""
USAGE = "Usage: "
ASGI = ("httpx:Response", "httpx2:Response")
WSGI = "werkzeug.test:"
AIOHTTP = "aiohttp.web_response:Response"
RAISED = "aiohttp.web_exceptions"
QUART = "quart.wrappers.response:Response"
DJANGO = ("django.http.response:", "django.template.response:", "rest_framework.response:")
REJECTED = 422


def told_of(path: str, value: Any) -> dict[str, Any] | None:
    """Describe the assertable parts of a response; empty for its origins, None for other objects."""
    if path in UNTOLD:
        return ORIGINS[path](value) if path in ORIGINS else {}
    if path in RESULTS:
        return _printed(value)
    if path.startswith(DJANGO):
        return _told_of_django(value)
    if path in (AIOHTTP, QUART):
        return _told_of_aiohttp(value) if path == AIOHTTP else told_of_quart(value)
    if path not in ASGI and not (path.startswith(WSGI) and path.endswith("Response")):
        return None
    status: int = value.status_code
    headers: Any = value.headers
    told: dict[str, Any] = {"status_code": status}
    if 300 <= status < 400 and "location" in headers:
        name = "location" if path.startswith(WSGI) else "headers['location']"
        return {**told, name: headers["location"]}
    question = "get_json()" if path.startswith(WSGI) else "json()"
    try:
        return {**told, **_content(value, status, headers, question)}
    except MemoryError:
        raise
    except Exception:  # content declared as JSON may be none, or not be there yet
        return told


def text_of(error: BaseException) -> str | None:
    """Return the text of a raised response, empty if it is the status and its usual phrase.

    None for other errors, and for responses whose text is too long, cannot be read, or says no more than the
    message, which is reported instead.
    """
    kind: Any = type(error)
    if not any(base.__module__ == RAISED and base.__name__ == "HTTPException" for base in kind.__mro__):
        return None
    response: Any = error
    try:
        text, line, usual = response.text, f"{response.status}: {response.reason}", _phrase(response.status)
    except MemoryError:
        raise
    except Exception:  # the bytes may have another encoding than the headers say, or an unknown one
        return None
    if type(text) is not str or len(text) > LONGEST_PAGE:
        return None
    if text != line:
        return text
    return "" if response.reason == usual else None


def _phrase(status: int) -> str:
    """Return the standard phrase for a status; empty for others."""
    return HTTPStatus(status).phrase if status in {known.value for known in HTTPStatus} else ""


def _printed(result: Any) -> dict[str, Any]:
    """Describe how a command ended, and its output; of a message about wrong usage, the last line."""
    told: dict[str, Any] = {"exit_code": result.exit_code}
    output: str = result.output
    lines = output.splitlines()
    if output.startswith(USAGE):
        is_plain = lines[-1].startswith("Error: ")
        return {**told, "output.splitlines()[-1]": lines[-1]} if is_plain else told
    if len(output) > LONGEST_OUTPUT:
        return told
    return {**told, "output.splitlines()": lines} if len(lines) > 1 else {**told, "output": output}


def _told_of_django(value: Any) -> dict[str, Any]:
    """Describe a response of Django as tests assert it: its redirection, data, a short text, or a page."""
    told: dict[str, Any] = {"status_code": value.status_code}
    if messages := messages_for_user(value):
        told["said messages"] = messages
    if hasattr(value, "url"):
        return {**told, "url": value.url}
    kind = str(value.headers.get("content-type", ""))
    if "json" in kind and hasattr(value, "json"):
        return {**told, "json()": value.json()}
    content = value.content if getattr(value, "is_rendered", hasattr(value, "content")) else b""
    is_short = 0 < len(content) <= LONGEST_PAGE and not content.lstrip().startswith(b"<")
    return {**told, "content": content} if is_short else {**told, **dict(given_to_template(value))}


def _told_of_aiohttp(value: Any) -> dict[str, Any]:
    """Describe a response of aiohttp, whose JSON is text, as tests assert it: redirection, JSON or text."""
    told: dict[str, Any] = {"status": value.status}
    if 300 <= value.status < 400 and "Location" in value.headers:
        return {**told, "headers['location']": value.headers["Location"]}
    if type(value.body) is not bytes:  # other bodies can be read or sent only once
        return told
    try:
        text: str = value.text
        if value.content_type == "application/json":
            return {**told, "json text": json.loads(text)}
    except (
        ValueError,
        LookupError,
        RecursionError,
    ):  # whatever its headers say
        return told
    return {**told, "text": text} if 0 < len(text) <= LONGEST_PAGE else told


def _content(value: Any, status: int, headers: Any, question: str) -> dict[str, Any]:
    """Describe the body: data, or a short text, but not what frameworks say when they reject a request."""
    kind = str(headers.get("content-type", ""))
    if "json" in kind:
        data = getattr(value, question.removesuffix("()"))()
        is_frameworks = status == REJECTED and isinstance(data, dict) and isinstance(data.get("detail"), list)
        return {} if is_frameworks else {question: data}
    text: str = value.text if kind.startswith("text/") else ""
    is_page = text.lstrip()[:9].lower() == "<!doctype"
    return {"text": text} if text and not is_page and len(text) <= LONGEST_PAGE else {}
