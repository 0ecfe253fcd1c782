"""Tables: tests of the same shape become one parametrized test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testloom.model.suite import AssertedTest
from testloom.model.texts.names import is_name
from testloom.model.texts.trees import expression_of
from testloom.writer.functions.function import Content, Function, function_of
from testloom.writer.functions.properties import stating
from testloom.writer.imports.bindings import AMBIGUOUS
from testloom.writer.layout.case import Context
from testloom.writer.layout.variables import FIXTURES
from testloom.writer.naming.descriptions import Description, describe
from testloom.writer.naming.names import common, condition_ids, row_names
from testloom.writer.rendering.bodies import write_case
from testloom.writer.rendering.templates import ROLES, Template
from testloom.writer.syntax.literals import literal
from testloom.writer.syntax.rows import are_distinct, plain_id
from testloom.writer.syntax.words import variable

MAX_COLUMNS = 4
MAX_CELL, MAX_MESSAGE = 48, 80
"""The most characters of a value in a row.

Messages may be longer: the tests would differ in little else.
"""
INDENT = 4
_EMPTY_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A test with two versions of its body: results inline in assertions, and in variables."""

    test: AssertedTest
    inline: Template
    apart: Template
    description: Description

    @property
    def shape(self) -> tuple[object, ...]:
        """Equal for tests that differ in literals only."""
        return (
            self.test.callable,
            self.inline.text,
            self.inline.needs,
            tuple((slot.hint, slot.role) for slot in self.inline.slots),
        )

    @property
    def cells(self) -> tuple[str, ...]:
        """The literals."""
        return tuple(slot.text for slot in self.inline.slots)


@dataclass(frozen=True, slots=True)
class Column:
    """A parameter of a table: its name, and the slots of the body that it fills."""

    name: str
    slots: tuple[int, ...]


def tabled(tests: Sequence[AssertedTest], context: Context) -> list[Function]:
    """Build the test functions in the order of the first test of each, with properties at the end."""
    shapes: dict[tuple[object, ...], dict[tuple[str, ...], list[Entry]]] = {}
    for test in tests:
        if test.as_property is None:
            entry = _entry(test, context)
            shapes.setdefault(entry.shape, {}).setdefault(entry.cells, []).append(entry)
    examples = [function for rows in shapes.values() for function in _of_shape(list(rows.values()), context)]
    stated = (stating(test, test.as_property, context) for test in tests if test.as_property is not None)
    return [*examples, *stated]


def _entry(test: AssertedTest, context: Context) -> Entry:
    inline, apart = (write_case(test, context, inline=inline) for inline in (True, False))
    return Entry(test, inline, apart, describe(test, context.subject))


def _of_shape(rows: list[list[Entry]], context: Context) -> Iterator[Function]:
    """A table of the rows that are short enough, and single tests of the others."""
    tabled = [row for row in rows if _fits(row[0], rows)]
    if len(tabled) > 1:
        yield _table(tabled, context)
    else:
        tabled = []
    for row in rows:
        if row not in tabled:
            yield _single(row, context)


def _fits(entry: Entry, rows: Sequence[Sequence[Entry]]) -> bool:
    varying = _varying([row[0].cells for row in rows])
    slots = [entry.inline.slots[n] for n in varying]
    most = {"message": MAX_MESSAGE}
    return len(varying) <= MAX_COLUMNS and all(len(s.text) <= most.get(s.role, MAX_CELL) for s in slots)


def _single(row: Sequence[Entry], context: Context) -> Function:
    entry = row[0]
    body = entry.inline.source
    if _too_long(body, context):
        body = entry.apart.source
    rows = tuple((each.test.id, "") for each in row)
    content = Content(body, entry.description, rows, entry.test.callable, {})
    return function_of(content, entry.inline.needs, context)


def _table(rows: Sequence[Sequence[Entry]], context: Context) -> Function:
    entries = [row[0] for row in rows]
    columns = list(_columns(entries, context))
    body = _table_body(entries[0].inline, columns)
    if _too_long(body, context):
        body = _table_body(entries[0].apart, columns)
    cells = [[entry.cells[column.slots[0]] for column in columns] for entry in entries]
    names = tuple(column.name for column in columns)
    descriptions = [entry.description for entry in entries]
    ids = _plain_ids(cells) if len(columns) == 1 or not condition_ids(descriptions) else []
    if ids:
        decorator = _plain_decorator(names, cells, context)
    else:
        given = sum(entries[0].inline.slots[column.slots[0]].role == "input" for column in columns)
        ids = row_names(descriptions, _most_informative(cells, given))
        decorator = _decorator(names, cells, ids, context)
    description = common(descriptions)
    keys = tuple((each.test.id, ids[n]) for n, row in enumerate(rows) for each in row)
    values = {name: [row[n] for row in cells] for n, name in enumerate(names)}
    content = Content(body, description, keys, entries[0].test.callable, values, decorator)
    return function_of(content, entries[0].inline.needs, context)


def _plain_ids(cells: Sequence[Sequence[str]]) -> list[str]:
    """The ids that pytest gives the rows by itself; empty unless these are distinct numbers and words."""
    ids = [plain_id([expression_of(cell) for cell in row]) for row in cells]
    return ids if are_distinct(ids) else []


def _most_informative(cells: Sequence[Sequence[str]], given: int) -> Sequence[str]:
    """The first input column with the most different values; any column if their number `given` is 0."""
    columns = list(zip(*cells, strict=True))
    return max(columns[: given or None], key=lambda column: len(set(column)))


def _plain_decorator(names: Sequence[str], cells: Sequence[Sequence[str]], context: Context) -> str:
    """The decorator of a table without ids: `[1, 2]`, or `[(1, "a"), (2, "b")]` on several lines."""
    head = f"@{context.imports.module('pytest')}.mark.parametrize({_header(names, context)}"
    if len(names) == 1:
        return f"{head}, [{', '.join(row[0] for row in cells)}])\n"
    rows = " ".join(f"({', '.join(row)})," for row in cells)
    return f"{head}, [{rows}],)\n"


def _header(names: Sequence[str], context: Context) -> str:
    written = [literal(name, single_quotes=context.style.single_quotes) for name in names]
    return written[0] if len(names) == 1 else f"({', '.join(written)})"


def _decorator(
    names: Sequence[str], cells: Sequence[Sequence[str]], ids: Sequence[str], context: Context
) -> str:
    pytest = context.imports.module("pytest")
    quotes = context.style.single_quotes
    params = [
        f"{pytest}.param({', '.join(row)}, id={literal(name, single_quotes=quotes)}),"
        for row, name in zip(cells, ids, strict=True)
    ]
    return f"@{pytest}.mark.parametrize({_header(names, context)}, [{' '.join(params)}],)\n"


def _columns(entries: Sequence[Entry], context: Context) -> Iterator[Column]:
    template = entries[0].inline
    varying = _varying([entry.cells for entry in entries])
    merged: dict[tuple[object, ...], list[int]] = {}
    for n in varying:
        slot = template.slots[n]
        merged.setdefault((slot.hint, slot.role, *(entry.cells[n] for entry in entries)), []).append(n)
    outcomes = sum(template.slots[slots[0]].role == "expected" for slots in merged.values())
    taken = set(context.imports.taken) | set(context.reserved) | set(template.names) | FIXTURES | AMBIGUOUS
    for slots in sorted(merged.values(), key=lambda slots: ROLES.index(template.slots[slots[0]].role)):
        name = _bound(template, slots[0]) or _free(_wanted(template, slots[0], outcomes), taken)
        taken.add(name)
        yield Column(name, tuple(slots))


def _wanted(template: Template, index: int, outcomes: int) -> str:
    slot = template.slots[index]
    name = variable(slot.hint)
    if slot.role == "message":
        return "message"
    if slot.role == "expected":
        return "expected" if outcomes == 1 or not is_name(name) else f"expected_{name}"
    return name if is_name(name) else "value"


def _free(name: str, taken: set[str]) -> str:
    number = 2
    for candidate in (name, f"given_{name}"):
        if candidate not in taken:
            return candidate
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def _bound(template: Template, index: int) -> str:
    """The variable that the body sets to just this slot; empty if there is none."""
    found = re.search(rf"^(\w+) = {Template.mark(index)}$", template.text, re.MULTILINE)
    return found[1] if found else ""


def _table_body(template: Template, columns: Sequence[Column]) -> str:
    names = {slot: column.name for column in columns for slot in column.slots}
    lines = template.text.split("\n")
    bindings = {f"{name} = {Template.mark(slot)}" for slot, name in names.items()}
    text = "\n".join(line for line in lines if line not in bindings)
    kept = replace(template, text=text)
    body = kept.fill([names.get(n, slot.text) for n, slot in enumerate(template.slots)])
    return _EMPTY_LINES.sub("\n\n", body).strip("\n")


def _varying(rows: Sequence[Sequence[str]]) -> list[int]:
    return [n for n in range(len(rows[0])) if len({row[n] for row in rows}) > 1]


def _too_long(body: str, context: Context) -> bool:
    return any(len(line) > context.style.line_length - INDENT for line in body.split("\n"))
