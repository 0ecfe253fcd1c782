"""Recorded functions, and the calls under way."""

from __future__ import annotations

import inspect
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextvars import Token
from types import CellType, CodeType, FunctionType
from typing import Any

from testloom_agent.recording.calls.sampling import Sampler
from testloom_agent.recording.interactions.asks import Ears
from testloom_agent.recording.interactions.files import Seen
from testloom_agent.recording.values.managers import enters_or_leaves
from testloom_agent.recording.values.recipes import Recipe


class Callee:
    """A function or method that is recorded: its path and the shapes of its calls so far.

    Class methods are recorded only if they are called on `of_class`, the very class that defines them.
    `is_attribute` marks code that runs when an attribute is read, `is_query` a method that should not change
    its object, `is_manager` a generator that is run as a context manager. `quiet` counts down the calls that
    are skipped. `is_interrupted` tells whether other calls may run before a call has ended, `reaches_out`
    whether the module has any collaborators to call, once that is known. `outer` is the call that has defined
    the function and returned it, at the time `since`: by itself, or within a value that leads to it by a
    `way`.
    """

    __slots__ = (
        "_awake",
        "_wrapper",
        "is_attribute",
        "is_constructor",
        "is_coroutine",
        "is_interrupted",
        "is_manager",
        "is_method",
        "is_query",
        "names",
        "of_class",
        "outer",
        "path",
        "quiet",
        "reaches_out",
        "real",
        "sampler",
        "since",
        "way",
    )

    def __init__(
        self,
        path: str,
        real: Any,
        names: Sequence[str],
        is_method: bool,
        is_constructor: bool,
        of_class: type | None = None,
        is_attribute: bool = False,
    ) -> None:
        self.path = path
        self.of_class = of_class
        self.real = real
        self.is_coroutine = inspect.iscoroutinefunction(real)
        self.is_interrupted = self.is_coroutine or any(
            is_kind(real) for is_kind in (inspect.isgeneratorfunction, inspect.isasyncgenfunction)
        )
        self.names = names
        self.is_method = is_method
        self.is_attribute = is_attribute
        self.is_query = is_attribute or (path.endswith("__") and not enters_or_leaves(path))
        self.is_manager = False
        self.is_constructor = is_constructor
        self.sampler = Sampler()
        self.quiet = 0
        self.reaches_out: bool | None = None
        self.outer: Recipe | None = None
        self.way: tuple[Any, ...] = ()
        self.since = 0.0
        self._wrapper: Callable[[], FunctionType | None] = weakref.ref(real)
        self._awake: CodeType = real.__code__

    def held(self) -> list[Any]:
        """List the values that the function holds from the call in which it was defined."""
        cells = () if self.outer is None else self.real.__closure__ or ()
        return [contents for cell in cells for contents in _contents(cell)]

    def stand_for_it(self, wrapper: FunctionType) -> None:
        """Take note of what stands in the function's place."""
        self._wrapper, self._awake = weakref.ref(wrapper), wrapper.__code__

    def watch(self) -> bool:
        """Look at each of the next calls; whether that was otherwise."""
        was_pausing = self.sampler.pause > 0
        self.sampler.watch()
        self.wake()
        return was_pausing

    def sleep(self) -> None:
        """Have the wrapper do what the function does, and nothing else."""
        wrapper = self._wrapper()
        if wrapper is not None:
            wrapper.__code__ = self.real.__code__

    def wake(self) -> None:
        """Look at the next call."""
        self.quiet = 0
        wrapper = self._wrapper()
        if wrapper is not None and wrapper.__code__ is not self._awake:
            wrapper.__code__ = self._awake


class Call:
    """A call under way since `began`: what to `run`, and the recipes that record its interactions (`heard`).

    `within` is the exception by which a `with` block is left, if this call leaves one.
    """

    __slots__ = ("began", "callee", "heard", "part", "receiver", "recipe", "run", "seen", "token", "within")

    def __init__(self, callee: Callee, receiver: Any, recipe: Recipe | None, part: Recipe | None) -> None:
        self.began = time.time()
        self.callee = callee
        self.receiver = receiver
        self.recipe = recipe
        self.part = part
        self.heard: tuple[Recipe, ...] = ()
        self.run: Callable[..., Any] = callee.real
        self.token: Token[Ears] | None = None
        self.seen: Seen | None = None
        self.within: BaseException | None = None


def _contents(cell: CellType) -> Iterator[Any]:
    """Yield the contents of a cell, if there are any."""
    try:
        yield cell.cell_contents
    except ValueError:
        return
