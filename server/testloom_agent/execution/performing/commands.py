"""Invokes commands of command-line applications, through the test clients of their libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PARAMETERS = ("args", "input")


def invoke(statement: list[Any], values: dict[int, Any], resolve: Callable[[str], Any]) -> Any:
    """Invoke the command that a statement says; the result, unless it raises an exception."""
    _, _, _, runner, arguments, keywords, (_, app, names) = statement
    given = {name: values[key] for name, key in zip(PARAMETERS, arguments, strict=False)}
    given.update({name: values[key] for name, key in keywords.items()})
    words = [*names, *given.pop("args", ())]
    return values[runner].invoke(resolve(app), words, catch_exceptions=False, **given)
