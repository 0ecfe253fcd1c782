"""Documents with the keys that code looks up in them, and with values that it can read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from testloom.model.types import TypeRef
from testloom.search.providers.inputs.drawn_texts import drawn_text
from testloom.search.providers.inputs.texts.tables import table_of
from testloom.search.providers.inputs.types.records import RECORD
from testloom.search.providers.inputs.values import ValueSource

MISSING = 0.05
"""The probability that a looked-up key is missing."""
OTHER = 0.25
"""The probability that another value replaces what may be a string."""
DEEPEST = 6
ROWS = (0, 1, 1, 1, 2, 2, 3)
"""The number of rows of a table, drawn at random."""
SEPARATORS = (";", "\t", "|")
"""Separators of columns, other than the comma, which code has to name."""
SEPARATED = 0.5
"""How often a table has such a separator, if the code has it as a constant."""
LISTS = ("list", "tuple", "set", "frozenset")


def looked_up(form: str, kind: TypeRef, values: ValueSource) -> str | None:
    """Create a document of a format with the entries that are looked up in it.

    None where the format has no such entries.
    """
    if form == "csv":
        return _table(kind.args[0], values) if kind.name == "list" else None
    write = WRITERS.get(form)
    made = _value(kind, values)
    return None if write is None or (form in MAPPINGS and not isinstance(made, dict)) else write(made)


def _table(row: TypeRef, values: ValueSource) -> str | None:
    if row.name != RECORD:
        return None
    columns = [place for place in range(len(row.values)) if values.rng.random() >= MISSING]
    rows = [[_value(row.args[place], values) for place in columns] for _ in range(values.rng.choice(ROWS))]
    named = [one for one in SEPARATORS if one in values.texts]
    separator = values.rng.choice(named) if named and values.rng.random() < SEPARATED else ","
    return table_of([[row.values[place] for place in columns], *rows], separator)


def _value(kind: TypeRef, values: ValueSource, depth: int = 0) -> Any:
    """A plain value of a type."""
    rng = values.rng
    if kind.name == RECORD:
        entries = zip(kind.values, kind.args, strict=True)
        return {k: _value(v, values, depth + 1) for k, v in entries if rng.random() >= MISSING}
    if kind.name in LISTS:
        number = rng.choice((0, 1, 1, 2)) if depth < DEEPEST and kind.args else 0
        return [_value(kind.args[0], values, depth + 1) for _ in range(number)]
    if kind.name == "union" and kind.args:
        return _value(rng.choice(kind.args), values, depth)
    if kind.name != "dict":
        return _scalar(kind, values)
    number = rng.choice((0, 1, 1, 2)) if depth < DEEPEST and kind.args else 0
    keys = (_key(kind.args[0], values) for _ in range(number))
    return {key: _value(kind.args[1], values, depth + 1) for key in keys}


def _key(kind: TypeRef, values: ValueSource) -> str:
    """A key of a mapping, which is a text in every document."""
    return _line(values) if kind.name == "str" else str(_scalar(kind, values))


def _scalar(kind: TypeRef, values: ValueSource) -> Any:
    match kind.name:
        case "literal":
            return values.rng.choice(kind.values)
        case "format":
            return values.formatted(kind.values)
        case "text":
            return drawn_text(kind, values)
        case "int" | "float" | "bool" | "none":
            return values.literal(kind.name)
    if values.rng.random() < OTHER:
        return values.rng.choice((values.integer(), True, None, values.float_()))
    return _line(values)


def _line(values: ValueSource) -> str:
    return values.piece().replace("\n", " ").replace("\r", " ").strip() or "a"


def _ini(sections: Mapping[str, Any]) -> str:
    return "".join(
        f"[{name}]\n" + "".join(f"{option} = {value}\n" for option, value in section.items())
        for name, section in sections.items()
        if isinstance(section, dict)
    )


def _toml(table: Mapping[str, Any], path: tuple[str, ...] = (), head: str = "") -> str:
    """A table with those within it after its lines; None has no place in it."""
    parts = {_bare(name): value for name, value in table.items() if value is not None}
    below = {name: value for name, value in parts.items() if _is_of_tables(value)}
    lines = "".join(f"{name} = {_inline(value)}\n" for name, value in parts.items() if name not in below)
    is_shown = bool(lines) or not below or head.startswith("[[")
    return (
        (head if is_shown else "")
        + lines
        + "".join(
            _toml(held, (*path, name), _head((*path, name), value))
            for name, value in below.items()
            for held in (value if isinstance(value, list) else [value])
        )
    )


def _is_of_tables(value: Any) -> bool:
    """Whether a value is a table, or a list of such."""
    items = value if isinstance(value, list) else [value]
    return bool(items) and all(isinstance(item, dict) for item in items)


def _head(path: tuple[str, ...], value: Any) -> str:
    return f"[[{'.'.join(path)}]]\n" if isinstance(value, list) else f"[{'.'.join(path)}]\n"


def _inline(value: Any) -> str:
    """A value on its line."""
    if isinstance(value, dict):
        pairs = (f"{_bare(name)} = {_inline(held)}" for name, held in value.items() if held is not None)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(item) for item in value if item is not None)}]"
    return json.dumps(value)


def _bare(name: str) -> str:
    """A key as it is written in TOML."""
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else json.dumps(name)


MAPPINGS = ("ini", "toml")
WRITERS: Mapping[str, Callable[[Any], str]] = {
    "json": json.dumps,
    "yaml": json.dumps,
    "ini": _ini,
    "toml": _toml,
}
"""Functions that write a document in each format; JSON documents are also valid YAML."""
