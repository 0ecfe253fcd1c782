"""Functions that recorded calls define and return: from factories, and from decorators without a name.

Such a function may be the result of a call, or be within it: in the registry of an application that the call
has set up, for instance. A test makes the function by the call that has returned it, and then calls it. It
stays the same object, as other objects may refer to it already: only its code is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from testloom_agent.recording.calls.callees import Call, Callee
from testloom_agent.recording.calls.wrappers import copied
from testloom_agent.recording.values.recipes import Recipe
from testloom_agent.recording.values.state import attributes_of

DEEPEST = 3
MOST_HOLDERS = 300
MOST_ITEMS = 50
Way: TypeAlias = tuple[Any, ...]
"""The path from a result to a value in it: names of attributes, or kinds of collections each with a key."""
_FIXED = (type, ModuleType, FunctionType)


def functions_from(result: Any, callee: Callee) -> Iterator[tuple[FunctionType, Way]]:
    """Yield the functions that a call has defined and returned, each with the shortest way to it."""
    if type(result) is FunctionType:
        if _is_defined_in(result, callee):
            yield result, ()
        return
    if not any(type(constant) is CodeType for constant in callee.real.__code__.co_consts):
        return
    seen: set[int] = set()
    level: list[tuple[Any, Way]] = [(result, ())]
    for _ in range(DEEPEST):
        level = [(held, (*way, step)) for holder, way in level for step, held in _held(holder)]
        level = [entry for entry in level if id(entry[0]) not in seen][: MOST_HOLDERS - len(seen)]
        seen.update(id(held) for held, _ in level)
        for held, way in level:
            if type(held) is FunctionType and _is_defined_in(held, callee):
                yield held, way


def recorded_as(function: FunctionType, way: Way, call: Call, recipe: Recipe) -> Callee:
    """Create the record of a function that was found in the result of a call."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    callee = Callee(call.callee.path, copied(function), names, False, False)
    callee.outer, callee.way, callee.since = recipe, way, call.began
    return callee


def taken_from(made: int, way: Way, recipe: Recipe) -> int:
    """Add the steps that lead from what a call returned to what lies in it."""
    for step in way:
        if type(step) is str:
            made = recipe.step("attribute", made, step)
        else:
            kind, key = step
            made = recipe.step("call", f"builtins:{kind}.__getitem__", made, [recipe.add(key)], {})
    return made


def _is_defined_in(function: FunctionType, callee: Callee) -> bool:
    """Check whether a function is defined in another, and does not stand for a function with its own name."""
    outer = getattr(callee.real, "__qualname__", "")
    is_inner = function.__qualname__.rpartition(".<locals>.")[0] == outer
    return is_inner and function.__module__ == callee.real.__module__ and "__wrapped__" not in vars(function)


def _held(holder: Any) -> Iterator[tuple[str | tuple[str, Any], Any]]:
    """Yield the contents of an object under public names, or of a collection under plain keys."""
    kind = type(holder)
    if kind is dict:
        for key, value in list(holder.items())[:MOST_ITEMS]:
            if type(key) in (str, int):
                yield ("dict", key), value
    elif kind in (list, tuple):
        for place, value in enumerate(list(holder[:MOST_ITEMS])):
            yield (kind.__name__, place), value
    elif not issubclass(kind, _FIXED):
        for name, value in attributes_of(holder).items():
            if not name.startswith("_"):
                yield name, value
