"""Touches: the parts of its environment that a test case used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from testloom_agent.guard import Guard

Touch: TypeAlias = tuple[str, ...]
"""A kind of environment input, and which one: `("variable", "HOME")`, `("file", "a.txt")`."""
Note: TypeAlias = Callable[[Touch], None]

ELSEWHERE = "/"
"""The place that is noted for a relative path to somewhere no test can prepare."""
MOST_TOUCHES = 60
LONGEST = 200


class Touches:
    """Collects touches, each once, in the order of time.

    Paths come from the guard, which sees every opened file, and are classified only when a test has
    ended.
    """

    __slots__ = ("_folders", "_guard", "_places", "found")

    def __init__(self, guard: Guard, folders: Mapping[str, str], places: Iterable[str]) -> None:
        self.found: dict[Touch, None] = {}
        self._guard = guard
        self._folders = folders
        self._places = tuple(places)

    def note(self, touch: Touch) -> None:
        """Remember a touch once; leave out those beyond `MOST_TOUCHES`, or whose parts are not plain text.

        One that is only a kind stays, however many there are: it may say that the test shows nothing.
        """
        has_room = len(self.found) < MOST_TOUCHES or len(touch) == 1
        if has_room and all(type(part) is str for part in touch):
            self.found[touch] = None

    def begin(self) -> None:
        """Forget all touches."""
        self.found.clear()
        self._guard.paths.clear()

    def take(self) -> list[Touch]:
        """Return the touches since the last call, and forget them."""
        if self._guard.paths:
            for kind, path in self._guard.paths:
                place = self._place(path)
                if place is None and kind == "age" and not _is_absolute(path):
                    place = ELSEWHERE
                if place is not None:
                    self.note((kind, place))
            self._guard.paths.clear()
        touched = list(self.found)
        self.found.clear()
        return touched

    def _place(self, path: Any) -> str | None:
        """Convert a path to a test's notation: relative to the working folder, or beginning with `~` or `@`.

        An absolute path is kept if a constant of the code leads there.
        """
        try:
            text = os.path.normpath(os.fsdecode(path))
        except (TypeError, ValueError):
            return None
        for prefix, folder in self._folders.items():
            if text.startswith(folder + "/"):
                text = prefix + text[len(folder) + 1 :]
            elif text == folder:
                text = prefix[:1] or "."
        if text.startswith("..") or len(text) > LONGEST or not text.isprintable():
            return None
        return text if not text.startswith("/") or self._is_known(text) else None

    def _is_known(self, path: str) -> bool:
        return any(path == place or path.startswith(place + "/") for place in self._places)


def _is_absolute(path: Any) -> bool:
    try:
        return os.path.isabs(path)
    except TypeError:
        return False
