"""Strings, numbers and class names as words of a name."""

from __future__ import annotations

import re

_WORD = r"(?:[A-Z]?[a-z]+|[A-Z]{1,5})"
_SLUG = re.compile(rf"{_WORD}\d*(?:[ _-](?:{_WORD}\d*|\d+)){{0,2}}")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
MIN_SLUG = 2
MAX_SLUG = 20


def slug(text: str) -> str:
    """Convert a short text to words; empty if it is too short, too long or has other characters."""
    is_words = MIN_SLUG <= len(text) <= MAX_SLUG and _SLUG.fullmatch(text)
    return text.lower().replace("-", " ") if is_words else ""


def in_digits(value: int) -> str:
    """Render a whole number as part of a name; empty if it is far below zero."""
    if abs(value) >= 10**6:
        return "huge" if value > 0 else ""
    return "zero" if value == 0 else f"minus {-value}" if value < 0 else str(value)


def snake(name: str) -> str:
    """`InsufficientFunds` as `insufficient_funds`."""
    return _CAMEL.sub("_", name).lower().strip("_")


def variable(name: str) -> str:
    """Convert a variable's name for use in the name of a test: `max_size` for `_MAX_SIZE`."""
    name = name.strip("_")
    return name.lower() if name.isupper() else name
