"""Limits of values in addition to their type, from the metadata of annotations and the validators of fields.

Libraries agree on their names (`gt`, `min_length`, `pattern`, …): `annotated_types`, pydantic's fields and
`msgspec.Meta`. In attrs, they are in the validators. None of these libraries is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from testloom_agent.kinds import is_a
from testloom_agent.reflection.identities import encode_scalar, is_scalar

NUMBERS = ("gt", "ge", "lt", "le", "multiple_of")
COUNTS = ("min_length", "max_length", "max_digits", "decimal_places")
_COMPARED = {">": "gt", ">=": "ge", "<": "lt", "<=": "le"}
_OF_TEXTS = frozenset({"str", "bytes"})
_OF_NUMBERS = frozenset({"int", "float"})
_OF_DECIMALS = frozenset({"decimal:Decimal"})
_OF_COLLECTIONS = frozenset({"list", "tuple", "set", "frozenset", "dict"})
_OF_MOMENTS = frozenset({"datetime:datetime"})
_OF_ANY = _OF_TEXTS | _OF_NUMBERS | _OF_DECIMALS | _OF_COLLECTIONS | _OF_MOMENTS
_ZONE = "tz"
_DEEPEST = 4
"""How deep validators and lists of metadata may be nested."""


def limited(kind: dict[str, Any], metadata: Iterable[Any]) -> dict[str, Any]:
    """Add the limits in the metadata to a type; in a union, to each type that can have limits.

    If the metadata lists the allowed values, the type consists of these values.
    """
    told = [part for entry in metadata for part in _parts(entry, _DEEPEST)]
    for options in (getattr(part, "options", None) for part in told):
        values = list(options) if is_a(options, list, tuple, set, frozenset) else []
        if values and all(map(is_scalar, values)):
            return {"name": "literal", "args": [], "values": [encode_scalar(value) for value in values]}
    limits = {name: value for part in told for name, value in _limits_of(part)}
    return _with_limits(kind, limits) if limits else kind


def _with_limits(kind: dict[str, Any], limits: dict[str, Any]) -> dict[str, Any]:
    if kind["name"] == "union":
        return {**kind, "args": [_with_limits(part, limits) for part in kind["args"]]}
    if kind["name"] not in _OF_ANY:
        return kind
    is_moment = kind["name"] in _OF_MOMENTS
    own = {name: value for name, value in limits.items() if (name == _ZONE) == is_moment}
    return {**kind, "limits": {**kind.get("limits", {}), **own}} if own else kind


def _parts(entry: Any, depth: int) -> Iterator[Any]:
    """Yield the metadata itself, and its parts: other metadata, or validators."""
    yield entry
    inner = [getattr(entry, name, None) for name in ("metadata", "_validators", "validator")]
    for part in inner if depth else ():
        for one in part if is_a(part, list, tuple) else (part,):
            if one is not None:
                yield from _parts(one, depth - 1)


def _limits_of(part: Any) -> Iterator[tuple[str, Any]]:
    for name in NUMBERS:
        if (number := _number(getattr(part, name, None))) is not None:
            yield name, number
    for name in COUNTS:
        count = getattr(part, name, None)
        if is_a(count, int) and not is_a(count, bool):
            yield name, count
    pattern = getattr(part, "pattern", None)
    pattern = pattern.pattern if is_a(pattern, re.Pattern) else pattern
    if is_a(pattern, str):
        yield "pattern", pattern
    if getattr(part, _ZONE, None) in (True, ...):
        yield _ZONE, True
    bound = _number(getattr(part, "bound", None))
    if bound is not None and (compared := _COMPARED.get(getattr(part, "compare_op", ""))):
        yield compared, bound


def _number(value: Any) -> int | float | None:
    """Return a number as JSON has it; None for anything else."""
    if is_a(value, Decimal) and value.is_finite():
        return int(value) if value == int(value) else float(value)
    return value if is_a(value, int, float) and not is_a(value, bool) and value - value == 0 else None
