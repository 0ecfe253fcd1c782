"""What methods and attributes of pandas and polars do with columns, as far as code is read for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from testloom_agent.homes import origin_of

LIBRARIES = frozenset({"pandas", "polars"})
CALLED = "()"
JOINED = "<joined>"
"""The use of a column that is looked up in the join of two frames: one of them has it."""
MASK = "~"
"""The use of a column whose values select rows."""
COLUMN = frozenset({"pl.col", "polars.col", "col"})
"""The functions that make a polars expression for a column."""
ROWS = frozenset({"iter_rows", "itertuples", "to_dicts", "to_dict"})
"""Methods that yield or return rows, with columns as keys or attributes."""
GROUPING, INDEXING = frozenset({"groupby", "group_by"}), "set_index"
COLLECTING = frozenset({"frozenset", "list", "set", "tuple"})
"""Functions whose result has the names of the columns that they are given."""
COMPARING = frozenset({"difference", "issubset"})
"""Methods of a set of names that tell which columns a frame lacks."""
RESAMPLED = "resample"
TIMES = "<times>"
"""The use of a series or frame whose rows have moments, and of an index of moments."""
OF_ROWS_IN_TIME = frozenset({"asfreq", "at_time", "between_time", "resample", "tz_convert", "tz_localize"})
"""Methods of a series or frame for which rows have to have moments."""
_OF_MOMENTS = "date day day_of_year dayofweek dayofyear hour minute month normalize time weekday year"
OF_MOMENTS = frozenset(_OF_MOMENTS.split())
"""Attributes that only an index of moments has."""
OF_TUPLES = frozenset({"count", "index", "Index"})
"""The attributes that a row has as a tuple, in addition to the columns."""
_CONVERTING = "apply astype cast count len map map_elements n_unique nunique set size value_counts"
CONVERTING = frozenset(_CONVERTING.split())
"""Methods and functions that derive other values from a column; what is done with those does not count."""
PLACES = frozenset({"loc", "at"})
"""Attributes that are indexed by rows first, then by columns."""
NAMED_BY: Mapping[str, tuple[str, ...]] = {
    "groupby": ("by",),
    "sort_values": ("by",),
    "drop_duplicates": ("subset",),
    "duplicated": ("subset",),
    "unique": ("subset",),
    "set_index": ("keys",),
    "explode": ("column",),
    "astype": ("dtype",),
    "agg": ("func",),
    "fillna": ("value",),
    "merge": ("right", "how", "on", "left_on", "right_on"),
    "nlargest": ("n", "columns"),
    "nsmallest": ("n", "columns"),
    "rename": ("mapper", "columns"),
    "dropna": ("axis", "subset"),
    "drop": ("labels", "columns"),
    "join": ("other", "on"),
    "resample": ("rule", "on"),
    "pivot": ("columns", "index", "values"),
    "pivot_table": ("values", "index", "columns"),
    "melt": ("id_vars", "value_vars"),
}
"""The parameters, in order, of methods that take names of columns."""
EACH = frozenset({"group_by", "sort", "select", "drop_nulls", "partition_by"})
"""Methods of polars all of whose arguments name columns."""
NAMING = frozenset({"assign", "with_columns", "agg", "select", "group_by"})
"""Methods whose keywords name columns that they add."""
MASKING, AGGREGATING = "filter", "agg"
CHOOSING = frozenset({"where"})
"""Functions of numpy whose first argument selects between the other two."""
OF_MAPPINGS = frozenset({"astype", "agg", "fillna", "rename"})
"""Methods that name columns only as the keys of a dictionary."""
NO_COLUMNS = frozenset({"right", "how", "n", "axis", "mapper", "other", "labels", "rule"})
JOINING = frozenset({"merge", "join"})
"""Methods that look their columns up in another frame, too."""
OF_LEFT, OF_RIGHT = "left_on", "right_on"
"""The parameters for columns of only one of the two frames that are joined."""


def knows_frames(namespace: Mapping[str, Any]) -> bool:
    """Check whether a module has imported pandas or polars, or an object of one of them."""
    return any(origin_of(value).partition(".")[0] in LIBRARIES for value in list(namespace.values()))
