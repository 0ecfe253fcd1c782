"""Defaults that a framework replaces before it calls a function: `session: Session = Depends(get_session)`.

Whoever calls the function by hand has to pass what the framework would: the marker is not a value of its
type.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from inspect import isasyncgenfunction, isgeneratorfunction
from typing import Any, get_args, get_type_hints

from testloom_agent.kinds import is_class, is_function

MARKERS = frozenset({"fastapi.params", "typer.models"})
"""The modules that define the classes of such defaults."""


def is_marker(default: Any) -> bool:
    """Check whether a default stands for what a framework passes in its place."""
    return type(default).__module__ in MARKERS


def given_for(default: Any) -> Iterator[Any]:
    """Yield the annotation of what a framework passes in the place of a marker, if the marker tells it."""
    wanted = getattr(default, "dependency", None) if is_marker(default) else None
    if is_class(wanted):
        yield wanted
    elif is_function(wanted):
        hints: dict[str, Any] = {}
        with suppress(Exception):  # type hints may name something that does not exist
            hints = get_type_hints(wanted)
        if "return" in hints:
            is_opened = isgeneratorfunction(wanted) or isasyncgenfunction(wanted)
            yield from get_args(hints["return"])[:1] if is_opened else (hints["return"],)
