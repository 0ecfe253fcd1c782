"""Upkeep of frames: their columns stay equally long, so a change of one changes all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set

from testloom.capabilities.frames.kinds import DATE as DATES
from testloom.capabilities.frames.kinds import (
    FRAME,
    FRAMES,
    SERIES,
    asks_for_moments,
    column_kind,
    needed_columns,
)
from testloom.capabilities.frames.timestamps import DATE_RANGE, PERIODS
from testloom.capabilities.frames.values import MAKERS
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import Scalar
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.upkeep import Upkeep

FEWEST = 2
"""The fewest rows of a frame: with two rows it shows sums and orders; with one row it is its own sum."""
DATE = re.compile(r"\d{4}-\d\d-\d\d")
FILLED: Mapping[type, tuple[Scalar, ...]] = {
    int: (1, 2, 3, 4),
    float: (0.5, 1.5, 2.5, 3.5),
    str: ("a", "b", "c", "d"),
    bool: (True, False),
}


class FrameShape(Upkeep):
    """Shortens or fills the other columns of a frame when one column has changed its length."""

    def restored(self, case: TestCase, subject: Subject) -> TestCase:
        """Restore frames whose columns are equally long: all get the length of the one that differs.

        If two differ, the shorter one decides.
        """
        if case.called.isdisjoint((*FRAMES, SERIES)):
            return case
        case = _with_own_columns(case)
        known = {statement.id: statement for statement in case.statements}
        changed: dict[int, Statement] = {}
        for columns in _frames(case, known):
            length = _wanted(columns)
            changed |= {c.id: _of_length(c, length) for c in columns if c.items and len(c.items) != length}
        case = TestCase(tuple(changed.get(s.id, s) for s in case.statements)) if changed else case
        return case if DATE_RANGE not in case.called else _with_moments(case)

    def lacks(self, case: TestCase, subject: Subject) -> int:
        """Count what frames, series and arrays lack: columns, a second row, texts, dates, a common value.

        Each column whose name the subject does not mention counts, too.
        """
        if case.called.isdisjoint(MAKERS):
            return 0
        made = [s for s in case.calls if s.callable in MAKERS]
        known = {statement.id: statement for statement in case.statements}
        frames = [dict(_columns(call, known)) for call in made]
        mentioned = {"", *subject.constants}
        unknown = sum(name not in mentioned for columns in frames for name in columns)
        lacked = _without(
            case, {call.id: {*names} for call, names in zip(made, frames, strict=True)}, subject
        )
        return (
            unknown
            + lacked
            + FEWEST * _without_moments(case, subject)
            + sum(_lacks(columns, known) for columns in frames)
            + _disjoint_columns(frames, known)
        )

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield the test case with a missing value of a column filled with one like the others."""
        made = [s for s in case.calls if s.callable in MAKERS]
        known = {statement.id: statement for statement in case.statements} if made else {}
        for column in (column for call in made for _, column in _columns(call, known)):
            if not all(isinstance(known[cell], LiteralStatement) for cell in column.items):
                continue
            held = _held(column, known)
            kind = next((type(value) for value in held if value is not None), int)
            fresh = next((value for value in FILLED.get(kind, ()) if value not in held), None)
            if None in held and fresh is not None:
                yield _filled(case, column.items[held.index(None)], fresh)


def _with_moments(case: TestCase) -> TestCase:
    """The test case in which each frame and series that has moments has as many as rows."""
    known = {statement.id: statement for statement in case.statements}
    for made in case.calls:
        if made.callable not in (SERIES, FRAME):
            continue
        times = known.get(dict(made.kwargs).get("index", made.id))
        if not isinstance(times, CallStatement) or times.callable != DATE_RANGE:
            continue
        named = dict(times.kwargs)
        rows = max((len(column.items) for _, column in _columns(made, known)), default=None)
        if rows is None or getattr(known.get(named.get(PERIODS, made.id)), "value", None) == rows:
            continue
        counted = LiteralStatement(case.fresh_id, rows)
        own = times.replace(id=counted.id + 1, kwargs=tuple((named | {PERIODS: counted.id}).items()))
        indexed = made.replace(kwargs=tuple((dict(made.kwargs) | {"index": own.id}).items()))
        case = case.replaced(case.statements.index(made), counted, own, indexed)
    return case


def _without(case: TestCase, frames: Mapping[int, Set[str]], subject: Subject) -> int:
    """The cells of the columns that code looks up in a frame which it is handed, and that this has not."""
    calls = (s for s in case.calls if s.callable in subject.callables)
    handed = (given for call in calls for given in arguments_of(call, subject))
    return FEWEST * sum(
        column not in frames[value]
        for _, parameter, value in handed
        if value in frames
        for column in needed_columns(parameter)
    )


def _without_moments(case: TestCase, subject: Subject) -> int:
    """Count the series and frames whose rows have no moments although code asks for these."""
    calls = case.calls
    plain = {s.id for s in calls if s.callable in (SERIES, FRAME) and "index" not in dict(s.kwargs)}
    handed = (given for call in calls for given in arguments_of(call, subject) if given[2] in plain)
    return sum(asks_for_moments(parameter) for _, parameter, _ in handed)


def _with_own_columns(case: TestCase) -> TestCase:
    """The test case with a list of its own for each column."""
    known = {statement.id: statement for statement in case.statements}
    frames = [s for s in case.calls if s.callable in FRAMES and s.args]
    taken: set[int] = set()
    for held in dict.fromkeys(call.args[0] for call in frames):
        columns = known.get(held)
        if not isinstance(columns, CollectionStatement) or columns.kind != "dict":
            continue
        items = list(columns.items)
        copies: list[Statement] = []
        for place in range(1, len(items), 2):
            column = known[items[place]]
            if column.id in taken and isinstance(column, CollectionStatement):
                items[place] = case.fresh_id + len(copies)
                copies.append(column.replace(id=items[place]))
            taken.add(column.id)
        if copies:
            place = case.statements.index(columns)
            case = case.replaced(place, *copies, columns.replace(items=tuple(items)))
    return case


def _filled(case: TestCase, cell: int, value: Scalar) -> TestCase:
    place = next(place for place, statement in enumerate(case.statements) if statement.id == cell)
    return case.replaced(place, LiteralStatement(cell, value))


def _columns(
    made: CallStatement, known: Mapping[int, Statement]
) -> Iterator[tuple[str, CollectionStatement]]:
    """The lists that a frame, a series or an array is made of, with the names of columns."""
    held = known.get(made.args[0]) if made.args else None
    if not isinstance(held, CollectionStatement):
        return
    pairs = zip(held.items[::2], held.items[1::2], strict=True) if held.kind == "dict" else [(0, held.id)]
    for key, value in pairs:
        if (column := _list(value, known)) is not None:
            yield str(getattr(known.get(key), "value", "")), column


def _lacks(columns: Mapping[str, CollectionStatement], known: Mapping[int, Statement]) -> int:
    """The cells that are missing up to a second row, which one more is worth, and those that say nothing."""
    if not columns:
        return FEWEST
    rows = max(len(column.items) for column in columns.values())
    missing = (FEWEST - rows) * len(columns) + 1 if rows < FEWEST else 0
    return missing + sum(_blanks(name, column, known) for name, column in columns.items())


def _blanks(name: str, column: CollectionStatement, known: Mapping[int, Statement]) -> int:
    """The empty texts of a column, and in one of dates all that are none."""
    texts = [value for value in _held(column, known) if isinstance(value, str)]
    dates = sum(DATE.match(text) is not None for text in texts)
    return len(texts) - dates if dates or column_kind(name) == DATES else texts.count("")


def _disjoint_columns(
    frames: Sequence[Mapping[str, CollectionStatement]], known: Mapping[int, Statement]
) -> int:
    """The columns that two frames have and that hold nothing in common, by which they may be joined."""
    pairs = [(one, other) for place, one in enumerate(frames) for other in frames[place + 1 :]]
    return sum(
        {*_held(one[name], known)}.isdisjoint(_held(other[name], known))
        for one, other in pairs
        for name in one
        if name and name in other
    )


def _held(column: CollectionStatement, known: Mapping[int, Statement]) -> list[Scalar]:
    return [getattr(known[cell], "value", None) for cell in column.items]


def _frames(case: TestCase, known: Mapping[int, Statement]) -> Iterator[list[CollectionStatement]]:
    """The lists for the columns of each frame that has lists of different lengths, which nothing else has."""
    for made in case.calls:
        if made.callable not in FRAMES or not made.args:
            continue
        held = known.get(made.args[0])
        if not isinstance(held, CollectionStatement) or held.kind != "dict":
            continue
        columns = [column for value in held.items[1::2] if (column := _list(value, known)) is not None]
        if len({len(column.items) for column in columns}) > 1:
            yield columns


def _list(value: int, known: Mapping[int, Statement]) -> CollectionStatement | None:
    """The list that a column is, or is made of."""
    statement = known.get(value)
    if isinstance(statement, CallStatement) and statement.args:
        statement = known.get(statement.args[0])
    return statement if isinstance(statement, CollectionStatement) and statement.kind == "list" else None


def _wanted(columns: list[CollectionStatement]) -> int:
    """The length that fewest columns have, of which one is that was changed."""
    counted = Counter(len(column.items) for column in columns)
    return min(counted, key=lambda length: (counted[length], length))


def _of_length(column: CollectionStatement, length: int) -> CollectionStatement:
    items = column.items[:length]
    return column.replace(items=items + column.items[-1:] * (length - len(items)))
