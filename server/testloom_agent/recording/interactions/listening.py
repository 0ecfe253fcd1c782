"""Observes interactions of recorded calls with objects and functions that a test may replace by doubles.

Rewritten functions (`rewriting`) call the methods of a `Listener`. It adds the interactions to the recipes of
the calls under way, and returns the results that the program would have had without it.
"""

from __future__ import annotations

import inspect
import pathlib
import time
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar, Token
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from testloom_agent.recording.interactions.asks import (
    Ear,
    Ears,
    Question,
    asked,
    asked_at,
    give_up_all,
    names_of,
)
from testloom_agent.recording.interactions.draining import Places, drained_by, takes_mappings
from testloom_agent.recording.interactions.files import LOOKING, LOOKING_METHODS, Files
from testloom_agent.recording.interactions.own import OwnModules
from testloom_agent.recording.interactions.reads import CLOCKS, EnvironmentReads
from testloom_agent.recording.values.recipes import MOST_STEPS, Recipe

TOO_LONG = "it runs too long to be observed"
HELD_MOSTLY = (ModuleType, type, FunctionType)


class Listener:
    """The object through which rewritten functions call others; it does nothing if no call is being recorded.

    It reports the nanoseconds that observing takes to `charge`, and stops observing if this returns True.
    """

    def __init__(
        self, own: OwnModules, files: Files, reads: EnvironmentReads, charge: Callable[[int], bool]
    ) -> None:
        self._charge = charge
        self._own = own
        self._files = files
        self._reads = reads
        self._ears: ContextVar[Ears] = ContextVar("testloom ears", default=())

    @property
    def is_listening(self) -> bool:
        """Whether a call is being recorded here."""
        return bool(self._ears.get())

    def begin(self, recipes: Sequence[Recipe]) -> Token[Ears]:
        """Write into these recipes, too, what is heard from now on; `end` takes what this returns."""
        return self._ears.set((*self._ears.get(), *map(Ear, recipes)))

    def end(self, token: Token[Ears]) -> None:
        """Go back to what was before, unless that was another context: that of a coroutine that is closed."""
        with suppress(ValueError):
            self._ears.reset(token)

    def heard(self, real: Generator[Any, Any, Any], recipes: Sequence[Recipe]) -> ObservedGenerator:
        """Wrap a generator to observe its interactions while it runs."""
        return ObservedGenerator(real, self, recipes)

    # Methods that rewritten functions call

    def method(self, owner: Any, name: str, place: str | None, *, is_order: bool = False) -> Any:
        """Return the callable for `owner.name(…)`; the result of an order is not used by the caller."""
        found = getattr(owner, name)
        ears = self._ears.get()
        if not ears:
            return found
        if name in LOOKING_METHODS and issubclass(type(owner), pathlib.PurePath):
            self._files.note_looked(owner)
        if _is_known(owner, ears):
            return self._asking(ears, owner, f"{name}()", found, is_order=is_order)
        return self._called(ears, found, place, is_order)

    def function(self, found: Any, place: str | None, *, is_order: bool = False) -> Any:
        """Return the callable for `found(…)`."""
        ears = self._ears.get()
        if not ears:
            return found
        if _is_known(found, ears):
            return self._asking(ears, found, "()", found, is_order=is_order)
        return self._called(ears, found, place, is_order)

    def shown(self, held: Any, place: str) -> Any:
        """Return a module's value unchanged, noting its place if it is a proxy that tests need to double."""
        ears = self._ears.get()
        kind = type(held)
        if ears and kind not in HELD_MOSTLY and self._own.is_outward(kind):
            shown = held.__class__
            if shown is not kind:
                for ear in ears:
                    ear.stand_in(held, shown, place)
        return held

    def read(self, owner: Any, name: str) -> Any:
        """Return the value of `owner.name`, noting it if the object is observed."""
        value = getattr(owner, name)
        ears = self._ears.get()
        if ears and _is_known(owner, ears) and not inspect.isroutine(value):
            self._answered(asked(ears, owner), name, value, None)
        return value

    def item(self, holder: Any, key: Any) -> Any:
        """Return the value of `holder[key]`, noting it if the object is observed."""
        ears = self._ears.get()
        if ears and _is_known(holder, ears):
            return self._asking(ears, holder, "__getitem__()", holder.__getitem__)(key)
        return holder[key]

    def items(self, iterable: Any) -> Any:
        """Return the iterable itself, or a wrapper that notes its items if it is observed."""
        ears = self._ears.get()
        return _iterated(ears, iterable) if ears and _is_known(iterable, ears) else iterable

    def manager(self, manager: Any) -> Any:
        """Return the context manager itself, or a wrapper that notes entering it if it is observed."""
        ears = self._ears.get()
        return _Entering(manager, self) if ears and _is_known(manager, ears) else manager

    # How it observes

    def rewritten(self, found: Any) -> Any:
        """Rewrite a function or bound method of the project for observation; unchanged if impossible."""
        is_bound = type(found) is MethodType
        function = found.__func__ if is_bound else found
        function = self._own.rewritten(function, self) if type(function) is FunctionType else None
        if function is None:
            return found
        return MethodType(function, found.__self__) if is_bound else function

    def _called(self, ears: Ears, found: Any, place: str | None, is_order: bool) -> Any:
        """Return the callable for something that is not observed, rewritten if it belongs to the project."""
        ears = self._still_patient(ears)
        if type(found) in (FunctionType, MethodType) and (heard := self.rewritten(found)) is not found:
            return heard
        if type(found) in (FunctionType, BuiltinFunctionType) and found in LOOKING:
            return self._looking(found)
        if type(found) is BuiltinFunctionType and found in CLOCKS:
            return self._reads.clock(found)
        if found is next:
            return self._following(ears)
        if places := drained_by(found):
            return self._draining(ears, found, places)
        if place is not None and self._own.is_outward(found):
            return self._asking(ears, None, "()", found, place, is_order=is_order)
        return found

    def _still_patient(self, ears: Ears) -> Ears:
        """Return the ears without those that have reached their limit, which observe no more."""
        for ear in ears:
            ear.recipe.patience -= 1
        patient = tuple(ear for ear in ears if ear.recipe.patience > 0)
        if len(patient) < len(ears):
            for ear in ears:
                if ear.recipe.patience <= 0:
                    give_up_all(ear.recipe, TOO_LONG)
            self._ears.set(patient)
        return patient

    def _looking(self, found: Callable[..., Any]) -> Callable[..., Any]:
        """Create a function that inspects a file and has this noted."""

        def looking(path: Any, *args: Any, **kwargs: Any) -> Any:
            self._files.note_looked(path)
            return found(path, *args, **kwargs)

        return looking

    def _draining(self, ears: Ears, found: Callable[..., Any], places: Places) -> Callable[..., Any]:
        """Create a function that has noted what a built-in one takes from these of its arguments."""

        def draining(*args: Any, **kwargs: Any) -> Any:
            given = list(args)
            for place in places(args):
                if _is_known(args[place], ears):
                    given[place] = self._drained(ears, args[place], takes_mappings(found))
            return found(*given, **kwargs)

        return draining

    def _drained(self, ears: Ears, value: Any, may_be_mapping: bool) -> Any:
        """Return an iterator over the items of an object, or over the entries of a mapping."""
        if may_be_mapping and issubclass(type(value), dict):
            return value
        if may_be_mapping and hasattr(value, "keys"):  # as `dict` itself asks
            keys = self.method(value, "keys", None)()
            return ((key, self.item(value, key)) for key in self.items(keys))
        return _iterated(ears, value)

    def _following(self, ears: Ears) -> Callable[..., Any]:
        """Create a function that takes the next item of an iterator and has this noted."""

        def following(iterator: Any, *default: Any) -> Any:
            if not _is_known(iterator, ears):
                return next(iterator, *default)
            try:
                return self._asking(ears, iterator, "__next__()", partial(next, iterator))()
            except StopIteration:
                if default:
                    return default[0]
                raise

        return following

    def _asking(
        self, ears: Ears, owner: Any, path: str, found: Any, place: str = "", *, is_order: bool = False
    ) -> Any:
        """Create a function that calls another, and notes the arguments and the result."""

        def asking(*args: Any, **kwargs: Any) -> Any:
            questions = (
                asked_at(ears, place, found, args, kwargs)
                if place
                else asked(ears, owner, args, kwargs, names_of(found))
            )
            inner = () if place else tuple(heard for ear in ears if (heard := ear.within(owner)) is not None)
            real = self.rewritten(found) if inner else found
            token = self._ears.set(inner)
            try:
                result = real(*args, **kwargs)
            except BaseException as error:
                self._answered(questions, path, None, error)
                raise
            finally:
                self._ears.reset(token)
            if inspect.iscoroutine(result):
                return self._awaited(result, questions, path, is_order, inner)
            self._answered(questions, path, result, None, is_order)
            return result

        return asking

    async def _awaited(
        self,
        real: Coroutine[Any, Any, Any],
        questions: Sequence[Question],
        path: str,
        is_order: bool,
        inner: Ears,
    ) -> Any:
        token = self._ears.set(inner)
        try:
            result = await real
        except BaseException as error:
            self._answered(questions, path, None, error)
            raise
        finally:
            self._ears.reset(token)
        self._answered(questions, path, result, None, is_order)
        return result

    def _answered(
        self,
        questions: Sequence[Question],
        path: str,
        value: Any,
        error: BaseException | None,
        is_order: bool = False,
    ) -> None:
        """Note the result; if there is no time left for this, observe nothing more."""
        began = time.thread_time_ns()
        for question in questions:
            if question.ear.recipe.patience > 0:
                question.answered(path, value, error, is_order)
        if self._charge(time.thread_time_ns() - began):
            for question in questions:
                question.ear.recipe.patience = 0
                give_up_all(question.ear.recipe, TOO_LONG)


class ObservedGenerator(Generator[Any, Any, Any]):
    """A generator of the project that is observed, but only while it runs, not between its items."""

    def __init__(self, real: Generator[Any, Any, Any], listener: Listener, recipes: Sequence[Recipe]) -> None:
        self._real = real
        self._listener = listener
        self._recipes = recipes

    def send(self, value: Any) -> Any:
        """Go on until the next item."""
        token = self._listener.begin(self._recipes)
        try:
            return self._real.send(value)
        finally:
            self._listener.end(token)

    def throw(self, *error: Any) -> Any:
        """Raise something in it."""
        token = self._listener.begin(self._recipes)
        try:
            return self._real.throw(*error)
        finally:
            self._listener.end(token)


class _Entering:
    """Enters and leaves a context manager, and records the value that entering it returns."""

    def __init__(self, real: Any, listener: Listener) -> None:
        self._real = real
        self._listener = listener

    def __enter__(self) -> Any:
        return self._listener.method(self._real, "__enter__", None)()

    def __exit__(self, *error: Any) -> Any:
        return self._real.__exit__(*error)

    async def __aenter__(self) -> Any:
        return await self._listener.method(self._real, "__aenter__", None)()

    async def __aexit__(self, *error: Any) -> Any:
        return await self._real.__aexit__(*error)


def _is_known(value: Any, ears: Ears) -> bool:
    return any(ear.step_of(value) is not None for ear in ears)


def _iterated(ears: Ears, iterable: Any) -> Iterator[Any]:
    seen: list[Any] = []
    questions = asked(ears, iterable, ())
    try:
        for item in iterable:
            if len(seen) <= MOST_STEPS:  # longer iterables are not recorded, and may be endless
                seen.append(item)
                for question in questions:
                    question.meets(item)
            yield item
    finally:
        for question in questions:
            question.answered("__iter__()", seen, None)
