"""Names, the paths they refer to, and arguments as source; an invalid name is refused, never inserted."""

from __future__ import annotations

import re
from collections.abc import Iterable

from testloom.model.texts.names import is_name
from testloom.model.texts.parameters import SIGNS, read_parameter
from testloom.writer.errors import UnwritableError

_SHOWN = 60
_STEP = re.compile(r"\[(?P<place>-?[0-9]+)\]|\.?(?P<name>[^.\[\]()]+)(?P<key>\['[a-z-]+'\])?(?P<asked>\(\))?")


def identifier(text: str) -> str:
    """Check that a text is a name, and return it.

    Raises:
        UnwritableError: if the text is not a name that source can contain.
    """
    if is_name(text):
        return text
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    raise UnwritableError(f"{shown!r} is not a name that source can contain.")


def dotted(text: str) -> str:
    """Check that a text consists of names with dots between them, and return it.

    Raises:
        UnwritableError: if a part is not a name.
    """
    return ".".join(map(identifier, text.split(".")))


def attribute(owner: str, names: str) -> str:
    """Render the attribute of an expression, or an attribute of that: `names` may have dots.

    Raises:
        UnwritableError: if a part of `names` is not a name.
    """
    return f"{owner}.{dotted(names)}"


def along(owner: str, way: str) -> str:
    """Render what a path such as `lines[0].price` or `keys()` leads to from an expression.

    Raises:
        UnwritableError: if the path cannot be written as source.
    """
    text, position = owner, 0
    while position < len(way) or not way:
        step = _STEP.match(way, position)
        if step is None:
            raise UnwritableError(f"{way[:_SHOWN]!r} leads to nothing that source can read.")
        position = step.end()
        more = f"{step['key'] or ''}{step['asked'] or ''}"
        text = f"{text}[{step['place']}]" if step["place"] else f"{attribute(text, step['name'])}{more}"
    return text


def keyword(text: str, value: str) -> str:
    """Render a keyword argument; one whose name is not an identifier is passed in a dict with `**`."""
    return f"{text}={value}" if is_name(text) else f"**{{{text!r}: {value}}}"


def arguments(args: Iterable[str], kwargs: Iterable[tuple[str, str]] = ()) -> str:
    """Render the arguments between the parentheses of a call; the values are expressions."""
    return ", ".join([*args, *(keyword(text, value) for text, value in kwargs)])


def call(function: str, args: Iterable[str] = (), kwargs: Iterable[tuple[str, str]] = ()) -> str:
    """Render a call of an expression."""
    return f"{function}({arguments(args, kwargs)})"


def parameter(text: str, hint: str = "") -> str:
    """Render a parameter such as `size=1`, `*names` or `/`, annotated with `hint` if it takes a value.

    Raises:
        UnwritableError: if the text is not a parameter, or its default is not a plain value.
    """
    if text in SIGNS:
        return text
    found = read_parameter(text)
    if found is None:
        raise UnwritableError(f"{text[:_SHOWN]!r} is not a parameter with a plain default.")
    said = f"{found.stars}{found.name}{f': {hint}' if hint else ''}"
    return f"{said}{' = ' if hint else '='}{found.default}" if found.default else said
