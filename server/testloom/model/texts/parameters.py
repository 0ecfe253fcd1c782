"""Parameters of functions in their written form: `size=1`, `*names`, `/`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from testloom.model.texts.names import is_name
from testloom.model.texts.trees import literal_of

_PARAMETER = re.compile(r"(?P<stars>\*{0,2})(?P<name>[^=*/]+)(?:=(?P<default>.+))?", re.DOTALL)
SIGNS = ("*", "/")
"""The separators of parameters, which are not parameters themselves."""


@dataclass(frozen=True, slots=True)
class WrittenParameter:
    """A written parameter: its stars, its name, and the source of its default, "" if it has none."""

    stars: str
    name: str
    default: str


def read_parameter(text: str) -> WrittenParameter | None:
    """Parse a written parameter; None if the text is invalid, or its default is not a plain value."""
    found = _PARAMETER.fullmatch(text)
    if found is None or not is_name(found["name"]):
        return None
    default = found["default"]
    if default is not None and (found["stars"] or not is_plain(default)):
        return None
    return WrittenParameter(found["stars"], found["name"], (default or "").strip())


def is_plain(text: str) -> bool:
    """Check whether a text is a literal and nothing else, such as a comment or the end of an expression."""
    try:
        return [repr(literal_of(text.strip()))] == list(map(repr, literal_of(f"[{text}]")))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False
