"""Names that values have because of their neighbours: in pairs, arguments, and records."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from typing import Any

from testloom_agent.kinds import is_a
from testloom_agent.redaction.naming import is_sensitive

LABELS = (
    "name",
    "key",
    "id",
    "type",
    "label",
    "field",
    "header",
    "option",
    "variable",
    "setting",
    "parameter",
)
VALUES = ("value", "val", "content", "data", "default", "text")
"""Keys of records such as `{"name": "password", "value": x}`: an entry of `LABELS` names one of these."""
_WORD = re.compile(r"-{0,2}[A-Za-z][\w.-]{1,80}:?")
_OPTION = re.compile(r"--?[A-Za-z][\w-]{1,80}")


def pair_name(items: Sequence[Any]) -> str:
    """Find the name of the second item of a pair such as `("password", x)`; else empty."""
    name = _text(items[0]) if len(items) == 2 else ""
    return name if is_sensitive(name) else ""


def item_names(items: Sequence[Any]) -> list[str]:
    """Find the name of each item of a collection: in a pair, or after an option in `["--password", x]`."""
    names = ["", *(_label(item, _OPTION) for item in items[:-1])][: len(items)]
    if pair := pair_name(items):
        names[1] = pair
    return names


def argument_names(arguments: Sequence[Any], parameters: Sequence[str]) -> list[str]:
    """Find the name of each argument: its parameter, or a preceding argument as in `f("pin", x)`."""
    before = ["", *(_label(argument, _WORD) for argument in arguments)]
    pairs = zip(parameters, before[: len(arguments)], strict=False)
    return [parameter if is_sensitive(parameter) else label or parameter for parameter, label in pairs]


def entry_names(entries: Sequence[tuple[Any, Any]]) -> list[str]:
    """Find the name of each entry of a dictionary or object: its key, or another entry's value.

    The latter is used for `{"name": "password", "value": x}`.
    """
    names = [_text(key) for key, _ in entries]
    kinds = [name.lower() for name in names]
    labels = [_label(value, _WORD) for (_, value), kind in zip(entries, kinds, strict=True) if kind in LABELS]
    label = next(filter(None, labels), "")
    pairs = zip(names, kinds, strict=True)
    return [f"{label}.{name}" if label and kind in VALUES else name for name, kind in pairs]


def _label(item: Any, pattern: re.Pattern[str]) -> str:
    """Return an item that marks its neighbour as a secret; else empty."""
    text = _text(item)
    return text if pattern.fullmatch(text) and is_sensitive(text) else ""


def _text(item: Any) -> str:
    """Return an item as a name: a string, bytes, or an enum member; else empty. This runs no code."""
    if is_a(item, enum.Enum):
        return item._name_ if type(item._name_) is str else ""
    if type(item) is bytes:
        return item.decode("latin-1")
    return str.__str__(item) if is_a(item, str) else ""
