"""Description of responses of Quart, whose contents a test awaits."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

LONGEST_PAGE = 200
"""The number of bytes of a text that are reported."""


def told_of_quart(value: Any) -> dict[str, Any]:
    """Describe a response as tests assert it: its status, and its target, JSON or short text."""
    told: dict[str, Any] = {"status_code": value.status_code}
    if 300 <= value.status_code < 400 and "location" in value.headers:
        return {**told, "location": value.headers["location"]}
    kind = str(value.headers.get("content-type", ""))
    try:
        if "json" in kind:
            return {**told, "awaited get_json": _result_of(value.get_json())}
        data = _result_of(value.get_data(as_text=False)) if kind.startswith("text/") else b""
    except MemoryError:
        raise
    except Exception:  # what is declared as JSON may be none, or be a stream
        return told
    is_page = data.lstrip()[:9].lower() == b"<!doctype"
    is_short = 0 < len(data) <= LONGEST_PAGE and not is_page
    return {**told, "awaited get_data": data} if is_short else told


def _result_of(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that has nothing to wait for, as a response that is complete.

    Raises:
        RuntimeError: if it waits for something.
    """
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    finally:
        coroutine.close()
    raise RuntimeError("the content of the response is not there yet")
