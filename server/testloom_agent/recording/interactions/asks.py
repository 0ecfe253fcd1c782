"""Interactions of calls under way with objects and functions that tests may replace by doubles.

They are added to the recipes of the calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import FunctionType, MethodType
from typing import Any, NamedTuple, TypeAlias

from testloom_agent.recording.values.library import Unrecordable
from testloom_agent.recording.values.recipes import Recipe
from testloom_agent.recording.values.steps import Ask
from testloom_agent.redaction.labels import argument_names, entry_names
from testloom_agent.reflection.identities import class_id

MOST_ASKS = 100
PLAIN = (type(None), bool, int, float, str, bytes)
ANYTHING = "unittest.mock:ANY"


class Ear(NamedTuple):
    """A recipe that records interactions, and the objects of the project `via` which they come.

    `via` has the ids of the steps that make these objects, the innermost last.
    """

    recipe: Recipe
    via: tuple[int, ...] = ()

    def step_of(self, owner: Any) -> int | None:
        """Find the step that yields an object whose interactions are recorded; None for any other.

        The object whose own method is running counts as other.
        """
        key = id(owner)
        doubled = self.recipe.doubled.get(key)
        if doubled is not None:
            return doubled
        made = self.recipe.made.get(key)
        return None if made in self.via[-1:] else made

    def within(self, owner: Any) -> Ear | None:
        """Return the ear for the time that a method of `owner` runs; None if a double replaces the object."""
        step = self.step_of(owner)
        if step is None:
            return self
        return None if id(owner) in self.recipe.doubled else self._replace(via=(*self.via, step))

    def stand_in(self, proxy: Any, shown: type, place: str) -> None:
        """Have a double of what a proxy shows at the place where a module holds the proxy."""
        try:
            self.recipe.doubled[id(proxy)] = self.recipe.double(place, self.recipe.spec(shown), place)
        except Unrecordable as reason:
            self.recipe.lost = str(reason)


Ears: TypeAlias = tuple[Ear, ...]


class Question(NamedTuple):
    """An interaction that has no result yet."""

    ear: Ear
    of: int
    args: list[int] | None
    kwargs: dict[str, int]

    def meets(self, item: Any) -> None:
        """Know an item before the answer is complete: what is asked of it may need a double."""
        if type(item) not in PLAIN:
            with suppress(Exception):  # when the answer is complete, it tells the reason
                self.ear.recipe.add(item)

    def answered(self, path: str, result: Any, error: BaseException | None, is_order: bool = False) -> None:
        """Note the answer; what an order returned is of no interest."""
        recipe = self.ear.recipe
        value, lost = None, ""
        try:
            if not is_order:
                value = recipe.add(result if error is None else error, path)
        except Unrecordable as reason:
            lost = str(reason)
        except Exception as failure:  # a failure of the recorder must not affect the program
            lost = f"the recorder failed: {type(failure).__name__}: {failure}"
        raised, via = error is not None, list(self.ear.via)
        ask = Ask(recipe.subject, via, self.of, path, self.args, self.kwargs, value, raised, lost)
        recipe.asks.append(ask)


def asked(
    ears: Ears,
    owner: Any,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    names: Sequence[str] = (),
) -> list[Question]:
    """Collect the questions to an object for all recipes that know it, with its current arguments."""
    return [
        question
        for ear in ears
        if (step := ear.step_of(owner)) is not None
        for question in _questions(ear, step, args, kwargs or {}, names)
    ]


def asked_at(
    ears: Ears, place: str, function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[Question]:
    """Collect the questions to a foreign function that a module looks up at `place`."""
    spec = class_id(function) if type(function) is FunctionType else ""
    found: list[Question] = []
    for ear in ears:
        try:
            step = ear.recipe.double(place, spec, place)
        except Unrecordable as reason:
            ear.recipe.lost = str(reason)
        else:
            found += _questions(ear, step, args, kwargs, names_of(function))
    return found


def names_of(function: Any) -> tuple[str, ...]:
    """Return the names of the positional parameters of a callable; empty if it has no Python code."""
    is_bound = type(function) is MethodType
    function = function.__func__ if is_bound else function
    code = function.__code__ if type(function) is FunctionType else None
    return () if code is None else code.co_varnames[is_bound : code.co_argcount]


def _questions(
    ear: Ear, step: int, args: Sequence[Any] | None, kwargs: Mapping[str, Any], names: Sequence[str]
) -> Iterator[Question]:
    recipe = ear.recipe
    try:
        if len(recipe.asks) >= MOST_ASKS and not _has_made_room(recipe):
            raise Unrecordable("it calls others too often")
        known = argument_names(args or (), [*names, *[""] * len(args or ())])
        pairs = None if args is None else zip(args, known, strict=True)
        given = None if pairs is None else [_compared(recipe, value, name) for value, name in pairs]
        labels = zip(kwargs.items(), entry_names(list(kwargs.items())), strict=True)
        named = {name: _compared(recipe, value, label) for (name, value), label in labels}
    except Unrecordable as reason:
        _give_up(recipe, step, str(reason))
    except Exception as error:  # a failure of the recorder must not affect the program
        _give_up(recipe, step, f"the recorder failed: {type(error).__name__}: {error}")
    else:
        yield Question(ear, step, given, named)


def give_up_all(recipe: Recipe, reason: str) -> None:
    """Say that not all is known that others were asked."""
    for step in [*recipe.doubled.values(), *recipe.made.values()]:
        _give_up(recipe, step, reason)


def _has_made_room(recipe: Recipe) -> bool:
    """Make room by giving up objects of the project, which need not become doubles; whether that helped."""
    asked = {ask.of for ask in recipe.asks} & set(recipe.made.values())
    for step in asked:
        _give_up(recipe, step, "it calls others too often")
    given_up = [ask for ask in recipe.asks if ask.of in asked and not ask.path]
    recipe.asks = [ask for ask in recipe.asks if ask.of not in asked] + given_up
    return bool(asked) and len(recipe.asks) < MOST_ASKS


def _give_up(recipe: Recipe, step: int, reason: str) -> None:
    """Note that interactions are incomplete; an object of the project need not become a double, though."""
    if step in recipe.made.values():
        recipe.asks.append(Ask(recipe.subject, [], step, "", None, {}, None, lost=reason))
        recipe.made = {key: made for key, made in recipe.made.items() if made != step}
    else:
        recipe.lost = reason


def _compared(recipe: Recipe, value: Any, name: str) -> int:
    """Add the steps for a compared argument; if it cannot be compared, a stand-in that equals everything."""
    recipe.is_comparing = True
    try:
        return recipe.add(value, name)
    except Unrecordable:
        return recipe.step("reference", ANYTHING)
    finally:
        recipe.is_comparing = False
