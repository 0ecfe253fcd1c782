"""Values of the standard library that can be made by calling their class with plain arguments.

No module is imported for this: values of modules that are not loaded do not occur.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Made(NamedTuple):
    """A call that makes a value; its arguments are plain, or are made or held values themselves."""

    path: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class Held(NamedTuple):
    """The path under which a class of the library holds a value."""

    path: str


def made_of(path: str, value: Any) -> Made | None:
    """Describe how to create an equal value; None if its type, at `path`, is unknown or no call does."""
    if path.startswith("pathlib"):
        path = f"pathlib:{path.partition(':')[2]}"
    reader = READERS.get(path)
    return None if reader is None else reader(value)


def said_by(path: str, value: Any) -> dict[str, Any]:
    """Describe a value that no call creates by the results of its own methods or attributes.

    This is so for datetimes with a time zone of a class of their own, for memory buffers, and for functions
    with some of their arguments bound (`partial`).
    """
    if path == PARTIAL:
        return {name: getattr(value, name) for name in ("func", "args", "keywords")}
    question = SAYING.get(path, "")
    if not question or (path in MOMENTS and not hasattr(value.tzinfo, "utcoffset")):
        return {}
    try:
        return {f"{question}()": getattr(value, question)()}
    except MemoryError:
        raise
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
        return {}


def _date(value: Any) -> Made:
    return Made("datetime:date", (value.year, value.month, value.day), {})


def _datetime(value: Any) -> Made | None:
    zone = _zone(value)
    if value.fold or zone is None:
        return None
    date = value.year, value.month, value.day
    moment = _moment(value)
    return Made("datetime:datetime", (*date, *moment) if any(moment) else date, zone)


def _time(value: Any) -> Made | None:
    zone = _zone(value)
    return None if value.fold or zone is None else Made("datetime:time", _moment(value), zone)


def _zone(value: Any) -> dict[str, Any] | None:
    """Return the argument for a time zone, if there is one; None for one that no call makes."""
    zone = value.tzinfo
    if zone is None:
        return {}
    path = f"{type(zone).__module__}:{type(zone).__qualname__}"
    if path == "datetime:timezone":
        offset = zone.utcoffset(None)
        plain = zone == type(zone)(offset) and str(zone) == str(type(zone)(offset))
        made = Made(path, (_timedelta(offset),), {}) if plain else None
        return {"tzinfo": made if offset else Held("datetime:timezone.utc")} if made else None
    if path == "zoneinfo:ZoneInfo" and zone.key is not None:
        return {"tzinfo": Made(path, (zone.key,), {})}
    return None


def _moment(value: Any) -> tuple[int, ...]:
    """List the hour and the minute, and the smaller units if they are not zero."""
    parts = [value.hour, value.minute, value.second, value.microsecond]
    while len(parts) > 2 and not parts[-1]:
        parts.pop()
    return tuple(parts)


def _timedelta(value: Any) -> Made:
    unit, length = next((unit, length) for unit, length in UNITS if not value.seconds % length)
    parts = {"days": value.days, unit: value.seconds // length, "microseconds": value.microseconds}
    return Made("datetime:timedelta", (), {name: part for name, part in parts.items() if part})


def _decimal(value: Any) -> Made | None:
    return None if value.is_nan() else Made("decimal:Decimal", (str(value),), {})


def _range(value: Any) -> Made:
    bounds = (value.start, value.stop, value.step)
    return Made("builtins:range", bounds[:2] if value.step == 1 else bounds, {})


MOMENTS = ("datetime:datetime", "datetime:time")
PARTIAL = "functools:partial"
MEMORY = ("io:StringIO", "io:BytesIO")
SAYING = {**dict.fromkeys(MOMENTS, "isoformat"), **dict.fromkeys(MEMORY, "getvalue")}
"""The methods that return the whole content of a value."""
UNITS = (("hours", 3600), ("minutes", 60), ("seconds", 1))
READERS: dict[str, Callable[[Any], Made | None]] = {
    "builtins:bytearray": lambda value: Made("builtins:bytearray", (bytes(value),), {}),
    "builtins:range": _range,
    "datetime:date": _date,
    "datetime:datetime": _datetime,
    "datetime:time": _time,
    "datetime:timedelta": _timedelta,
    "decimal:Decimal": _decimal,
    "fractions:Fraction": lambda value: Made("fractions:Fraction", (value.numerator, value.denominator), {}),
    "pathlib:PosixPath": lambda value: Made("pathlib:Path", (str(value),), {}),
    "pathlib:PurePosixPath": lambda value: Made("pathlib:PurePosixPath", (str(value),), {}),
    "uuid:UUID": lambda value: Made("uuid:UUID", (str(value),), {}),
}
