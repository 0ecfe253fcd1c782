"""Makes a double and gives it its answers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Any
from unittest.mock import MagicMock, Mock, NonCallableMagicMock, create_autospec

CALL = "()"


def make_double(
    spec: str, names: Sequence[str], answers: Sequence[Sequence[Any]], resolve: Callable[[str], Any]
) -> Any:
    """A double for an instance of the class `spec`, for a function, or for an object that offers `names`.

    An answer is a path such as `name` or `session.get().json()`, a value, and whether the value is an
    exception that the call raises. Several answers for one call are given one after the other, then the last
    again and again.
    """
    double = _blank(resolve(spec) if spec else None, names)
    known: dict[str, list[tuple[Any, bool]]] = {}
    for path, value, raises in answers:
        known.setdefault(path, []).append((value, raises))
    for path, given in known.items():
        _answer(double, path.split("."), given)
    return double


def _blank(kind: Any, names: Sequence[str]) -> Any:
    if isinstance(kind, type):
        return MagicMock(spec=kind) if "__call__" in dir(kind) else NonCallableMagicMock(spec=kind)
    if inspect.isroutine(kind):
        return create_autospec(kind)
    if any(name.startswith("__") for name in names):
        return MagicMock(spec=list(names))
    return Mock(spec=list(names)) if names else MagicMock()


def _answer(double: Any, parts: Sequence[str], given: Sequence[tuple[Any, bool]]) -> None:
    holder = double
    for part in parts[:-1]:
        holder = _child(holder, part)
        holder = holder.return_value if part.endswith(CALL) else holder
    last = parts[-1]
    value, raises = given[-1]
    if not last.endswith(CALL):
        setattr(holder, last, value)
    elif len(given) > 1:
        _child(holder, last).side_effect = chain([earlier for earlier, _ in given[:-1]], repeat(value))
    elif raises:
        _child(holder, last).side_effect = value
    else:
        _child(holder, last).return_value = value


def _child(holder: Any, part: str) -> Any:
    name = part.removesuffix(CALL)
    return getattr(holder, name) if name else holder
