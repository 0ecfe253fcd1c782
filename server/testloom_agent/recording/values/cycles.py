"""Values that contain themselves: they are built without their contents, which are added afterwards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from testloom_agent.recording.values import library
from testloom_agent.recording.values.steps import HoldsItself
from testloom_agent.redaction.labels import entry_names, item_names


class Recipe(library.Recipe, Protocol):
    """A recipe that takes steps, and can drop the last of them."""

    @property
    def size(self) -> int:
        """How many steps there are."""

    def shrink(self, size: int) -> None:
        """Go back to where there were so many steps."""

    def know(self, value: Any, step: int) -> None:
        """Remember that a step yields a value."""


def filled_list(recipe: Recipe, value: list[Any], depth: int) -> int:
    """Add the steps for a list; returns the id of the one that yields it."""
    made = recipe.step("collection", "list", [])
    recipe.know(value, made)
    items = list(value)
    for item, name in zip(items, item_names(items), strict=True):
        recipe.step("call", "builtins:list.append", made, [recipe.add(item, name, depth)], {})
    return made


def filled_dict(recipe: Recipe, value: dict[Any, Any], depth: int) -> int:
    """Add the steps for a dictionary; returns the id of the one that yields it."""
    made = recipe.step("collection", "dict", [])
    recipe.know(value, made)
    entries = list(value.items())
    for (key, item), name in zip(entries, entry_names(entries), strict=True):
        pair = [recipe.add(key, "", depth), recipe.add(item, name, depth)]
        recipe.step("call", "builtins:dict.__setitem__", made, pair, {})
    return made


def fields_without(
    recipe: Recipe, fields: Mapping[str, Any], needed: Collection[str], depth: int
) -> tuple[dict[str, int], dict[str, Any]]:
    """Add the steps for fields; those that lead back to their object are to be set later.

    Until then they are None if the constructor cannot do without.
    """
    named: dict[str, int] = {}
    later: dict[str, Any] = {}
    for name, known in zip(fields, entry_names(list(fields.items())), strict=True):
        item, before = fields[name], recipe.size
        try:
            named[name] = recipe.add(item, known, depth)
        except HoldsItself:
            recipe.shrink(before)
            later[name] = item
            if name in needed:
                named[name] = recipe.step("literal", None)
    return named, later
