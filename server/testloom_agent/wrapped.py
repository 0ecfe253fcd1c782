"""The functions behind wrappers."""

from __future__ import annotations

from typing import Any

MOST = 100
"""How many nested wrappers are followed: an object that offers any attribute has another one each time."""


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
    except Exception:  # code of the subject may compute attributes
        return None
