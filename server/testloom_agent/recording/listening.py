"""Hears what recorded calls ask of the objects and functions that a test will have doubles of.

Rewritten functions (`rewriting`) call the methods of a `Listener`. What it hears of, it writes into the
recipes of the calls under way. It answers with what the program would have had without it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from contextvars import ContextVar, Token
from types import FunctionType, MethodType
from typing import Any, TypeAlias

from testloom_agent.recording.own import OwnModules
from testloom_agent.recording.recipes import Ask, Recipe, Unrecordable
from testloom_agent.reflection.identities import class_id

Recipes: TypeAlias = tuple[Recipe, ...]
Question: TypeAlias = tuple[Recipe, int, list[int] | None, dict[str, int]]
MOST_ASKS = 60
ANYTHING = "unittest.mock:ANY"
DRAINING = (list, tuple, set, frozenset, dict, sorted, sum, any, all, min, max, enumerate, zip, map, filter)
"""Builtins that iterate over what they are given."""


class Listener:
    """What rewritten functions ask instead of asking others directly; silent where no call is recorded."""

    def __init__(self, own: OwnModules) -> None:
        self._own = own
        self._recipes: ContextVar[Recipes] = ContextVar("testloom recipes", default=())

    @property
    def is_listening(self) -> bool:
        """Whether a call is recorded around this place."""
        return bool(self._recipes.get())

    def begin(self, recipes: Recipes) -> Token[Recipes]:
        """Write into these recipes, too, what is heard from now on; `end` takes what this returns."""
        return self._recipes.set((*self._recipes.get(), *recipes))

    def end(self, token: Token[Recipes]) -> None:
        """Go back to what was before."""
        self._recipes.reset(token)

    # What rewritten functions call

    def method(self, owner: Any, name: str, place: str | None, *, is_order: bool = False) -> Any:
        """What to call for `owner.name(…)`; of an order nobody takes the result."""
        found = getattr(owner, name)
        recipes = self._recipes.get()
        if not recipes:
            return found
        if _is_doubled(owner, recipes):
            return self._asking(recipes, owner, f"{name}()", found, is_order=is_order)
        return self._called(recipes, found, place, is_order)

    def function(self, found: Any, place: str | None, *, is_order: bool = False) -> Any:
        """What to call for `found(…)`."""
        recipes = self._recipes.get()
        if not recipes:
            return found
        if _is_doubled(found, recipes):
            return self._asking(recipes, found, "()", found, is_order=is_order)
        return self._called(recipes, found, place, is_order)

    def read(self, owner: Any, name: str) -> Any:
        """The value of `owner.name`."""
        value = getattr(owner, name)
        recipes = self._recipes.get()
        if recipes and _is_doubled(owner, recipes) and not inspect.isroutine(value):
            _answered(self._questions(recipes, owner), name, value, None)
        return value

    def item(self, holder: Any, key: Any) -> Any:
        """The value of `holder[key]`."""
        recipes = self._recipes.get()
        if recipes and _is_doubled(holder, recipes):
            return self._asking(recipes, holder, "__getitem__()", holder.__getitem__)(key)
        return holder[key]

    def items(self, iterable: Any) -> Any:
        """What to iterate over for an iterable."""
        recipes = self._recipes.get()
        if recipes and _is_doubled(iterable, recipes):
            return self._iterated(recipes, iterable)
        return iterable

    def manager(self, manager: Any) -> Any:
        """What to enter for a context manager."""
        recipes = self._recipes.get()
        return _Entering(manager, self) if recipes and _is_doubled(manager, recipes) else manager

    # How it hears

    def _called(self, recipes: Recipes, found: Any, place: str | None, is_order: bool) -> Any:
        """What to call for something that is no double: rewritten if it is the project's own."""
        function = found.__func__ if type(found) is MethodType else found
        if self._own.has(function):
            return self.rewritten(found)
        if found in DRAINING if type(found) in (type, type(len)) else False:
            return self._draining(recipes, found)
        if place is not None and self._own.is_outward(found):
            return self._asking(recipes, None, "()", found, place, is_order=is_order)
        return found

    def rewritten(self, found: Any) -> Any:
        """A function or bound method of the project as one that is heard; itself if that cannot be."""
        is_bound = type(found) is MethodType
        function = self._own.rewritten(found.__func__ if is_bound else found, self)
        if function is None:
            return found
        return MethodType(function, found.__self__) if is_bound else function

    def _draining(self, recipes: Recipes, found: Callable[..., Any]) -> Callable[..., Any]:
        def draining(*args: Any, **kwargs: Any) -> Any:
            given = [self._iterated(recipes, a) if _is_doubled(a, recipes) else a for a in args]
            return found(*given, **kwargs)

        return draining

    def _asking(
        self, recipes: Recipes, owner: Any, path: str, found: Any, place: str = "", *, is_order: bool = False
    ) -> Any:
        """A function that calls another and notes what it was asked and answered."""

        def asking(*args: Any, **kwargs: Any) -> Any:
            questions = self._questions(recipes, owner, args, kwargs, found, place)
            token = self._recipes.set(())
            try:
                result = found(*args, **kwargs)
            except BaseException as error:
                _answered(questions, path, None, error)
                raise
            finally:
                self._recipes.reset(token)
            if inspect.iscoroutine(result):
                return _awaited(result, questions, path, is_order)
            _answered(questions, path, result, None, is_order)
            return result

        return asking

    def _questions(
        self,
        recipes: Recipes,
        owner: Any,
        args: Sequence[Any] | None = None,
        kwargs: dict[str, Any] | None = None,
        found: Any = None,
        place: str = "",
    ) -> list[Question]:
        """For each recipe that has a double of the owner, which it is, and the arguments as they are now."""
        questions: list[Question] = []
        for recipe in recipes:
            if place or id(owner) in recipe.doubled:
                try:
                    of = recipe.double(place, _spec(found), place) if place else recipe.doubled[id(owner)]
                    questions.append((recipe, of, *_question(recipe, args, kwargs or {})))
                except Unrecordable as reason:
                    recipe.lost = str(reason)
                except Exception as error:  # a defect of the recorder must not become one of the program
                    recipe.lost = f"the recorder failed: {type(error).__name__}: {error}"
        return questions

    def _iterated(self, recipes: Recipes, iterable: Any) -> Iterator[Any]:
        seen: list[Any] = []
        questions = self._questions(recipes, iterable, ())
        try:
            for item in iterable:
                seen.append(item)
                yield item
        finally:
            _answered(questions, "__iter__()", seen, None)


class Heard(Generator[Any, Any, Any]):
    """A generator of the project while it is listened to: only while it runs, not between its items."""

    def __init__(self, real: Generator[Any, Any, Any], listener: Listener, recipes: Recipes) -> None:
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
    """Enters and leaves a context manager, and has it heard what it was entered as."""

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


def _is_doubled(value: Any, recipes: Recipes) -> bool:
    key = id(value)
    return any(key in recipe.doubled for recipe in recipes)


def _spec(function: Any) -> str:
    """The id of a function that a double stands for; "" for a class, whose double would be an instance."""
    return class_id(function) if type(function) is FunctionType else ""


def _question(
    recipe: Recipe, args: Sequence[Any] | None, kwargs: Mapping[str, Any]
) -> tuple[list[int] | None, dict[str, int]]:
    """The steps for the arguments of a question, as they are now."""
    if len(recipe.asks) >= MOST_ASKS:
        raise Unrecordable("it asks others too often")
    asked = None if args is None else [_compared(recipe, value, "") for value in args]
    return asked, {name: _compared(recipe, value, name) for name, value in kwargs.items()}


def _compared(recipe: Recipe, value: Any, name: str) -> int:
    """The steps for an argument that is compared; of what cannot be, a stand-in that equals everything."""
    recipe.is_comparing = True
    try:
        return recipe.add(value, name)
    except Exception:
        return recipe.step("reference", ANYTHING)
    finally:
        recipe.is_comparing = False


def _answered(
    questions: list[Question], path: str, result: Any, error: BaseException | None, is_order: bool = False
) -> None:
    """Note an answer in the recipes; what an order returned is of no interest."""
    for recipe, of, args, kwargs in questions:
        value, lost = None, ""
        try:
            if not is_order:
                value = recipe.add(result if error is None else error)
        except Unrecordable as reason:
            lost = str(reason)
        except Exception as failure:  # a defect of the recorder must not become one of the program
            recipe.lost = f"the recorder failed: {type(failure).__name__}: {failure}"
        recipe.asks.append(Ask(recipe.subject, of, path, args, kwargs, value, error is not None, lost))


async def _awaited(
    real: Coroutine[Any, Any, Any], questions: list[Question], path: str, is_order: bool
) -> Any:
    try:
        result = await real
    except BaseException as error:
        _answered(questions, path, None, error)
        raise
    _answered(questions, path, result, None, is_order)
    return result
