"""Details of a pydantic validation error: the fields of the model that are wrong, and what is wrong."""

from __future__ import annotations

from typing import Any

from testloom_agent.reflection.identities import found_at

MOST = 10
OF_VALIDATORS = ("value_error", "assertion_error")
HOME = "pydantic_core._pydantic_core"


def errors_in(error: BaseException) -> list[list[Any]]:
    """List the place, the kind and any validator's message of each error of a pydantic exception.

    The list is empty for other exceptions, or where keys are not plain.
    """
    kind: Any = type(error)
    if kind.__module__ != HOME or kind is not found_at("pydantic_core", "ValidationError"):
        return []
    told = kind.errors(error, include_url=False, include_context=False, include_input=False)
    if not all(type(key) in (str, int) for entry in told[:MOST] for key in entry["loc"]):
        return []
    return [[list(entry["loc"]), entry["type"], _said(entry)] for entry in told[:MOST]]


def _said(entry: dict[str, Any]) -> str:
    """Return the message of a validator, without the library's words before it."""
    return str(entry["msg"]).partition(", ")[2] if entry["type"] in OF_VALIDATORS else ""
