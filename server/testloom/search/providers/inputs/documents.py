"""Documents in the formats that programs read, made from words of the subject."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random

from testloom.model.types import Scalar
from testloom.search.providers.inputs.looked_up import looked_up
from testloom.search.providers.inputs.values import ValueSource

NAME = re.compile(r"[A-Za-z_][\w.-]{0,30}")
PLAIN_NAMES = ("a", "b")
MARKUP = re.compile(r"[&<>/]")
CHANGED = 0.15
TOLD = 0.9
SAMPLES = 8


def document(form: str, values: ValueSource) -> str | None:
    """Create a document of a named format; None for an unknown format.

    Now and then a part of it is changed.
    """
    made = _told(form, values)
    if made is None:
        if form not in MAKERS:
            return None
        made = MAKERS[form](values)
    return str(values.neighbour(made)) if values.rng.random() < CHANGED else made


def samples(values: ValueSource) -> tuple[str, ...]:
    """Create some documents of the formats that the subject reads, where their keys are known."""
    made = [_told(form, values) for form in values.documents for _ in range(SAMPLES)]
    return tuple(dict.fromkeys(text for text in made if text))


def _told(form: str, values: ValueSource) -> str | None:
    """A document with the keys that the subject looks up, most often; None where it is not known which."""
    kinds = values.documents.get(form)
    return looked_up(form, values.rng.choice(kinds), values) if kinds and values.rng.random() < TOLD else None


def _name(values: ValueSource) -> str:
    names = [text for text in values.texts if NAME.fullmatch(text)]
    return values.rng.choice(names if names and values.rng.random() < 0.9 else PLAIN_NAMES)


def _value(values: ValueSource) -> str:
    """A number, most often, or a word."""
    return str(values.integer()) if values.rng.random() < 0.5 else values.piece().replace("\n", " ")


def _times(rng: Random) -> range:
    return range(rng.choice((0, 1, 1, 2, 2, 3)))


def _json(values: ValueSource) -> str:
    return json.dumps({_name(values): _json_value(values) for _ in _times(values.rng)})


def _json_value(values: ValueSource) -> object:
    plain: tuple[Callable[[], Scalar], ...] = (values.integer, values.piece, lambda: None, lambda: True)
    draw = values.rng.random()
    if draw < 0.15:
        return {_name(values): values.rng.choice(plain)() for _ in _times(values.rng)}
    if draw < 0.25:
        return [values.rng.choice(plain)() for _ in _times(values.rng)]
    return values.rng.choice(plain[:2] if draw < 0.8 else plain)()


def _ini(values: ValueSource) -> str:
    sections = (f"[{_name(values)}]\n{_pairs(values, ' = ')}" for _ in _times(values.rng))
    return "".join(sections)


def _pairs(values: ValueSource, between: str) -> str:
    return "".join(f"{_name(values)}{between}{_value(values)}\n" for _ in _times(values.rng))


def _toml(values: ValueSource) -> str:
    tables = (f"[{_name(values)}]\n{_toml_pairs(values)}" for _ in _times(values.rng))
    return _toml_pairs(values) + "".join(tables)


def _toml_pairs(values: ValueSource) -> str:
    pairs = {_name(values): _value(values) for _ in _times(values.rng)}
    shown = {name: value if value.isdigit() else json.dumps(value) for name, value in pairs.items()}
    return "".join(f"{name} = {value}\n" for name, value in shown.items())


def _csv(values: ValueSource) -> str:
    columns = [_name(values) for _ in range(values.rng.choice((1, 1, 2, 3)))]
    rows = [columns, *([_value(values) for _ in columns] for _ in _times(values.rng))]
    return "".join(f"{','.join(row)}\n" for row in rows)


def _xml(values: ValueSource, depth: int = 3) -> str:
    name = _name(values)
    if depth and (depth == 3 or values.rng.random() < 0.6):
        inner = "".join(_xml(values, depth - 1) for _ in _times(values.rng))
    else:
        inner = MARKUP.sub("", _value(values))
    return f"<{name}>{inner}</{name}>"


MAKERS: Mapping[str, Callable[[ValueSource], str]] = {
    "json": _json,
    "ini": _ini,
    "toml": _toml,
    "csv": _csv,
    "xml": _xml,
    "yaml": lambda values: _pairs(values, ": "),
}
