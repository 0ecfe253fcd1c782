"""Missed keys: keys that code, wherever it is, looks up in a test's dictionaries without finding them."""

from __future__ import annotations

from typing import Any

from testloom_agent.kinds import is_a

MOST_KEYS = 60
LONGEST_KEY = 60
UNKNOWN = object()


class AskedDict(dict[Any, Any]):
    """A dictionary that records the keys it is asked for and does not have, in the order of time."""

    def __init__(self, entries: dict[Any, Any]) -> None:
        super().__init__(entries)
        self._missed: dict[str, None] = {}

    def __contains__(self, key: object) -> bool:
        is_there = super().__contains__(key)
        return is_there if is_there else self._miss(key)

    def __missing__(self, key: object) -> Any:
        self._miss(key)
        raise KeyError(key)

    def get(self, key: object, default: Any = None) -> Any:
        """Look a key up as a dictionary does."""
        found = super().get(key, UNKNOWN)
        if found is UNKNOWN:
            self._miss(key)
            return default
        return found

    def pop(self, key: object, *default: Any) -> Any:
        """Take a key out as a dictionary does."""
        if not super().__contains__(key):
            self._miss(key)
        return super().pop(key, *default)

    def setdefault(self, key: object, default: Any = None) -> Any:
        """Look a key up, and put something there, as a dictionary does."""
        if not super().__contains__(key):
            self._miss(key)
        return super().setdefault(key, default)

    def copy(self) -> AskedDict:
        """Copy it; what the copy misses, this does too."""
        other = AskedDict(self)
        other._missed = self._missed
        return other

    def _miss(self, key: object) -> bool:
        if type(key) is str and len(key) <= LONGEST_KEY and len(self._missed) < MOST_KEYS:
            self._missed[key] = None
        return False


def missed_by(value: Any) -> list[str]:
    """List the strings that were looked up in a dictionary without success, if it noted them."""
    return list(value._missed) if is_a(value, AskedDict) else []
