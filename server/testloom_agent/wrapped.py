"""What stands behind wrappers of functions."""

from __future__ import annotations

from typing import Any

MOST = 100
"""Wrappers within one another: an object that has whatever it is asked for has another one each time."""


def unwrapped(function: Any) -> Any:
    """Return the function behind a wrapper and all wrappers within it; the wrapper itself if none is last.

    `inspect.unwrap` raises where wrappers form a cycle, and `typing.get_type_hints` never ends.
    """
    seen = [function]
    while (behind := _behind(seen[-1])) is not None:
        if len(seen) > MOST or any(behind is known for known in seen):
            return function
        seen.append(behind)
    return seen[-1]


def _behind(function: Any) -> Any:
    try:
        return getattr(function, "__wrapped__", None)
    except Exception:  # of code of the subject that finds attributes
        return None
