"""Differences between two observations of the same test case (docs/agent-protocol.md, "Assessments")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isnan
from typing import Any, TypeAlias

Difference: TypeAlias = tuple[Any, ...]
"""A statement, a facet of its behaviour, and the path to the difference: names and positions."""

MOST = 20
MOST_TEXT = 1_000
"""The number of characters of a message that are reported."""
NUMBERS = ("int", "float")
FACETS = ("value", "receiver", "output", "errors", "warnings", "logs")
SEQUENCES = ("list", "tuple")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")


def differences(expected: Sequence[dict[str, Any]], seen: Sequence[dict[str, Any]]) -> list[Difference]:
    """List the differences that an assertion could detect, at most `MOST`, in statement order.

    They end with `(statement, "exception")` where only one of the two ended with an exception, or each with
    an exception of another type, and with `(statement, "message", text)` where the messages differ.
    """
    found: list[Difference] = []
    for one, other in zip(expected, seen, strict=False):
        found += [(one["statement"], *way) for way in _of_statement(one, other)]
        if len(found) >= MOST:
            break
    return found[:MOST]


def noise(one: Sequence[dict[str, Any]], other: Sequence[dict[str, Any]]) -> frozenset[Difference]:
    """Find the differences between two runs of the same code.

    For a message that differs, the whole message counts, whatever its text.
    """
    return frozenset(way[:2] if way[1] == "message" else way for way in differences(one, other))


def is_raised_first(expected: Sequence[dict[str, Any]], seen: Sequence[dict[str, Any]]) -> bool:
    """Check whether a statement raises that did not before, so that the test fails without assertions."""
    last = len(seen) - 1
    return last >= 0 and seen[last]["exception"] is not None and expected[last]["exception"] is None


def _of_statement(one: dict[str, Any], other: dict[str, Any]) -> Iterator[Difference]:
    yield from _of_exceptions(one["exception"], other["exception"])
    for facet in FACETS:
        mine, its = one.get(facet), other.get(facet)
        if mine is not its:
            yield from ((facet, *way) for way in _between(mine, its))
    yield from _of_files(one.get("files") or {}, other.get("files") or {})
    yield from _of_states(one.get("states") or {}, other.get("states") or {})
    for reference, value in one["arguments"].items():
        changed = other["arguments"].get(reference)
        yield from (("argument", int(reference), *way) for way in _between(value, changed))


def _of_exceptions(one: dict[str, Any] | None, other: dict[str, Any] | None) -> Iterator[Difference]:
    if one is None and other is None:
        return
    if one is None or other is None or one["type"] != other["type"]:
        yield ("exception",)
    elif _ADDRESS.sub("", _said(one)) != _ADDRESS.sub("", _said(other)):
        yield "message", _said(other)[:MOST_TEXT]


def _of_files(one: dict[str, Any], other: dict[str, Any]) -> Iterator[Difference]:
    for path in sorted(one.keys() | other.keys()):
        if path not in one or path not in other or one[path] != other[path]:
            yield "files", path


def _of_states(one: dict[str, Any], other: dict[str, Any]) -> Iterator[Difference]:
    for path in sorted(one.keys() | other.keys()):
        yield from (("state", path, *way) for way in _between(one.get(path), other.get(path)))


def _between(one: Any, other: Any) -> Iterator[Difference]:
    """Yield the paths to the parts in which two encoded values differ."""
    if _equal(one, other) or _are_equal_numbers(one, other):
        return
    if not isinstance(one, dict) or not isinstance(other, dict) or one["kind"] != other["kind"]:
        yield ()
    elif one["kind"] == "object" and _equal(_shell(one), _shell(other)):
        yield from _between_attributes(one["attributes"], other["attributes"])
    elif one["kind"] in SEQUENCES and len(one["items"]) == len(other["items"]):
        for place, (mine, its) in enumerate(zip(one["items"], other["items"], strict=True)):
            step = one["names"][place] if "names" in one else place
            yield from ((step, *way) for way in _between(mine, its))
    elif one["kind"] == "dict" and _equal(one["items"][::2], other["items"][::2]):
        for place in range(1, len(one["items"]), 2):
            yield from ((place, *way) for way in _between(one["items"][place], other["items"][place]))
    else:
        yield ()


def _between_attributes(one: dict[str, Any], other: dict[str, Any]) -> Iterator[Difference]:
    for name in sorted(one.keys() | other.keys()):
        yield from ((name, *way) for way in _between(one.get(name), other.get(name)))


def _shell(value: dict[str, Any]) -> dict[str, Any]:
    """Return an object without its attributes and whatever else describes these."""
    return {key: part for key, part in value.items() if key not in ("attributes", "made")}


def _equal(one: Any, other: Any) -> bool:
    """Check whether two encoded values are the same; nan is, unlike for `==`, which ends sooner."""
    if one == other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(part, other[key]) for key, part in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return isinstance(one, float) and isinstance(other, float) and isnan(one) and isnan(other)


def _are_equal_numbers(one: Any, other: Any) -> bool:
    """Whether two values are numbers that `==` does not tell apart, as 2 and 2.0."""
    return _is_number(one) and _is_number(other) and bool(one["value"] == other["value"])


def _is_number(value: Any) -> bool:
    return isinstance(value, dict) and value["kind"] == "scalar" and value["type"] in NUMBERS


def _said(exception: Any) -> str:
    """Return the message of an exception or, for a response that is raised, its text."""
    return str(exception.get("text", exception["message"]))
