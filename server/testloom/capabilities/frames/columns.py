"""Addition of columns that code did not find in a frame."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.capabilities.frames.kinds import FRAMES, column_kind
from testloom.capabilities.frames.values import cells
from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.search.operators.directed.entries import with_entry
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.knowledge import Knowledge

_QUOTED = re.compile(r"'([^']+)'")
_ASKS = re.compile(r"\b(column|field|lack|missing|required?)s?\b", re.IGNORECASE)
"""Words of messages that ask for columns by name."""
_LISTED = re.compile(r":\s*(\w+(?:,\s*\w+)*)\s*$")
"""A list of names at the end of such a message: `missing columns: region, price`."""
NOT_FOUND = "polars.exceptions:ColumnNotFoundError"
_UNKNOWN = re.compile(r'(?:unable to find column )?"?(?P<name>[^"\n]+)"?(?: not found|;|$)', re.MULTILINE)
_ABOUT_COLUMNS = re.compile(r"not in index|are in the \[|^Index\(\[|^\[?'[^']*'(, '[^']*')*\]?$")
"""Phrases in messages of a KeyError that name columns."""


class FrameGuide(Guide):
    """Adds the columns that a KeyError or an AttributeError of a frame names."""

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Yield changes that add the missing columns to each frame of the test, or to a file."""
        names = _missing(error)
        if not names and _ASKS.search(error.message) and makes_frames(knowledge):
            names = _QUOTED.findall(error.message) or _listed(error.message)
            yield partial(_with_entries, case, names, knowledge)
        if not names:
            return
        known = {statement.id: (place, statement) for place, statement in enumerate(case.statements)}
        for made in case.calls:
            if made.callable in FRAMES and made.args:
                place, held = known[made.args[0]]
                if isinstance(held, CollectionStatement) and held.kind == "dict":
                    yield partial(_with_columns, case, place, held, names, knowledge, made.callable)

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether pandas did not find a column in a frame that the test has made."""
        makes_frame = any(isinstance(s, CallStatement) and s.callable in FRAMES for s in case.statements)
        return makes_frame and bool(error.through and _missing(error))


def makes_frames(knowledge: Knowledge) -> bool:
    """Check whether the subject imports a library of frames."""
    return any(module.partition(".")[0] in ("pandas", "polars") for module in knowledge.subject.imports)


def _with_entries(case: TestCase, names: list[str], knowledge: Knowledge) -> TestCase | None:
    """The test case with columns of these names in a file; None if it has no file for them."""
    changed = case
    for name in dict.fromkeys(names):
        steps = list(with_entry(changed, name, knowledge))
        changed = (knowledge.rng.choice(steps)() if steps else None) or changed
    return None if changed is case else changed


def _listed(message: str) -> list[str]:
    listed = _LISTED.search(message)
    return re.findall(r"\w+", listed[1]) if listed else []


def _missing(error: RaisedException) -> list[str]:
    """The columns that an exception names."""
    lack = error.lacks
    if error.type == "builtins:AttributeError" and lack is not None and lack.of.endswith(":DataFrame"):
        return [lack.name]
    if error.type == NOT_FOUND:
        unknown = _UNKNOWN.match(error.message)
        return [unknown["name"]] if unknown else []
    if error.type != "builtins:KeyError":
        return []
    if lack is not None and isinstance(lack.key, str):
        return [lack.key]
    is_about = _ABOUT_COLUMNS.search(error.message)
    return _QUOTED.findall(error.message.partition(", dtype=")[0]) if is_about else []


def _with_columns(
    case: TestCase, place: int, held: CollectionStatement, names: list[str], knowledge: Knowledge, owner: str
) -> TestCase:
    statements = {statement.id: statement for statement in case.statements}
    there = [s.value for key in held.items[::2] if isinstance(s := statements[key], LiteralStatement)]
    lists = [s for value in held.items[1::2] if isinstance(s := statements[value], CollectionStatement)]
    length = len(lists[0].items) if lists else 2
    builder = knowledge.builder(case.statements[:place]).at(2)
    items: list[int] = []
    for name in dict.fromkeys(names):
        if name not in there:
            items += (builder.literal(name), cells(column_kind(name), length, builder, owner))
    more = held.replace(items=(*held.items, *items))
    return case.replaced(place, *builder.draft.statements[place:], more)
