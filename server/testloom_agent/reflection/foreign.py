"""Callables that do not belong to the subject, and that a test calls for their effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from testloom_agent.reflection.members.hints.annotations import Type


def foreign_callable(
    identity: str, returns: Type, parameters: Sequence[Any] = (), owner: str | None = None
) -> dict[str, Any]:
    """Describe one as docs/agent-protocol.md has callables: a method if it has an owner, else a function."""
    nothing: list[str] = []
    return {
        "id": identity,
        "kind": "function" if owner is None else "method",
        "owner": owner,
        "parameters": list(parameters),
        "returns": returns,
        "is_coroutine": False,
        "is_generator": False,
        "is_private": False,
        "in_subject": False,
        "line": 0,
        "raises": nothing,
        "reads": nothing,
        "writes": nothing,
    }
