"""What of an observed value a test can write down, and expect on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testloom.oracle.flickering import is_stable

MAX_ITEMS = 30
MAX_PARTS = 6
"""Of a longer sequence that cannot be written down as a whole, only the length is told."""
UNKNOWN = {"kind": "opaque", "type": "builtins:object"}


def shown_part(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The value as far as it can be written down."""
    return value if is_assertable(value) else _known_part(value)


def is_assertable(value: Mapping[str, Any]) -> bool:
    """Whether the value can be written into a test and is the same on every machine."""
    match value["kind"]:
        case "scalar":
            scalar = value["value"]
            return not isinstance(scalar, str) or is_stable(scalar)
        case "list" | "tuple" | "set" | "frozenset" | "dict":
            return len(value["items"]) <= MAX_ITEMS and all(map(_is_said, value["items"]))
        case "made":
            return all(is_assertable(part) for part in (*value["args"], *value["kwargs"].values()))
        case "enum" | "class" | "sized" | "prefix" | "answer":
            return True
        case _:
            return False


def _is_said(item: Mapping[str, Any]) -> bool:
    """Whether an item of a collection can be written down: also an object that the test has made before."""
    is_made = item["kind"] in ("object", "same") and item.get("reference") is not None
    return is_made or is_assertable(item)


def _known_part(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A sequence or a dict with those of its items left open that cannot be written down."""
    items = value.get("items", ())
    if value["kind"] not in ("list", "tuple", "dict") or not items or len(items) > MAX_ITEMS:
        return None
    if value["kind"] == "dict" and not all(key["kind"] == "scalar" for key in items[::2]):
        return None
    if value["kind"] != "dict" and len(items) > MAX_PARTS:
        return {**value, "items": [UNKNOWN] * len(items)}
    shown = [item if is_assertable(item) else _known_part(item) or UNKNOWN for item in items]
    return {**value, "items": shown}
