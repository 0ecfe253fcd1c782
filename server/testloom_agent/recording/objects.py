"""How objects came to be: the call of their constructor, and the calls of their methods since.

What was passed is kept as the steps that build it again, as it was then; no object lives longer for it.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import Any, TypeAlias

from testloom_agent.recording.recipes import Recipe, Step, Unrecordable

LONGEST_HISTORY = 6
RECEIVER = 0
"""Stands for the object itself in the steps of a method call."""
Part: TypeAlias = Sequence[Step]
"""Steps, the last of which is a call."""


class History:
    """What happened to one object; `lost` says why it cannot be told again."""

    __slots__ = ("lost", "made", "since")

    def __init__(self, made: Part) -> None:
        self.made = made
        self.since: list[Part] = []
        self.lost = ""


class Objects:
    """The objects of recorded classes that are alive, by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], History]] = {}
        self._lock = threading.Lock()

    def note_made(self, value: Any, made: Part) -> None:
        """Remember the constructor call that an object comes from."""
        key = id(value)
        try:
            reference = weakref.ref(value, lambda _: self._known.pop(key, None))
        except TypeError:
            return
        with self._lock:
            self._known[key] = reference, History(made)

    def is_telling(self, value: Any) -> bool:
        """Whether what happens to an object can still be remembered."""
        history = self._history(value)
        return history is not None and not history.lost

    def note_called(self, value: Any, call: Part | None) -> None:
        """Remember a method call, which may have changed the object; None if it cannot be told again."""
        history = self._history(value)
        if history is None or history.lost:
            return
        if call is None or len(history.since) >= LONGEST_HISTORY:
            history.lost = "an object that much had happened to" if call else "an object with an untold past"
            history.since.clear()
        else:
            history.since.append(call)

    def steps(self, value: Any, recipe: Recipe) -> int | None:
        """Add the steps that made an object, and return the id of the one that yields it; None if unknown."""
        history = self._history(value)
        if history is None:
            return None
        if history.lost:
            raise Unrecordable(history.lost)
        made = _spliced(history.made, recipe, RECEIVER)
        for part in history.since:
            _spliced(part, recipe, made)
        return made

    def _history(self, value: Any) -> History | None:
        known = self._known.get(id(value))
        return known[1] if known is not None and known[0]() is value else None


def _spliced(part: Part, recipe: Recipe, receiver: int) -> int:
    """Add the steps of a part behind those of a recipe; returns the id of the last."""
    offset = len(recipe.steps)

    def moved(reference: int) -> int:
        return receiver if reference == RECEIVER else reference + offset

    last = 0
    for kind, _, *rest in part:
        if kind == "collection":
            last = recipe.step(kind, rest[0], [moved(item) for item in rest[1]])
        elif kind == "call":
            path, owner, args, kwargs = rest
            named = {name: moved(value) for name, value in kwargs.items()}
            last = recipe.step(
                kind, path, None if owner is None else moved(owner), [moved(a) for a in args], named
            )
        else:
            last = recipe.step(kind, *rest)
    return last
