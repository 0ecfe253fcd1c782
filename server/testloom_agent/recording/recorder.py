"""Handles the calls that wrappers report. A failure in here only costs a call of the recording."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

from testloom_agent.recording.calls.backoff import STEP, Backoff
from testloom_agent.recording.calls.callees import Call, Callee
from testloom_agent.recording.calls.nested import functions_from, recorded_as, taken_from
from testloom_agent.recording.calls.wrappers import Wrappers
from testloom_agent.recording.interactions.files import Files
from testloom_agent.recording.interactions.listening import Listener
from testloom_agent.recording.interactions.own import OwnModules
from testloom_agent.recording.interactions.reads import EnvironmentReads
from testloom_agent.recording.journal import Journal
from testloom_agent.recording.values.classes import function_of, inherited
from testloom_agent.recording.values.library import Unrecordable
from testloom_agent.recording.values.managers import ending_of_with, error_within, leaves_unentered
from testloom_agent.recording.values.objects import RECEIVER, Objects, spliced
from testloom_agent.recording.values.recipes import COLLECTIONS, Recipe
from testloom_agent.recording.values.steps import Unmade
from testloom_agent.redaction.labels import argument_names, entry_names
from testloom_agent.redaction.placeholders import FULL, Placeholders
from testloom_agent.redaction.places import Places
from testloom_agent.redaction.secrets import Secrets
from testloom_agent.wrapped import unwrapped

LONGEST_RESULT = 200
EXPENSIVE = 200_000
"""In nanoseconds: inspecting a call for this time counts towards backing off as much as one more call."""
ALLOWANCE, SHARE = 200_000_000, 0.2
"""The nanoseconds that inspecting calls may take, and in addition the share of the program's own time.

If either were greater, a program of a second or two would take more than half as long again.
"""
FIRST_LOOKS = 600_000_000
"""Additional nanoseconds for functions that were never inspected, and for calls that are under way.

Without these, the first functions of a program use up all the time: of HTTPie's, half were never recorded.
"""
DEBUGGED = 10_000_000_000
"""The `ALLOWANCE` under a debugger, which slows down recorder and program alike, for users who step."""
NO_TIME_LEFT = "recording had used up its share of the time"
QUIET_IN_CHILDREN = 1000
"""How many calls are skipped in forked children, where no function can be woken by time."""
MAKING = 4
"""How much a constructor call counts towards backing off, relative to other calls: all are remembered."""
Result = TypeVar("Result")
PLAIN = (type(None), bool, int, float, str)


class Recorder:
    """The recorder to which wrappers report: `enter` before a call, `leave` after it."""

    def __init__(self, journal: Journal, main: str, places: Places) -> None:
        self._journal = journal
        self._main = main
        self.wrappers = Wrappers(self)
        self._objects = Objects()
        self._own = OwnModules()
        self._constructors: dict[Any, Callee] = {}
        self._thread = threading.local()
        self._spent = 0
        self._looked_at: set[str] = set()
        self._rested: set[str] = set()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin_in_child)
        self._secrets = Secrets()
        self._placeholders = Placeholders(places, self._secrets)
        self._files = Files(self._secrets, self._placeholders)
        self._files.watch()
        self._backoff = Backoff()
        journal.between_batches = self._backoff.wake_all_due
        reads = EnvironmentReads(self._files, self._placeholders)
        reads.watch()
        self.listener = Listener(self._own, self._files, reads, self._charge)

    def _begin_in_child(self) -> None:
        """Count from zero, as the processor time of a forked child begins at zero, too."""
        self._spent = 0

    def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do what is none of the program's work."""
        return work(*arguments)

    def note_module(self, name: str, file: str) -> None:
        """Say that a module is recorded."""
        self._own.note(name, file)
        self._objects.modules.add(name)
        self._journal.note_module(name, os.path.realpath(file))

    def note_constructor(self, callee: Callee) -> None:
        """Say that objects are made by a method that is recorded."""
        self._constructors[callee.real] = callee

    def note_imported(self, name: str, namespace: Mapping[str, Any]) -> None:
        """Say that a module is imported."""
        self._objects.constants.note(name, namespace)

    def enter(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        """Take the values as they are; None if the call is of no interest."""
        if getattr(self._thread, "is_busy", False):
            return None
        more = 0 if callee.path in self._looked_at else FIRST_LOOKS
        if (missing := self._missing(more)) > 0:
            self._rest(callee, missing)
            return None
        self._looked_at.add(callee.path)
        self._thread.is_busy = True
        began, call = time.thread_time_ns(), None
        try:
            call = self._taken(callee, args, kwargs)
            if call is not None:
                self._listen(call)
            return call
        except Unmade as reason:
            if self._wake_maker(type(args[0])):
                callee.sampler.take_back()
            else:
                self._note_lost(callee, str(reason))
        except Unrecordable as reason:
            self._note_lost(callee, str(reason))
        except Exception as error:  # a failure of the recorder must not affect the program
            self._note_lost(callee, f"the recorder failed: {type(error).__name__}: {error}")
        finally:
            self._tire(callee, call, time.thread_time_ns() - began)
            self._thread.is_busy = False
        return None

    def _tire(self, callee: Callee, call: Call | None, nanoseconds: int) -> None:
        """Record a function less often if this takes long and yields nothing."""
        self._spent += nanoseconds
        is_kept = call is not None and call.recipe is not None
        if nanoseconds > EXPENSIVE and not is_kept:
            callee.sampler.pass_over(nanoseconds // EXPENSIVE)
            self._pause(callee)

    def _charge(self, nanoseconds: int) -> bool:
        """Count the time that observing has taken; returns whether there is no time left."""
        self._spent += nanoseconds
        return self._missing(FIRST_LOOKS) > 0

    def _missing(self, more: int) -> float:
        """Compute how long, in nanoseconds, the program must run before calls worth `more` are inspected."""
        if self._spent < ALLOWANCE + more:
            return 0.0
        allowance = more + (DEBUGGED if "pydevd" in sys.modules else ALLOWANCE)
        return (self._spent - allowance) / SHARE - (time.process_time_ns() - self._spent)

    def _rest(self, callee: Callee, nanoseconds: float) -> None:
        """Skip all calls of a function for this time; those never inspected are reported once."""
        if callee.path not in self._rested:
            self._rested.add(callee.path)
            self._note_lost(callee, NO_TIME_LEFT)
        if self._backoff.put(callee, 1 + int(nanoseconds / 1e9 / STEP)):
            self._journal.stir()
        else:
            callee.quiet = QUIET_IN_CHILDREN

    def _wake_maker(self, kind: type) -> bool:
        """Record how objects of a class are made from now on; returns whether that was not done lately."""
        maker = self._constructors.get(_recorded(inherited(kind, "__init__")))
        return maker is not None and maker.watch()

    def leave(self, call: Call, result: Any, error: BaseException | None) -> None:
        """Write the call down with how it ended."""
        began = time.thread_time_ns()
        try:
            self._left(call, result, error)
        except Exception as failure:  # a failure of the recorder must not affect the program
            self._note_lost(call.callee, f"the recorder failed: {type(failure).__name__}: {failure}")
        finally:
            self._spent += time.thread_time_ns() - began

    def _note_lost(self, callee: Callee, reason: str) -> None:
        self._journal.note_lost(callee.path, self._placeholders.shown(reason))

    def _left(self, call: Call, result: Any, error: BaseException | None) -> None:
        if call.token is not None:
            self.listener.end(call.token)
        if call.seen is not None:
            self._files.end(call.seen)
        self._active().discard(id(call.receiver))
        if error is None:
            self._remember(call)
        if call.recipe is not None:
            self._write(call, call.recipe, result, error)
        for taken in (call.part, call.recipe):
            if taken is not None:
                taken.close()

    def _remember(self, call: Call) -> None:
        """Add a call that has returned to the history of its object."""
        callee, part = call.callee, call.part
        if callee.is_constructor and part is not None:
            self._objects.note_made(call.receiver, part)
        elif callee.is_method:
            is_told = (
                part is not None and not part.lost and (callee.is_coroutine or not callee.is_interrupted)
            )
            is_told = is_told and call.within is None  # a test might not continue after it
            self._objects.note_called(call.receiver, part if is_told else None, is_query=callee.is_query)

    def _write(self, call: Call, recipe: Recipe, result: Any, error: BaseException | None) -> None:
        path, seen = call.callee.path, call.seen
        lost = FULL if self._placeholders.is_full else seen.lost if seen is not None else ""
        if lost := recipe.lost or lost:
            self._note_lost(call.callee, lost)
            return
        span = {"span": (call.began, time.time(), recipe.since)}
        told = {} if seen is None else seen.told
        data = {**_told(recipe), **told, **self._ending(call, result, error), **span}
        self._journal.note_call(path, self._placeholders.record(data))
        if error is None and type(result) not in PLAIN:
            self._follow(result, call, recipe)

    def _follow(self, result: Any, call: Call, recipe: Recipe) -> None:
        """Record the calls of functions that a recorded call has defined and returned."""
        for function, way in functions_from(result, call.callee):
            if not self.wrappers.has_made(function):
                self.wrappers.take_over(function, recorded_as(function, way, call, recipe))

    def _taken(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        is_bound = callee.is_method or callee.is_constructor
        receiver, given = (args[0], args[1:]) if is_bound else (None, args)
        if callee.of_class is not None:
            given = args[1:]
            if args[0] is not callee.of_class:
                return self._passed_over(callee)
        if is_bound and id(receiver) in self._active():
            return self._merely_observed(callee)  # it belongs to another call of the same object
        if is_bound and not _is_own_method(callee, type(receiver)):
            return self._passed_over(callee)
        shown, cost = args if callee.is_method else given, MAKING if callee.is_constructor else 1
        is_wanted = callee.sampler.is_wanted(shown, kwargs, cost)
        self._pause(callee)
        is_told = callee.is_method and self._objects.is_sensitive(receiver)
        if not (is_wanted or is_told or callee.is_constructor):
            return self._merely_observed(callee)
        within = error_within(callee.path, given)
        part = self._part(callee, receiver, given, kwargs) if receiver is not None else None
        recipe = None
        if is_wanted and (part is not None or receiver is None):
            recipe = self._recipe((*args, *kwargs.values(), *callee.held()))
            recipe.leaves = receiver if within is not None else None
            owner = recipe.receiver(receiver) if callee.is_method else None
            self._add_call(recipe, callee, owner, receiver, given, kwargs)
            for kind in recipe.unmade:
                self._wake_maker(kind)
        if receiver is not None and not callee.is_interrupted:
            self._active().add(id(receiver))
        call = Call(callee, receiver, recipe, part)
        call.within = within
        return call

    def _pause(self, callee: Callee) -> None:
        """Skip calls, or sleep, if there has been nothing new for long."""
        callee.quiet = callee.sampler.pause
        steps = callee.sampler.steps
        if steps and self._backoff.put(callee, steps):
            self._journal.stir()

    def _passed_over(self, callee: Callee) -> Call | None:
        """Skip a call for another class than the one that defines the method."""
        callee.sampler.pass_over()
        self._pause(callee)
        return self._merely_observed(callee)

    def _merely_observed(self, callee: Callee) -> Call | None:
        """Observe a call that is not recorded itself, if it belongs to calls that are."""
        return Call(callee, None, None, None) if self.listener.is_listening else None

    def _listen(self, call: Call) -> None:
        """Have the call's interactions observed, if it has any collaborators."""
        call.heard = tuple(recipe for recipe in (call.recipe, call.part) if recipe is not None)
        real = call.callee.real
        is_interrupted = call.callee.is_interrupted
        if call.recipe is not None and not is_interrupted:
            call.seen = self._files.begin()
        if (
            self.listener.is_listening
            or any(recipe.doubled for recipe in call.heard)
            or (call.heard and self._reaches_out(call.callee))
        ):
            call.run = self.listener.rewritten(real)
            if call.callee.is_coroutine or not is_interrupted:
                call.token = self.listener.begin(call.heard)

    def _reaches_out(self, callee: Callee) -> bool:
        if callee.reaches_out is None:
            callee.reaches_out = self._own.reaches_out(unwrapped(callee.real).__globals__)
        return callee.reaches_out

    def _active(self) -> set[int]:
        """The objects, by identity, whose methods this thread is running."""
        try:
            active: set[int] = self._thread.active
        except AttributeError:
            active = self._thread.active = set()
        return active

    def _recipe(self, roots: tuple[Any, ...]) -> Recipe:
        return Recipe(self._objects, self._main, roots, self._files.relative, self._secrets)

    def _part(
        self, callee: Callee, receiver: Any, given: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Recipe | None:
        """Record the call alone, for its object's history; None if its arguments cannot be built again."""
        roots = (receiver, *given, *kwargs.values())
        recipe = self._recipe(roots)
        if callee.is_method:
            self._objects.note_begun(receiver)
            self._objects.add_doubles(receiver, recipe)
        try:
            self._add_call(recipe, callee, RECEIVER if callee.is_method else None, receiver, given, kwargs)
        except Unrecordable as reason:
            self._note_lost(callee, str(reason))
            return None
        return recipe

    def _ending(self, call: Call, result: Any, error: BaseException | None) -> dict[str, Any]:
        """Describe how a call ended: the class of the result or exception, and a plain, public value."""
        callee = call.callee
        is_entered = call.recipe is not None and call.recipe.steps[call.recipe.subject - 1][0] == "enter"
        if error is None and is_entered:
            error, result = ending_of_with(call.within, result), None
        if error is not None:
            return {"raised": f"{type(error).__module__}:{type(error).__qualname__}"}
        kind = type(result)
        is_kept, shown = kind in PLAIN, result
        if kind is str:
            shown = self._files.relative(result)
            is_kept = len(result) <= LONGEST_RESULT and self._secrets.shown(callee.path, result) == result
        elif kind is int:
            is_kept = self._secrets.literal(callee.path, result) == result
        told: dict[str, Any] = {"value": shown} if is_kept else {}
        if kind in COLLECTIONS and not (callee.is_interrupted and not callee.is_coroutine):
            told["empty"] = not result
        return {"returned": f"{kind.__module__}:{kind.__qualname__}", **told}

    def _add_call(
        self,
        recipe: Recipe,
        callee: Callee,
        owner: int | None,
        receiver: Any,
        given: tuple[Any, ...],
        kwargs: Mapping[str, Any],
    ) -> None:
        within = error_within(callee.path, given)
        if within is not None:
            recipe.subject = recipe.step("enter", owner, recipe.add(within, "error", 1))
            return
        names = argument_names(given, [*callee.names, *[""] * len(given)])
        args = [recipe.add(value, name, 1) for value, name in zip(given, names, strict=True)]
        labels = zip(kwargs.items(), entry_names(list(kwargs.items())), strict=True)
        named = {name: recipe.add(value, label, 1) for (name, value), label in labels}
        if callee.is_attribute:
            recipe.subject = recipe.step("attribute", owner, callee.path.rpartition(".")[2])
            return
        if callee.outer is not None:
            made = taken_from(spliced(callee.outer, recipe, RECEIVER), callee.way, recipe)
            recipe.subject = recipe.step("invoke", made, args, named)
            recipe.since = min(callee.since, recipe.since or callee.since)
            return
        if owner and leaves_unentered(callee.path, recipe.steps, owner):
            recipe.subject = recipe.step("enter", owner)
            return
        path = recipe.path(type(receiver)) if callee.is_constructor else callee.path
        recipe.subject = recipe.step("call", path, owner, args, named)
        if callee.is_manager:
            recipe.subject = recipe.step("enter", recipe.subject)


def _is_own_method(callee: Callee, kind: type) -> bool:
    """Check whether objects of a class have this method under its name, and none that overrides it."""
    return _recorded(inherited(kind, callee.path.rpartition(".")[2])) is callee.real


def _recorded(entry: Any) -> FunctionType | None:
    """Find the recorded function behind a class's entry; None if there is none."""
    function = function_of(entry)
    real = vars(function).get("__wrapped__") if type(function) is FunctionType else None
    return real if type(real) is FunctionType else None


def _told(recipe: Recipe) -> dict[str, Any]:
    """Return the steps of a call, with the interactions of objects among them."""
    withheld = {"withheld": True} if recipe.is_withheld else {}
    if not recipe.asks and not any(step[0] == "double" for step in recipe.steps):
        return {"steps": recipe.steps, **withheld}
    places = {step[1]: step[4] for step in recipe.steps if step[0] == "double" and step[4]}
    steps = [["double", step[1], step[2], [], []] if step[0] == "double" else step for step in recipe.steps]
    made = sorted(set(recipe.made.values()))
    doubles = {"call": recipe.subject, "asks": recipe.asks, "places": places, "made": made}
    return {"steps": steps, **doubles, **withheld}
