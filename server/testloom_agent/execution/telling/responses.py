"""What is told of a response of a web application; nothing of the application and of the client."""

from __future__ import annotations

from typing import Any

LONGEST_PAGE = 200
"""Characters of a page that are told."""
UNTOLD = (
    "flask.app:Flask",
    "flask.testing:FlaskClient",
    "fastapi.applications:FastAPI",
    "starlette.applications:Starlette",
    "starlette.testclient:TestClient",
)
"""Applications and clients, of which tests say nothing."""
ASGI = ("httpx:Response", "httpx2:Response")
WSGI = "werkzeug.test:"
REJECTED = 422


def told_of(path: str, value: Any) -> dict[str, Any] | None:
    """What a test says of a response; nothing of what it came from, and None of other objects."""
    if path in UNTOLD:
        return {}
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
    except Exception:  # what says that it is JSON may be none, or not be there yet
        return told


def _content(value: Any, status: int, headers: Any, question: str) -> dict[str, Any]:
    """The body: data, or a short text; not what frameworks say where they reject a request."""
    kind = str(headers.get("content-type", ""))
    if "json" in kind:
        data = getattr(value, question.removesuffix("()"))()
        is_frameworks = status == REJECTED and isinstance(data, dict) and isinstance(data.get("detail"), list)
        return {} if is_frameworks else {question: data}
    text: str = value.text if kind.startswith("text/") else ""
    is_page = text.lstrip()[:9].lower() == "<!doctype"
    return {"text": text} if text and not is_page and len(text) <= LONGEST_PAGE else {}
