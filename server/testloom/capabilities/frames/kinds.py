"""The parameters that take arrays, series and frames, and their contents, inferred from uses in the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.inputs.types.records import KEY

ARRAY, FRAME, SERIES = "numpy:ndarray", "pandas:DataFrame", "pandas:Series"
POLARS, LAZY, POLARS_SERIES = "polars:DataFrame", "polars:LazyFrame", "polars:Series"
FRAMES = (FRAME, POLARS)
"""The classes of frames, which consist of columns."""
KINDS = (ARRAY, FRAME, SERIES, POLARS, LAZY, POLARS_SERIES)
INTEGER, FLOAT, TEXT, TRUTH = (TypeRef(name) for name in ("int", "float", "str", "bool"))
DATE = TypeRef("format", values=("date",))
"""A date as a string."""
MOMENT = TypeRef("datetime:datetime")
TIMES = "pandas:DatetimeIndex"
"""The index of a series or frame whose rows have moments; the last type argument of such a one."""
EITHER = TypeRef("union", (DATE, MOMENT))
"""Dates of either form, for code that only compares them."""
HANDED_TO_NUMPY = "<array>"
"""The use of a parameter that is passed to a function of numpy."""
IN_TIME = "<times>"
"""The use of a parameter whose rows have moments."""
LACKING = "<lacking>"
"""The use of a parameter in which a function of numpy looks for missing values, which only floats have."""
JOINED = "<joined>"
"""The use of a column that was looked up in the result of joining two frames."""
PERHAPS = "perhaps"
"""Marks the kind of a column that a frame may have or lack."""
ARRAY_LIKE = "_array_like:_SupportsArray"
"""The ending of the name of the useful member of `numpy.typing.ArrayLike`; most others nobody passes."""
TWO_DIMENSIONS = TypeRef("list")
"""The second type argument of an array that has rows and columns."""
_OF_FRAMES = frozenset(
    [
        "assign",
        "columns",
        "drop",
        "drop_duplicates",
        "dropna",
        "drop_nulls",
        "explode",
        "group_by",
        "groupby",
        "iter_rows",
        "iterrows",
        "itertuples",
        "merge",
        "melt",
        "nlargest",
        "nsmallest",
        "pivot",
        "pivot_table",
        "query",
        "rename",
        "reset_index",
        "select_dtypes",
        "set_index",
        "sort_values",
        "to_csv",
        "to_dict",
        "to_dicts",
        "with_columns",
        "write_csv",
    ]
)
_OF_SERIES = frozenset(["dt", "str", "to_frame", "value_counts"])
_OF_BOTH = frozenset(
    [
        "diff",
        "ewm",
        "expanding",
        "fillna",
        "head",
        "iloc",
        "index",
        "isin",
        "isna",
        "isnull",
        "loc",
        "notna",
        "notnull",
        "pct_change",
        "quantile",
        "rolling",
        "sample",
        "shift",
        "tail",
        "to_numpy",
    ]
)
_OF_ARRAYS = frozenset(
    [
        "argmax",
        "argmin",
        "argsort",
        "cumsum",
        "dot",
        "dtype",
        "flatten",
        "mean",
        "ndim",
        "nonzero",
        "ravel",
        "reshape",
        "shape",
        "std",
        "var",
    ]
)
_FRAME_NAME = re.compile(r"(df|frame|dataframe)\d?|.*_(df|frame)", re.IGNORECASE)
_MATRIX_NAME = re.compile(r"(.*_)?(matrix|grid|image|board|table)|[A-Z]", re.ASCII)
_OF_NUMBERS = frozenset(
    [
        "abs",
        "clip",
        "cummax",
        "cummin",
        "cumprod",
        "cumsum",
        "diff",
        "ewm",
        "idxmax",
        "idxmin",
        "max",
        "mean",
        "median",
        "min",
        "nlargest",
        "nsmallest",
        "pct_change",
        "prod",
        "quantile",
        "rolling",
        "round",
        "std",
        "sum",
        "to_numeric()",
        "var",
        "+",
        "-",
        "*",
        "/",
        "//",
        "%",
        "**",
        "<",
        "<=",
        ">",
        ">=",
    ]
)
_ORDERED = frozenset(["<", "<=", ">", ">=", "max", "min", "nlargest", "nsmallest", "idxmax", "idxmin"])
_OF_SPANS = frozenset(["-", "diff"])
_READ = frozenset(["to_datetime()", "to_date", "to_datetime", "strptime"])
_OF_TRUTHS = frozenset(["~", "&", "|"])
_KINDS_BY_USE: Mapping[TypeRef, frozenset[str]] = {
    DATE: _READ,
    MOMENT: frozenset(["dt", "resample"]),
    TEXT: frozenset(["str"]),
    TRUTH: _OF_TRUTHS,
}
"""The contents of a column with one of these uses."""
_OF_KEYS = frozenset(
    ["drop_duplicates", "duplicated", "group_by", "groupby", "join", "merge", "over", "set_index"]
)
_FRACTIONS = re.compile(r"amount|average|mean|percent|price|rate|ratio|score|share|temp|weight|discount|cost")
_DATES = re.compile(
    r"(^|_)(date|day|month|born|birthday|start|end|since|until|timestamp|time|due)($|_)|_(at|on)$"
)
_NUMBERS = re.compile(
    r"(^|_)(age|count|id|number|quantity|qty|size|total|units|value|year|x|y|n)s?$|revenue|sales|sold"
)
_TRUTHS = re.compile(r"(^|_)(is|has|was|active|enabled|paid|mask|valid|flag|keep)(_|$)")


def kind_of(parameter: Parameter, subject: Subject) -> TypeRef | None:
    """Find the type of a parameter with its known columns; None if it takes no array, series or frame."""
    kind = parameter.type
    if kind.name == "union":
        if any(part.name.endswith(ARRAY_LIKE) for part in kind.args):
            return _array_like(parameter)
        known = tuple(_annotated(part, parameter) or part for part in kind.args)
        return TypeRef("union", known) if known != kind.args else None
    if kind != ANY:
        return _annotated(kind, parameter)
    libraries = {module.partition(".")[0] for module in subject.imports}
    if not libraries.isdisjoint(("pandas", "polars")) and (used := _used(parameter)):
        used = used if "pandas" in libraries else used.replace("pandas", "polars")
        return _annotated(TypeRef(used), parameter)
    if "numpy" in libraries and not {HANDED_TO_NUMPY, *_OF_ARRAYS}.isdisjoint(parameter.uses):
        return _annotated(TypeRef(ARRAY), parameter)
    return None


def columns_of(parameter: Parameter) -> Mapping[str, Sequence[str]]:
    """Collect the columns that are looked up in a parameter, each with its uses."""
    found: dict[str, list[str]] = {}
    for use in parameter.uses:
        if column := KEY.fullmatch(use):
            found.setdefault(column["key"], []).append(column["use"])
    return found


def needed_columns(parameter: Parameter) -> list[str]:
    """Find the columns without which the code fails, or takes the names of columns for rows.

    Columns that are only looked up after two frames were joined are left out: the other frame may have them.
    """
    return [name for name, uses in columns_of(parameter).items() if not _is_of_either(uses)]


def _is_of_either(uses: Iterable[str]) -> bool:
    """Whether a column is looked up only in what two frames were joined to: the other may have it."""
    done = set(uses)
    return JOINED in done and _OF_KEYS.isdisjoint(done)


def column_kind(name: str, uses: Iterable[str] = ()) -> TypeRef:
    """Infer the type of a column's values from its uses, otherwise from its name."""
    done = set(uses)
    name = name.lower()
    for kind, telling in _KINDS_BY_USE.items():
        if not done.isdisjoint(telling):
            return kind
    if (date := _date_kind(name, done)) is not None:
        return date
    if not done.isdisjoint(_OF_NUMBERS):
        return FLOAT if _FRACTIONS.search(name) else INTEGER
    if _TRUTHS.search(name):
        return TRUTH
    if _NUMBERS.search(name):
        return INTEGER
    return FLOAT if _FRACTIONS.search(name) else TEXT


def _date_kind(name: str, done: set[str]) -> TypeRef | None:
    """How a column has dates that is called so; None if it is not, or if they would be numbers."""
    if not _DATES.search(name) or not done.isdisjoint(_OF_NUMBERS - _ORDERED - _OF_SPANS):
        return None
    if not done.isdisjoint(_OF_SPANS):
        return MOMENT
    if not done.isdisjoint(_ORDERED):
        return EITHER
    return DATE if done.isdisjoint(_OF_KEYS) else None


def _annotated(kind: TypeRef, parameter: Parameter) -> TypeRef | None:
    match kind.name:
        case "pandas:DataFrame" | "polars:DataFrame" | "polars:LazyFrame":
            columns = columns_of(parameter)
            kinds = tuple(
                TypeRef(PERHAPS, (found,)) if _is_of_either(uses) else found
                for name, uses in columns.items()
                if (found := column_kind(name, uses))
            )
            return TypeRef(kind.name, (*kinds, *_index(kind, parameter)), tuple(columns))
        case "pandas:Series" | "polars:Series":
            return TypeRef(kind.name, (_item(parameter), *_index(kind, parameter)))
        case "numpy:ndarray":
            item = _of_dtype(kind) or _item(parameter)
            is_matrix = bool(_MATRIX_NAME.fullmatch(parameter.name))
            return TypeRef(ARRAY, (item, TWO_DIMENSIONS) if is_matrix else (item,))
        case "pandas:DatetimeIndex":
            return kind
    return None


def _index(kind: TypeRef, parameter: Parameter) -> tuple[TypeRef, ...]:
    """The index that a body asks a series or frame of pandas for; nothing if any will do."""
    return (TypeRef(TIMES),) if kind.name in (SERIES, FRAME) and asks_for_moments(parameter) else ()


def asks_for_moments(parameter: Parameter) -> bool:
    """Check whether the rows of a series or frame have to have moments, other than in a column."""
    if IN_TIME not in parameter.uses:
        return False
    of_columns = [use for uses in columns_of(parameter).values() for use in uses]
    return "set_index" not in (*parameter.uses, *of_columns) and "resample" not in of_columns


def _array_like(parameter: Parameter) -> TypeRef:
    """A list of numbers or an array, or None where that is allowed."""
    listed, array = TypeRef("list", (_item(parameter),)), _annotated(TypeRef(ARRAY), parameter)
    allowed = [part for part in parameter.type.args if part.name == "none"]
    return TypeRef("union", (listed, *([] if array is None else [array]), *allowed))


def _item(parameter: Parameter) -> TypeRef:
    """What a series or an array holds: numbers, unless something else is said."""
    uses = {*parameter.uses} - {"resample"}  # by its index, unlike a column
    kind = FLOAT if LACKING in uses else column_kind(parameter.name, uses)
    return INTEGER if kind == TEXT and "str" not in parameter.uses else kind


def _of_dtype(kind: TypeRef) -> TypeRef | None:
    """The items that `ndarray[…, dtype[float64]]` says."""
    dtype = kind.args[-1] if kind.args else ANY
    name = dtype.args[0].name.partition(":")[2] if dtype.args else ""
    return next((known for known in (INTEGER, FLOAT, TRUTH) if name.startswith(known.name)), None)


def _used(parameter: Parameter) -> str:
    """What of pandas an argument is that offers what a body does with it; nothing if that says too little."""
    uses = set(parameter.uses)
    columns = columns_of(parameter)
    is_named = _FRAME_NAME.fullmatch(parameter.name) is not None
    is_asked = any(not {*_OF_NUMBERS, *_OF_SERIES, *_OF_BOTH}.isdisjoint(done) for done in columns.values())
    if not _OF_FRAMES.isdisjoint(uses) or (columns and (is_named or is_asked)):
        return FRAME
    if not _OF_SERIES.isdisjoint(uses) or parameter.name == "series":
        return SERIES
    if "to_series" in uses or uses == {IN_TIME}:
        return TIMES
    if is_named:
        return FRAME
    return SERIES if not (_OF_BOTH | {IN_TIME}).isdisjoint(uses) else ""
