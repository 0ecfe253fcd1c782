"""The history of objects: the call of their constructor, and the calls of their methods since then.

Arguments are kept as the steps that build them as they were at that time, with the interactions of doubles;
no object is kept alive by this. Changes by other code, or by too many calls, are reproduced by setting
attributes.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from testloom_agent.recording.values.classes import inherited
from testloom_agent.recording.values.constants import Constants
from testloom_agent.recording.values.library import Unrecordable
from testloom_agent.recording.values.managers import ENTERING, LEAVING
from testloom_agent.recording.values.recipes import Recipe
from testloom_agent.recording.values.state import CONTENTS, State, Token, attributes_of, state_of
from testloom_agent.recording.values.steps import Ask, Step

LONGEST_HISTORY = 6
MOST_UNREFERENCED = 1_000
"""How many objects without weak references are kept; if another one takes their place, repeating shows it."""
MUCH_HAPPENED = "an object with too long a history"
CHANGED = "an object changed from outside"
RECEIVER = 0
"""Stands for the object itself in the steps of a method call."""


class History:
    """The history of one object; `lost` tells why it cannot be replayed call by call.

    `state` is the state of its attributes after the last call in the history, `initial` after its
    construction, `outside` before it was entered as a context manager.
    """

    __slots__ = ("began", "initial", "kind", "lost", "made", "outside", "since", "state")

    def __init__(self, made: Recipe, kind: type, state: State) -> None:
        self.began = time.time()
        self.kind = kind
        self.made = made
        self.initial = self.state = self.outside = state
        self.since: list[Recipe] = []
        self.lost = ""

    def forget_calls(self, why: str) -> None:
        """Tell no calls any more: only what they have changed."""
        self.lost = why
        self.since.clear()
        self.state = self.initial


class Objects:
    """The objects of recorded classes that are alive, by identity."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Callable[[], Any] | None, History]] = {}
        self._unreferenced: dict[int, None] = {}
        self._lock = threading.Lock()
        self.constants = Constants()
        self.modules = {"__main__"}
        """The names of the recorded modules."""

    def note_made(self, value: Any, made: Recipe) -> None:
        """Remember the constructor call that an object comes from: a recipe that ends with it."""
        key = id(value)
        reference: Callable[[], Any] | None
        try:
            reference = weakref.ref(value, lambda _: self._known.pop(key, None))
        except TypeError:
            reference = None
        with self._lock:
            if reference is None:
                self._make_room(key)
            self._known[key] = reference, History(made, type(value), state_of(value))

    def _make_room(self, key: int) -> None:
        """Make room for one more object by forgetting the oldest one whose end nothing reports."""
        self._unreferenced.pop(key, None)
        self._unreferenced[key] = None
        if len(self._unreferenced) > MOST_UNREFERENCED:
            oldest = next(iter(self._unreferenced))
            del self._unreferenced[oldest]
            if self._known.get(oldest, (self,))[0] is None:
                del self._known[oldest]

    def is_sensitive(self, value: Any) -> bool:
        """Check whether the history of an object is still recorded."""
        history = self._history(value)
        return history is not None and not history.lost

    def note_begun(self, value: Any) -> None:
        """Say that a method is called: what has changed since the last call, others have changed."""
        history = self._history(value)
        if history is not None and not history.lost and history.state != state_of(value):
            history.forget_calls(CHANGED)

    def note_called(self, value: Any, call: Recipe | None, *, is_query: bool = False) -> None:
        """Remember a method call, which may have changed the object; None if it cannot be told again.

        A query is only remembered if it has changed something.
        """
        history = self._history(value)
        if history is None or history.lost or (is_query and state_of(value) == history.state):
            return
        if call is not None and _is_exit_of(call, history.since) and state_of(value) == history.outside:
            history.since.pop()
            history.state = history.outside
        elif call is None or _is_unentered(call, history.since) or len(history.since) >= LONGEST_HISTORY:
            history.forget_calls(MUCH_HAPPENED if call else "an object with an unknown history")
        else:
            history.outside = history.state if _called(call) in ENTERING else history.outside
            history.since.append(call)
            history.state = state_of(value)

    def steps(self, value: Any, recipe: Recipe) -> int | None:
        """Add the steps that made an object, and return the id of the one that yields it; None if unknown."""
        history = self._history(value)
        if history is None:
            return None
        before = recipe.size
        try:
            made, told = recipe.spliced.get(id(value), (0, 0))
            made = made or spliced(history.made, recipe, RECEIVER)
            recipe.know(value, made)
            since = before_entering(history.since) if recipe.leaves is value else history.since
            for part in since[told:]:
                spliced(part, recipe, made)
            is_whole = _set_state(value, history.state, made, recipe)
        except Unrecordable as reason:
            history.lost = str(reason)
            recipe.shrink(before)
            return None
        place = None if is_whole else self.constant(value, changed=True)
        if place is not None:  # the result will show whether a change matters
            recipe.shrink(before)
            return recipe.step("reference", place)
        recipe.since = min(history.began, recipe.since or history.began)
        return made

    def add_doubles(self, value: Any, recipe: Recipe) -> None:
        """Add a double of everything that there was one of when the object came to be what it is."""
        history = self._history(value)
        if history is None:
            return
        for step in (step for part in (history.made, *history.since) for step in part.steps):
            if step[0] == "double" and recipe.is_alive(step[3]):
                recipe.double(step[3], step[2], step[4])

    def is_own(self, kind: type) -> bool:
        """Check whether a class is defined in a module that is recorded."""
        return kind.__module__ in self.modules

    def constant(self, value: Any, *, changed: bool = False) -> str | None:
        """Find where a module holds an object that is unchanged since the import, or even if `changed`."""
        return self.constants.path(value, changed=changed)

    def has_changed(self, value: Any) -> bool:
        """Check whether an object has changed since it was made, as far as that is known."""
        history = self._history(value)
        return history is not None and bool(history.since or history.initial != state_of(value))

    def lost(self, value: Any) -> str:
        """Explain why the history of an object cannot be reported; empty if it can."""
        history = self._history(value)
        return history.lost if history is not None else ""

    def _history(self, value: Any) -> History | None:
        known = self._known.get(id(value))
        if known is None:
            return None
        reference, history = known
        is_it = history.kind is type(value) if reference is None else reference() is value
        return history if is_it else None


def before_entering(calls: list[Recipe]) -> list[Recipe]:
    """Drop the last call that entered the object from the calls of its methods."""
    last = max((place for place, call in enumerate(calls) if _called(call) in ENTERING), default=None)
    return [call for place, call in enumerate(calls) if place != last]


def _is_exit_of(call: Recipe, since: list[Recipe]) -> bool:
    """Check whether a call leaves an object in which nothing was done since it was entered."""
    return _called(call) in LEAVING and bool(since) and _called(since[-1]) in ENTERING


def _is_unentered(call: Recipe, since: list[Recipe]) -> bool:
    """Check whether a call leaves an object that was not entered in the recorded history."""
    names = [_called(known) for known in since]
    is_open = sum(name in ENTERING for name in names) > sum(name in LEAVING for name in names)
    return _called(call) in LEAVING and not is_open


def _called(call: Recipe) -> str:
    kind, _, path, *_ = call.steps[call.subject - 1]
    return path.rpartition(".")[2] if kind == "call" else ""


def spliced(part: Recipe, recipe: Recipe, receiver: int) -> int:
    """Add the steps of a recipe after those of another; returns the id of its call.

    An object that is there already, as it is now, is not made once more, nor changed as it was before.
    """
    recipe.is_withheld = recipe.is_withheld or part.is_withheld
    alive = {number: identity for identity, number in part.made.items() if recipe.is_alive(identity)}
    known = {number: built for number, identity in alive.items() if (built := recipe.built(identity))}
    ids = {RECEIVER: receiver, **known}
    used = {item for step in part.steps for item in _operands(step)}
    used.update(item for ask in part.asks for item in _told_in(ask))
    for step in part.steps:
        is_past = _owner(step) in known and step[1] not in used and step[1] != part.subject
        if step[1] not in known and not is_past:
            ids[step[1]] = _moved(step, recipe, ids.__getitem__)
    for number, identity in alive.items():
        recipe.made[identity] = ids[number]
        if number not in known:
            told = sum(_owner(step) == number and step[0] == "call" for step in part.steps)
            recipe.spliced[identity] = ids[number], told
    for ask in part.asks:
        if ask.during in ids:  # nor are questions repeated that were asked there
            recipe.asks.append(_asked(ask, ids))
    return ids[part.subject]


def _asked(ask: Ask, ids: dict[int, int]) -> Ask:
    """Convert an interaction to the steps of another recipe."""
    args = None if ask.args is None else [ids[value] for value in ask.args]
    kwargs = {name: ids[value] for name, value in ask.kwargs.items()}
    value = None if ask.value is None else ids[ask.value]
    during, of, via = ids[ask.during], ids[ask.of], [ids[step] for step in ask.via]
    return Ask(during, via, of, ask.path, args, kwargs, value, ask.raises, ask.lost)


def _owner(step: Step) -> int | None:
    """Return the object whose method a step calls, or whose attribute it sets."""
    owner: int | None = step[3] if step[0] == "call" else step[2] if step[0] == "assign" else None
    return owner


def _operands(step: Step) -> list[int]:
    """Return the steps that a step uses, except for the receiver."""
    if step[0] == "collection":
        return list(step[3])
    if step[0] == "call":
        return [*step[4], *step[5].values()]
    if step[0] == "invoke":
        return [step[2], *step[3], *step[4].values()]
    if step[0] == "assign":
        return [step[4]]
    return [step[2]] if step[0] in ("attribute", "enter") else []


def _told_in(ask: Ask) -> list[int]:
    """Return the steps for the arguments and the result of an interaction."""
    return [*(ask.args or ()), *ask.kwargs.values(), *(() if ask.value is None else (ask.value,))]


def _moved(step: Step, recipe: Recipe, moved: Callable[[int], int]) -> int:
    kind, _, *rest = step
    if kind == "collection":
        return recipe.step(kind, rest[0], [moved(item) for item in rest[1]])
    if kind == "call":
        path, owner, args, kwargs = rest
        named = {name: moved(value) for name, value in kwargs.items()}
        return recipe.step(
            kind, path, None if owner is None else moved(owner), [moved(a) for a in args], named
        )
    if kind == "invoke":
        function, args, kwargs = rest
        named = {name: moved(value) for name, value in kwargs.items()}
        return recipe.step(kind, moved(function), [moved(a) for a in args], named)
    if kind == "double":
        spec, identity, place = rest
        if recipe.is_alive(identity):
            return recipe.double(identity, spec, place)
        return recipe.step(kind, *rest)
    if kind == "assign":
        return recipe.step(kind, moved(rest[0]), rest[1], moved(rest[2]))
    if kind == "attribute":
        return recipe.step(kind, moved(rest[0]), rest[1])
    return recipe.step(kind, *rest)


def _set_state(value: Any, before: State, made: int, recipe: Recipe) -> bool:
    """Add the steps that restore changed attributes, as far as possible; returns whether all could be set."""
    state = state_of(value)
    if state.get(CONTENTS) != before.get(CONTENTS):
        raise Unrecordable(MUCH_HAPPENED)
    changed = {name: entry for name, entry in attributes_of(value).items() if state[name] != before.get(name)}
    if inherited(type(value), "__setattr__") is not vars(object)["__setattr__"]:
        return not changed
    kept = {name for name, entry in changed.items() if _is_updated(entry, before.get(name), recipe)}
    untold = [
        name for name, entry in changed.items() if name not in kept and not _set(made, name, entry, recipe)
    ]
    return not untold


def _is_updated(entry: Any, before: Token | None, recipe: Recipe) -> bool:
    """Check whether an attribute still holds the same object, which only has to be updated."""
    if before is None or before[0] != id(entry) or id(entry) not in recipe.spliced:
        return False
    recipe.add(entry)
    return True


def _set(made: int, name: str, entry: Any, recipe: Recipe) -> bool:
    before = recipe.size
    try:
        recipe.step("assign", made, name, recipe.add(entry, name))
    except Unrecordable:
        recipe.shrink(before)
        return False
    return True
