"""Steps that rebuild values of the standard library."""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import io
import pathlib
import re
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from testloom_agent.redaction.naming import is_sensitive

LONGEST = 10_000
"""How many characters a string may have."""


class Recipe(Protocol):
    """Takes the steps for values, and raises `Unrecordable` for a value that has none."""

    def add(self, value: Any, name: str = "", depth: int = 0) -> int:
        """Add the steps for a value."""

    def add_part(self, whole: Any, part: slice, name: str, depth: int) -> int:
        """Add the steps for a part of a text or a sequence, without what is secret in the whole."""

    def step(self, kind: str, *arguments: Any) -> int:
        """Add a step."""

    def call(self, path: str, args: Iterable[int] = (), kwargs: Mapping[str, int] | None = None) -> int:
        """Add a call."""


Build: TypeAlias = Callable[[Recipe, Any, str, int], int]
"""Adds the steps for a value with a name."""


class Unrecordable(Exception):
    """A value cannot be built again; the message says why."""


def _zone(recipe: Recipe, value: Any) -> int:
    if value is None:
        return recipe.step("literal", None)
    if value is datetime.timezone.utc:
        return recipe.step("reference", "datetime:timezone.utc")
    raise Unrecordable("a time zone")


def _datetime(recipe: Recipe, value: datetime.datetime, _name: str, _depth: int) -> int:
    parts = [value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond]
    while len(parts) > 3 and parts[-1] == 0:
        parts.pop()
    zone = {} if value.tzinfo is None else {"tzinfo": _zone(recipe, value.tzinfo)}
    return recipe.call("datetime:datetime", [recipe.step("literal", part) for part in parts], zone)


def _uuid(recipe: Recipe, value: uuid.UUID, name: str, _depth: int) -> int:
    shown = uuid.UUID(int=0) if is_sensitive(name) else value
    return recipe.call("uuid:UUID", [recipe.step("literal", str(shown))])


def _plainly(path: str, parts: Callable[[Any], Iterable[Any]]) -> Build:
    """Create the function that builds values by a call of `path` with plain values."""
    return lambda recipe, value, _, depth: recipe.call(path, [recipe.add(p, "", depth) for p in parts(value)])


def _holding(path: str, parts: Callable[[Any], Iterable[Any]]) -> Build:
    """Create the function that builds values by a call of `path` with others, which have the same name."""
    return lambda recipe, value, name, depth: recipe.call(
        path, [recipe.add(part, name, depth) for part in parts(value)]
    )


def _defaultdict(recipe: Recipe, value: Any, name: str, depth: int) -> int:
    factory = recipe.add(value.default_factory, "", depth)
    return recipe.call("collections:defaultdict", [factory, recipe.add(dict(value), name, depth)])


STREAMS = (io.StringIO, io.BytesIO)
LIBRARY: Mapping[type, Build] = {
    datetime.datetime: _datetime,
    datetime.date: _plainly("datetime:date", lambda value: (value.year, value.month, value.day)),
    datetime.timedelta: _plainly("datetime:timedelta", lambda v: (v.days, v.seconds, v.microseconds)),
    decimal.Decimal: _plainly("decimal:Decimal", lambda value: (str(value),)),
    uuid.UUID: _uuid,
    fractions.Fraction: _plainly("fractions:Fraction", lambda v: (v.numerator, v.denominator)),
    type(pathlib.Path()): _plainly("pathlib:Path", lambda value: (str(value),)),
    type(pathlib.PurePath()): _plainly("pathlib:PurePath", lambda value: (str(value),)),
    re.Pattern: _plainly("re:compile", lambda value: (value.pattern, value.flags & ~re.UNICODE)),
    range: _plainly("builtins:range", lambda value: (value.start, value.stop, value.step)),
    slice: _plainly("builtins:slice", lambda value: (value.start, value.stop, value.step)),
    bytearray: _holding("builtins:bytearray", lambda value: (bytes(value[: LONGEST + 1]),)),
    io.StringIO: _holding("io:StringIO", lambda value: (value.getvalue(),)),
    io.BytesIO: _holding("io:BytesIO", lambda value: (value.getvalue(),)),
    collections.deque: _holding("collections:deque", lambda value: [list(value)] if value else []),
    collections.Counter: _holding("collections:Counter", lambda value: [dict(value)] if value else []),
    collections.defaultdict: _defaultdict,
    collections.OrderedDict: _holding(
        "collections:OrderedDict", lambda value: [dict(value)] if value else []
    ),
}
"""Classes of the standard library, with the functions that add the steps to rebuild their instances."""
