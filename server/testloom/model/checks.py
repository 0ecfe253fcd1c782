"""Validation of data from outside: from the agent, a recording, the store, or another machine.

A check takes a decoded JSON value and returns the value, or raises a ValueError that names the fault.
`Form` checks the parts of a list or object and names the invalid part.
"""

from __future__ import annotations

import json
import reprlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from testloom.model.texts.names import is_name, is_path

Check: TypeAlias = Callable[[Any], Any]

LONGEST_TEXT = 1_000_000
LONGEST_NAME = 1_000
LARGEST = int(sys.float_info.max)
"""The largest integer that can be converted to a float."""
MOST_ITEMS = 10_000
"""The maximum number of items of a collection, far above any test's: larger data is not from Testloom."""


def read_json(text: str | bytes) -> Any:
    """Parse a text as JSON.

    Raises:
        ValueError: if it is not JSON, or nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def refused(value: Any, what: str) -> ValueError:
    """Create the error for an invalid value, with a description of valid ones."""
    return ValueError(f"{reprlib.repr(value)} is not {what}")


def fact(holds: bool, value: Any, what: str) -> None:
    """Raise a ValueError if a value is not as described."""
    if not holds:
        raise refused(value, what)


def flag(value: Any) -> bool:
    """Check that a value is True or False."""
    fact(isinstance(value, bool), value, "true or false")
    return bool(value)


def integer(low: int, high: int) -> Check:
    """Create a check for whole numbers within bounds."""
    what = f"a whole number from {low} to {high}"

    def check(value: Any) -> Any:
        is_it = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        fact(is_it, value, what)
        return value

    return check


def number(low: float, high: float) -> Check:
    """Create a check for numbers within bounds, which excludes infinity and NaN."""

    def check(value: Any) -> Any:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        fact(is_number and low <= value <= high, value, f"a number from {low} to {high}")
        return value

    return check


def text(value: Any) -> str:
    """Check that a value is a string of acceptable length."""
    fact(isinstance(value, str) and len(value) <= LONGEST_TEXT, value, "a text of acceptable length")
    return str(value)


def without_null(value: Any) -> str:
    """Check that a value is a string without null characters, at which the system would cut it off."""
    said = text(value)
    fact("\0" not in said, value, "a text without null characters")
    return said


def matching(is_it: Callable[[str], bool], what: str) -> Check:
    """Create a check for short strings of some form."""

    def check(value: Any) -> Any:
        fact(isinstance(value, str) and len(value) <= LONGEST_NAME and is_it(value), value, what)
        return value

    return check


name = matching(is_name, "a name")
path = matching(is_path, "the path of a name in a module")


def path_or_empty(value: Any) -> Any:
    """Check that a value is the path of a name in a module, or "" if none is known."""
    return value if value == "" else path(value)


def is_within(place: str) -> bool:
    """Check whether a relative path stays within the folder that it starts from."""
    parts = PurePosixPath(place)
    return not parts.is_absolute() and ".." not in parts.parts and "\0" not in place


def one_of(*choices: Any) -> Check:
    """Create a check for one of a few values."""
    what = f"one of {', '.join(map(repr, choices))}"

    def check(value: Any) -> Any:
        fact(isinstance(value, str) and value in choices, value, what)
        return value

    return check


def optional(check: Check) -> Check:
    """Create a check that also accepts None."""
    return lambda value: None if value is None else check(value)


def many(check: Check, *, least: int = 0, most: int = MOST_ITEMS) -> Check:
    """Create a check for lists, which are read as tuples."""

    def each(value: Any) -> Any:
        fact(isinstance(value, list | tuple) and least <= len(value) <= most, value, "a list of that length")
        read = []
        try:
            for item in value:
                read.append(check(item))
        except ValueError as error:
            raise ValueError(f"[{len(read)}]: {error}") from None
        return tuple(read)

    return each


def by_name(check: Check, key: Check = text) -> Check:
    """Create a check for objects, which are read as dictionaries."""

    def each(value: Any) -> Any:
        fact(isinstance(value, Mapping) and len(value) <= MOST_ITEMS, value, "an object")
        return {key(inner): _named(f".{inner}", check, item) for inner, item in value.items()}

    return each


def pairs(check: Check, key: Check = text) -> Check:
    """Create a check for objects, which are read as tuples of names with their values."""
    read = by_name(check, key)
    return lambda value: tuple(read(value).items())


def scalar(value: Any) -> Any:
    """Decode a plain value from JSON.

    Bytes and complex numbers are objects with one key, `bytes` or `complex`.
    """
    if isinstance(value, Mapping):
        fact(list(value) in (["bytes"], ["complex"]), value, "a plain value")
        if "bytes" in value:
            fact(isinstance(value["bytes"], str), value, "bytes")
            return value["bytes"].encode("latin-1")
        real, imaginary = many(_part, least=2, most=2)(value["complex"])
        return complex(real, imaginary)
    fact(value is None or isinstance(value, bool | int | float | str), value, "a plain value")
    return value


def _part(value: Any) -> Any:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    fact(is_number and (isinstance(value, float) or abs(value) < LARGEST), value, "a number")
    return float(value)


@dataclass(frozen=True, slots=True)
class Form:
    """The form of an object: `checks` of its parts by name, the first `needed` of which are required."""

    make: Callable[..., Any]
    checks: Mapping[str, Check]
    needed: int

    @classmethod
    def of(cls, make: Callable[..., Any], needed: int | None = None, /, **checks: Check) -> Form:
        """Create the form of the parts that `make` takes by these names.

        Only the first `needed` parts are required; by default all.
        """
        return cls(make, checks, len(checks) if needed is None else needed)

    def from_list(self, values: Any) -> Any:
        """Build the value from a list with the parts in their order."""
        is_list = isinstance(values, list | tuple)
        fact(is_list and self.needed <= len(values) <= len(self.checks), values, "a list of that length")
        parts = zip(self.checks.items(), values, strict=False)
        return self.make(**{name: _named(name, check, value) for (name, check), value in parts})

    def from_object(self, values: Any) -> Any:
        """Build the value from an object with the parts by their names; other names are ignored."""
        fact(isinstance(values, Mapping), values, "an object")
        missing = [name for name in list(self.checks)[: self.needed] if name not in values]
        fact(not missing, missing, "there")
        known = {name: check for name, check in self.checks.items() if name in values}
        return self.make(**{name: _named(name, check, values[name]) for name, check in known.items()})


def _named(part: str, check: Check, value: Any) -> Any:
    try:
        return check(value)
    except ValueError as error:
        raise ValueError(f"{part}: {error}") from None
