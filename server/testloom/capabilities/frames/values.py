"""Arrays, series and frames, made by calls with short lists of small values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from testloom.capabilities.frames.kinds import (
    ARRAY,
    EITHER,
    FLOAT,
    FRAME,
    FRAMES,
    INTEGER,
    KINDS,
    LAZY,
    MOMENT,
    PERHAPS,
    POLARS,
    POLARS_SERIES,
    SERIES,
    TIMES,
    TWO_DIMENSIONS,
    column_kind,
    kind_of,
)
from testloom.capabilities.frames.timestamps import DATES, date_range
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, Statement
from testloom.model.subject import Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

OFFER = 1000.0
"""The weight of these values relative to functions of the subject that return such values."""
_SAME = (FRAME, SERIES, POLARS, POLARS_SERIES)
MAKERS: Mapping[str, str] = {"numpy:array": ARRAY, **{path: path for path in _SAME}}
"""The calls that make arrays, series and frames, with the class that each makes."""
TO_LAZY = f"{POLARS}.lazy"
TO_DATETIME, DAY = "pandas:to_datetime", "datetime:date"
DAYS = ((2024, 1, 15), (2024, 2, 1), (2024, 2, 20))
LENGTHS = (2, 2, 2, 3, 3, 3, 4, 1, 1, 0)
"""The numbers of rows; one is drawn."""
EQUALLY_LONG = 0.85
"""How often an array is as long as another array of the test."""
HALF = 0.5
"""How often a frame has a column that is an alternative to another column."""
LACKING = 0.04
"""How often a column that code looks up is missing."""
MISSING = 0.06
"""How often a cell is empty."""
OWN = 0.2
"""How often a cell is one of the subject's constants."""
LABELLED = 0.1
"""How often a series has an index of labels."""
TWICE = 0.2
"""How often an array has two dimensions although the code does not require them."""
ODD = 0.15
"""How often a number is an unusual one: zero, negative or large."""
CELLS: Mapping[str, tuple[Scalar, ...]] = {
    "int": (1, 2, 3, 10, 20),
    "float": (0.5, 1.5, 2.5, 10.0),
    "str": ("a", "b", "c"),
    "bool": (True, False),
    "format": DATES,
    MOMENT.name: DATES,
}
ODD_NUMBERS: Mapping[str, tuple[Scalar, ...]] = {"int": (0, -1, 100), "float": (0.0, -1.5, 100.0)}


class FrameValues(ValueProvider):
    """Provides arrays, series and frames with the columns that code looks up in them."""

    name = "frame"
    types = frozenset(KINDS)
    calls = frozenset({*MAKERS, TO_LAZY, TO_DATETIME})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Find the type of a parameter that takes an array, series or frame, with its columns."""
        return kind_of(parameter, subject)

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        """Return the class that a call of this provider makes."""
        return TypeRef(LAZY if path == TO_LAZY else path)

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        """Build the statements for two numbers, in a frame as its only column; none for other types."""
        maker = next((path for path, made in MAKERS.items() if made == kind.name), "")
        if not maker:
            return ()
        first, second = LiteralStatement(fresh, 1), LiteralStatement(fresh + 1, 2)
        made: Statement = CollectionStatement(fresh + 2, "list", (first.id, second.id))
        statements: tuple[Statement, ...] = (first, second, made)
        if kind.name in FRAMES:
            name = LiteralStatement(fresh + 3, "a")
            column, made = made, CollectionStatement(fresh + 4, "dict", (name.id, made.id))
            statements = (first, second, column, name, made)
        return (*statements, CallStatement(made.id + 1, maker, None, (made.id,)))

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Arrays, series and frames, unless they are what is under test."""
        return OFFER if kind.name in KINDS and not builder.is_receiver else 0.0

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Build an array or series from a list, or a frame from a list for each column."""
        if kind.name == LAZY:
            frame = _frame(TypeRef(POLARS, kind.args, kind.values), builder)
            return builder.draft.add(CallStatement(builder.next_id(), TO_LAZY, frame), TypeRef(LAZY))
        if kind.name in FRAMES:
            return _frame(kind, builder)
        return _array(kind, builder) if kind.name == ARRAY else _series(kind, builder)


def _frame(kind: TypeRef, builder: Builder) -> int:
    rng = builder.rng
    rows = rng.choice(LENGTHS)
    items: list[int] = []
    for name, column in _columns(kind, builder).items():
        if rng.random() >= LACKING:
            items += (builder.literal(name), cells(column, rows, builder, kind.name))
    index = {"index": date_range(builder, rows)} if items and _is_timed(kind) else {}
    return builder.call(kind.name, builder.collection("dict", *items), **index)


def _is_timed(kind: TypeRef) -> bool:
    return bool(kind.args) and kind.args[-1].name == TIMES


def _columns(kind: TypeRef, builder: Builder) -> Mapping[str, TypeRef]:
    """The columns that are looked up; if that is not known, some that the subject may mean."""
    known = dict(zip(map(str, kind.values), kind.args, strict=False))  # after those of columns, an index
    if known:
        drawn = {name: held for name, held in known.items() if held.name != PERHAPS or _is_drawn(builder)}
        return {name: held.args[0] if held.name == PERHAPS else held for name, held in drawn.items()}
    names = [text for text in builder.knowledge.values.texts if text.isidentifier()]
    guessed = builder.rng.sample(names, min(2, len(names))) if names else ["a", "b"]
    return {name: column_kind(name) for name in guessed}


def _is_drawn(builder: Builder) -> bool:
    return builder.rng.random() < HALF


def _series(kind: TypeRef, builder: Builder) -> int:
    length = _length(kind.name, builder)
    values = cells(kind.args[0] if kind.args else INTEGER, length, builder, kind.name)
    if kind.name == POLARS_SERIES:
        return builder.call(kind.name, values)
    if _is_timed(kind):
        return builder.call(SERIES, values, index=date_range(builder, length))
    if 0 < length <= len(CELLS["str"]) and builder.rng.random() < LABELLED:
        labels = [builder.literal(label) for label in CELLS["str"][:length]]
        return builder.call(SERIES, values, index=builder.collection("list", *labels))
    return builder.call(SERIES, values)


def _array(kind: TypeRef, builder: Builder) -> int:
    """An array, mostly as long as others of the test."""
    item = kind.args[0] if kind.args else INTEGER
    length = _length("numpy:array", builder)
    is_matrix = TWO_DIMENSIONS in kind.args
    if builder.rng.random() < TWICE:
        is_matrix = not is_matrix
    if is_matrix:
        width = builder.rng.choice((1, 2, 2, 3))
        rows = [cells(item, width, builder, ARRAY, may_lack=False) for _ in range(length)]
        made = builder.collection("list", *rows)
    else:
        made = cells(item, length, builder, ARRAY, may_lack=item == FLOAT, missing=math.nan)
    return builder.call("numpy:array", made)


def _length(path: str, builder: Builder) -> int:
    """As many items as another value has that is made alike, or any small number."""
    statements = {statement.id: statement for statement in builder.draft.statements}
    made = [s for s in statements.values() if isinstance(s, CallStatement) and s.callable == path and s.args]
    if made and builder.rng.random() < EQUALLY_LONG:
        held = statements.get(made[-1].args[0])
        if isinstance(held, CollectionStatement):
            return len(held.items)
    return builder.rng.choice(LENGTHS)


def cells(
    kind: TypeRef,
    length: int,
    builder: Builder,
    owner: str = FRAME,
    *,
    may_lack: bool = True,
    missing: Scalar = None,
) -> int:
    """Build a list of values for a column, some of them missing.

    An array cannot hold None for a missing value: `missing` replaces it.
    """
    kind = builder.rng.choice(kind.args) if kind == EITHER else kind
    if kind == MOMENT and owner.startswith("polars:"):
        return builder.collection("list", *[_day(builder) for _ in range(length)])
    is_full = kind == MOMENT or not may_lack
    often = 0.0 if is_full else MISSING
    drawn = [missing if builder.rng.random() < often else _cell(kind, builder) for _ in range(length)]
    made = builder.collection("list", *map(builder.literal, drawn))
    return builder.call(TO_DATETIME, made) if kind == MOMENT else made


def _day(builder: Builder) -> int:
    return builder.call(DAY, *map(builder.literal, builder.rng.choice(DAYS)))


def _cell(kind: TypeRef, builder: Builder) -> Scalar:
    rng = builder.rng
    own = _own(kind, builder)
    if own and rng.random() < OWN:
        return rng.choice(own)
    if kind.name in ODD_NUMBERS and rng.random() < ODD:
        return rng.choice(ODD_NUMBERS[kind.name])
    return rng.choice(CELLS.get(kind.name, CELLS["int"]))


def _own(kind: TypeRef, builder: Builder) -> Sequence[Scalar]:
    """Constants of the subject that such a column may hold."""
    values = builder.knowledge.values
    match kind.name:
        case "int":
            return values.integers
        case "float":
            return values.floats
        case "str":
            return values.texts
    return ()
