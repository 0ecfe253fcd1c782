"""Objects that are reachable from others, found without running their code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from testloom_agent.kinds import dictionary_of

MOST = 500
DEEPEST = 3
_PLAIN = (type(None), bool, int, float, str, bytes, type)


def reachable(roots: Iterable[Any]) -> frozenset[int]:
    """Collect the ids of the roots and of all objects reached through attributes and collections."""
    found: set[int] = set()
    level = list(roots)
    for _ in range(DEEPEST + 1):
        fresh = [value for value in level if type(value) not in _PLAIN and id(value) not in found]
        found.update(map(id, fresh[: MOST - len(found)]))
        level = [held for value in fresh[:MOST] for held in _held(value)]
    return frozenset(found)


def _held(value: Any) -> Iterator[Any]:
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        yield from list(value)[:MOST]
    elif kind is dict:
        yield from list(value.values())[:MOST]
    else:
        yield from list((dictionary_of(value) or {}).values())
