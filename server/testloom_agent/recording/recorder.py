"""Takes the calls that wrappers see. What goes wrong in here costs a call of the recording, no more."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from testloom_agent.recording.journal import Journal
from testloom_agent.recording.objects import RECEIVER, Objects, Part
from testloom_agent.recording.recipes import Recipe, Step, Unrecordable
from testloom_agent.recording.sampling import Sampler

PLAIN = (type(None), bool, int, float, str)


class Callee:
    """A function or method that is recorded: its path and what it was called with so far.

    `quiet` counts down the calls that nobody looks at.
    """

    __slots__ = ("is_constructor", "is_coroutine", "is_method", "names", "path", "quiet", "sampler")

    def __init__(
        self, path: str, names: Sequence[str], is_method: bool, is_constructor: bool, is_coroutine: bool
    ) -> None:
        self.path = path
        self.is_coroutine = is_coroutine
        self.names = names
        self.is_method = is_method
        self.is_constructor = is_constructor
        self.sampler = Sampler()
        self.quiet = 0


class Call:
    """A call under way."""

    __slots__ = ("args", "callee", "part", "receiver", "steps")

    def __init__(self, callee: Callee, receiver: Any, steps: list[Step] | None, part: Part | None) -> None:
        self.callee = callee
        self.receiver = receiver
        self.steps = steps
        self.part = part


class Recorder:
    """What wrappers report to: `enter` before a call, `leave` after it."""

    def __init__(self, journal: Journal, main: str) -> None:
        self._journal = journal
        self._main = main
        self._objects = Objects()
        self._thread = threading.local()

    def note_module(self, name: str, file: str) -> None:
        """Say that a module is recorded."""
        self._journal.note_module(name, os.path.realpath(file))

    def enter(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        """Take the values as they are; None if the call is of no interest."""
        if getattr(self._thread, "is_busy", False):
            return None
        self._thread.is_busy = True
        try:
            return self._taken(callee, args, kwargs)
        except Unrecordable as reason:
            self._journal.note_lost(callee.path, str(reason))
        except Exception as error:  # a defect of the recorder must not become one of the program
            self._journal.note_lost(callee.path, f"the recorder failed: {type(error).__name__}: {error}")
        finally:
            self._thread.is_busy = False
        return None

    def leave(self, call: Call, result: Any, error: BaseException | None) -> None:
        """Write the call down with how it ended."""
        callee = call.callee
        self._active().discard(id(call.receiver))
        if error is None and callee.is_constructor and call.part is not None:
            self._objects.note_made(call.receiver, call.part)
        elif error is None and callee.is_method:
            self._objects.note_called(call.receiver, call.part)
        if call.steps is not None:
            self._journal.note_call(callee.path, {"steps": call.steps, **_ending(result, error)})

    def _taken(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        receiver, given = (args[0], args[1:]) if callee.is_method or callee.is_constructor else (None, args)
        if id(receiver) in self._active():
            return None  # a part of another call of the same object
        is_wanted = callee.sampler.is_wanted(given, kwargs)
        callee.quiet = callee.sampler.pause
        is_told = callee.is_method and self._objects.is_telling(receiver)
        if not (is_wanted or is_told or callee.is_constructor):
            return None
        part = self._part(callee, receiver, given, kwargs) if receiver is not None else None
        steps = None
        if is_wanted and (part is not None or receiver is None):
            recipe = Recipe(self._objects, self._main)
            owner = recipe.add(receiver) if callee.is_method else None
            self._add_call(recipe, callee, owner, receiver, given, kwargs)
            steps = recipe.steps
        if receiver is not None and not callee.is_coroutine:
            self._active().add(id(receiver))
        return Call(callee, receiver, steps, part)

    def _active(self) -> set[int]:
        """The objects, by identity, that this thread is calling a method of."""
        try:
            active: set[int] = self._thread.active
        except AttributeError:
            active = self._thread.active = set()
        return active

    def _part(
        self, callee: Callee, receiver: Any, given: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Part | None:
        """The call alone, for the history of its object; None if its arguments cannot be built again."""
        recipe = Recipe(self._objects, self._main)
        try:
            self._add_call(recipe, callee, RECEIVER if callee.is_method else None, receiver, given, kwargs)
        except Unrecordable as reason:
            self._journal.note_lost(callee.path, str(reason))
            return None
        return recipe.steps

    def _add_call(
        self,
        recipe: Recipe,
        callee: Callee,
        owner: int | None,
        receiver: Any,
        given: tuple[Any, ...],
        kwargs: Mapping[str, Any],
    ) -> None:
        names = [*callee.names, *[""] * len(given)]
        args = [recipe.add(value, name, 1) for value, name in zip(given, names, strict=False)]
        named = {name: recipe.add(value, name, 1) for name, value in kwargs.items()}
        path = recipe.path(type(receiver)) if callee.is_constructor else callee.path
        recipe.step("call", path, owner, args, named)


def _ending(result: Any, error: BaseException | None) -> dict[str, Any]:
    """How a call ended: the class of what was raised or returned, and a plain value itself."""
    if error is not None:
        return {"raised": f"{type(error).__module__}:{type(error).__qualname__}"}
    kind = type(result)
    shown = {"value": result} if kind in PLAIN and not (kind is str and len(result) > 200) else {}
    return {"returned": f"{kind.__module__}:{kind.__qualname__}", **shown}
