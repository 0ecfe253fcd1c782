"""Arrays, series and frames of numpy, pandas and polars: how to make equal values and compare them.

Their `==` compares item by item and yields no truth value. No library is imported for this: values of
libraries that are not loaded do not occur.
"""

from __future__ import annotations

import datetime
import importlib
import sys
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from testloom_agent.execution.reporting.values.shapes import Compared, Encoded

LIBRARIES = ("numpy", "pandas", "polars")
MOST_CELLS = 60
"""The number of cells up to which a value is reported in full; of larger ones, only the shape is."""
LONGEST_TEXT = 80
MIDNIGHT = "T00:00:00"
LOOSER: tuple[dict[str, bool], ...] = (
    {},
    {"check_freq": False},
    {"check_dtype": False},
    {"check_names": False},
    {"check_dtype": False, "check_names": False},
    {"check_dtypes": False},
    {"check_dtype": False, "check_categorical": False},
    {"check_index_type": False, "check_categorical": False},
    {"check_dtype": False, "check_index_type": False, "check_categorical": False},
)
"""Options for a less strict comparison: the first in which the values are equal is used."""
MISSING = ("NaT", "NA")
PLAIN = (bool, int, float, complex, str, bytes)


class Making(NamedTuple):
    """A call that makes a value, with its arguments: plain values or makings, or collections of them."""

    path: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = {}


class UntellableError(Exception):
    """There is no simple way to make an equal value."""


def is_of_library(kind: type) -> bool:
    """Check whether a class belongs to numpy, pandas or polars."""
    return kind.__module__.partition(".")[0] in LIBRARIES


def plain_of(value: Any) -> Any:
    """Convert a scalar of numpy to the plain value it equals; return any other value unchanged."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not is_of_library(type(value)) or not issubclass(type(value), numpy.generic):
        return value
    plain = value.item()
    return plain if type(plain) in PLAIN else value


def single_of(value: Any) -> Encoded | None:
    """Encode a missing value, a datetime or a time span of pandas; None for anything else."""
    if not is_of_library(type(value)):
        return None
    if path := _missing(value):
        return {"kind": "class", "path": path}
    says = SAYING.get(path := _public(type(value)))
    text = says(value) if says is not None else ""
    said: Encoded = {"kind": "scalar", "type": "str", "value": text}
    return {"kind": "made", "type": path, "args": [said], "kwargs": {}} if text else None


def _missing(value: Any) -> str:
    """Find the path of a pandas object that stands for a missing value; empty for anything else."""
    pandas = sys.modules.get("pandas")
    return next((f"pandas:{name}" for name in MISSING if value is getattr(pandas, name, pandas)), "")


def shape_of(value: Any) -> Any:
    """Return the shape of an array, a series or a frame; None if it has none."""
    shape = getattr(value, "shape", None)
    return shape if type(shape) is tuple and all(type(size) is int for size in shape) else None


def compared_of(value: Any, encode: Callable[[Any], Encoded]) -> Compared | None:
    """Describe how to create and compare an equal array, series, index or frame; None for other values."""
    if not is_of_library(type(value)):
        return None
    maker = READERS.get(_public(type(value)))
    if maker is None:
        return None
    try:
        by, making = maker(value)
        looser = {} if type(making) is list else _looser(value, making, by)
    except MemoryError:
        raise
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit):
        return None
    return {"kind": "compared", "by": by, "value": _told(making, encode), "kwargs": looser}


def _public(kind: type) -> str:
    """Return the public path of a class, such as `pandas:Series`; one path for all kinds of indexes."""
    library = sys.modules.get(kind.__module__.partition(".")[0])
    index = getattr(library, "Index", None)
    if isinstance(index, type) and issubclass(kind, index):
        return "pandas:Index"
    is_public = getattr(library, kind.__name__, None) is kind
    return f"{library.__name__}:{kind.__name__}" if library is not None and is_public else ""


def _looser(value: Any, making: Any, by: str) -> dict[str, bool]:
    """Find how strict the comparison may be.

    Raises:
        StopIteration: if the value made never equals the original.
    """
    return next(way for way in LOOSER if _is_equal(value, making, by, way))


def _is_equal(value: Any, making: Any, by: str, kwargs: Mapping[str, bool]) -> bool:
    try:
        _found(by)(value, _made(making), **kwargs)
    except (AssertionError, TypeError):
        return False
    return True


def _found(path: str) -> Any:
    module, _, name = path.partition(":")
    return attrgetter(name)(importlib.import_module(module))


def _made(part: Any) -> Any:
    """Make the values that makings describe."""
    match part:
        case Making(path, args, kwargs):
            named = {name: _made(held) for name, held in kwargs.items()}
            return _found(path)(*map(_made, args), **named)
        case dict():
            return {name: _made(held) for name, held in part.items()}
        case list() | tuple():
            return type(part)(map(_made, part))
    return part


def _told(part: Any, encode: Callable[[Any], Encoded]) -> Encoded:
    match part:
        case Making(path, args, kwargs):
            named = {name: _told(held, encode) for name, held in kwargs.items()}
            return {"kind": "made", "type": path, "args": [_told(a, encode) for a in args], "kwargs": named}
        case dict():
            items = [_told(held, encode) for pair in part.items() for held in pair]
            return {"kind": "dict", "items": items}
        case list():
            return {"kind": "list", "items": [_told(held, encode) for held in part]}
        case tuple():
            return {"kind": "tuple", "items": [_told(held, encode) for held in part]}
    return encode(part)


def _array(array: Any) -> tuple[str, Any]:
    kind = array.dtype.kind
    is_of_nothing = array.ndim > 1 and 0 in array.shape  # a list cannot show this
    if array.size > MOST_CELLS or array.ndim not in (1, 2) or kind not in "biufU" or is_of_nothing:
        raise UntellableError
    by = "assert_allclose" if kind == "f" else "assert_array_equal"
    return f"numpy.testing:{by}", array.tolist()


def _frame(frame: Any) -> tuple[str, Any]:
    names = frame.columns.tolist()
    if frame.size > MOST_CELLS or len(set(names)) < len(names) or not all(type(n) is str for n in names):
        raise UntellableError
    columns = {name: _cells(frame[name]) for name in names}
    labels = _labels(frame.index)
    if not columns and labels:
        raise UntellableError
    return "pandas.testing:assert_frame_equal", Making("pandas:DataFrame", (columns,), labels)


def _series(series: Any) -> tuple[str, Any]:
    if series.size > MOST_CELLS:
        raise UntellableError
    named = {"name": _cell(series.name)} if series.name is not None else {}
    dtype = {"dtype": str(series.dtype)} if not series.size else {}
    making = Making("pandas:Series", (_cells(series),), {**_labels(series.index), **named, **dtype})
    return "pandas.testing:assert_series_equal", making


def _index(index: Any) -> tuple[str, Any]:
    if index.size > MOST_CELLS or index.nlevels > 1:
        raise UntellableError
    named = {"name": _cell(index.name)} if index.name is not None else {}
    return "pandas.testing:assert_index_equal", Making("pandas:Index", (_cells(index),), named)


def _labels(index: Any) -> dict[str, Any]:
    """Return the argument for an index; nothing for an index of numbers from 0."""
    is_plain = _public(type(index)) and type(index).__name__ == "RangeIndex"
    if is_plain and index.name is None and (index.start, index.step) == (0, 1):
        return {}
    if index.nlevels > 1:
        labels = [tuple(map(_cell, label)) for label in index.tolist()]
        return {
            "index": Making(
                "pandas:MultiIndex.from_tuples", (labels,), {"names": list(map(_cell, index.names))}
            )
        }
    labels = _cells(index)
    if index.name is None:
        return {"index": labels}
    return {"index": Making("pandas:Index", (labels,), {"name": _cell(index.name)})}


def _cells(column: Any) -> Any:
    """Return the cells of a column; datetimes become strings, from which pandas makes them again."""
    if str(column.dtype).startswith("datetime64") and not column.isna().any() and len(column):
        moments = [moment.isoformat() for moment in column.tolist()]
        if all(moment.endswith(MIDNIGHT) for moment in moments):
            moments = [moment.removesuffix(MIDNIGHT) for moment in moments]
        return Making("pandas:to_datetime", (moments,))
    return [_cell(cell) for cell in column.tolist()]


def _polars_frame(frame: Any) -> tuple[str, Any]:
    if frame.width * frame.height > MOST_CELLS:
        raise UntellableError
    columns = {name: _polars_cells(frame[name]) for name in frame.columns}
    return "polars.testing:assert_frame_equal", Making("polars:DataFrame", (columns,) if columns else ())


def _polars_series(series: Any) -> tuple[str, Any]:
    if len(series) > MOST_CELLS:
        raise UntellableError
    args = (series.name, _polars_cells(series)) if series.name else (_polars_cells(series),)
    return "polars.testing:assert_series_equal", Making("polars:Series", args)


def _polars_cells(column: Any) -> list[Any]:
    return [_day(cell) if type(cell) is datetime.date else _cell(cell) for cell in column.to_list()]


def _day(day: datetime.date) -> Making:
    return Making("datetime:date", (day.year, day.month, day.day))


def _cell(cell: Any) -> Any:
    """Return a plain cell; None for a missing one."""
    if cell is None or _missing(cell) or cell != cell:
        return None
    if type(cell) not in (bool, int, float, str) or (type(cell) is str and len(cell) > LONGEST_TEXT):
        raise UntellableError
    return cell


SAYING: Mapping[str, Callable[[Any], str]] = {
    "pandas:Timestamp": lambda value: str(value.isoformat()),
    "pandas:Timedelta": str,
}
"""Classes whose constructors accept a string form of their instances, and how it is made."""
READERS: Mapping[str, Callable[[Any], tuple[str, Any]]] = {
    "numpy:ndarray": _array,
    "pandas:DataFrame": _frame,
    "pandas:Series": _series,
    "pandas:Index": _index,
    "polars:DataFrame": _polars_frame,
    "polars:Series": _polars_series,
}
"""For each class, the function that returns their comparison and how to make an equal one."""
