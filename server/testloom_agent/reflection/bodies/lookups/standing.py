"""Strings that names stand for: in loops over constants, and as arguments that a class gives its own methods.

`for field in FIELDS: data[field]` looks up each of the fields, and so does `self._get("price")` if
`_get(self, key)` looks up `key` in something that its object stores. A lookup by one of the function's own
parameters stays open until the arguments of its calls are known: `header(response, "Date")`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from testloom_agent.reflection.bodies.uses import named_constant
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import methods_in, names_given
from testloom_agent.trees import nodes_of

MOST_TEXTS = 40
LONGEST_TEXT = 1_000
"""The greatest length of a string that is put together: names may double one another's."""
FARTHEST = 2
"""How many methods in a row may pass on what they were given."""
HANDING_ON = ("sorted", "list", "tuple", "set", "frozenset", "reversed", "iter")
Standing = Mapping[str, Sequence[str]]
"""The strings that each name may stand for."""
NONE_STANDING: Standing = {}
_OPEN = re.compile("\0(?P<name>[^\0]+)\0")
_ONE_OF = re.compile("\1(?P<texts>[^\1]+)\1")
"""A parameter in the place of a key or a plain value, in a use, and one of several texts."""
MOST_USES = 200
"""How many uses are made at most: keys within keys may stand for more combinations."""


def texts_of(node: ast.expr, standing: Standing, namespace: Mapping[str, Any]) -> list[str]:
    """List the strings that an expression may have as value: constants, names, or combinations of them."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.Name(id=name) if name in standing:
            return list(standing[name])
        case ast.Attribute() if standing and (texts := standing.get(_dotted(node))) is not None:
            return list(texts)
        case ast.JoinedStr(values=values):
            return _joined([_part(value, standing, namespace) for value in values])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([texts_of(left, standing, namespace), texts_of(right, standing, namespace)])
        case ast.BinOp(left=ast.Constant(value=str() as form), op=ast.Mod(), right=ast.Name() as right):
            if form.count("%") == form.count("%s") == 1:
                return [form.replace("%s", text) for text in texts_of(right, standing, namespace)]
    value = named_constant(node, namespace)
    return [value] if type(value) is str else []


def _joined(parts: Iterable[Sequence[str]]) -> list[str]:
    """Join one string of each part, in all ways that make a string short enough for a key."""
    choices = islice(product(*parts), MOST_TEXTS)
    return ["".join(choice) for choice in choices if sum(map(len, choice)) <= LONGEST_TEXT]


def _dotted(node: ast.expr) -> str:
    """Return a name and the attributes after it, as `self.config.column`; empty for anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if holder := _dotted(value):
            return f"{holder}.{name}"
    return ""


def _part(node: ast.expr, standing: Standing, namespace: Mapping[str, Any]) -> list[str]:
    """List the strings for a part of an f-string that is formatted in the default way."""
    match node:
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return texts_of(value, standing, namespace)
    return texts_of(node, standing, namespace)


def texts_in_loop(
    target: ast.expr, iterable: ast.expr, standing: Standing, namespace: Mapping[str, Any]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that a loop over constants binds, each with the strings that it stands for."""
    match iterable, target:
        case ast.Call(func=ast.Name(id=name), args=[inner, *_]), _ if name in HANDING_ON:
            yield from texts_in_loop(target, inner, standing, namespace)
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]), ast.Tuple(elts=[_, part]):
            yield from texts_in_loop(part, inner, standing, namespace)
        case ast.Call(func=ast.Attribute(value=table, attr="items"), args=[]), ast.Tuple(elts=[key, _]):
            yield from texts_in_loop(key, table, standing, namespace)
        case ast.Call(func=ast.Attribute(value=table, attr="keys"), args=[]), _:
            yield from texts_in_loop(target, table, standing, namespace)
        case ast.Tuple() | ast.List() | ast.Set() as table, ast.Tuple(elts=parts):
            for place, part in enumerate(parts):
                cells = (cell for row in table.elts if (cell := _cell(row, place)) is not None)
                yield from _bound(part, (texts_of(cell, standing, namespace) for cell in cells))
        case ast.Tuple() | ast.List() | ast.Set() as table, _:
            yield from _bound(target, (texts_of(item, standing, namespace) for item in table.elts))
        case ast.Dict(keys=keys), _:
            given = (key for key in keys if key is not None)
            yield from _bound(target, (texts_of(key, standing, namespace) for key in given))
        case _:
            held = named_constant(iterable, namespace)
            if type(held) in (tuple, list, set, frozenset, dict):
                yield from _in_table(target, held)


def _in_table(target: ast.expr, held: Iterable[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the same for a constant of the module, which may have rows."""
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    rows = [row for row in held if type(row) is tuple and len(row) == len(parts)]
    for place, part in enumerate(parts):
        items = (row[place] for row in rows) if isinstance(target, ast.Tuple) else held
        texts = [item for item in items if type(item) is str]
        yield from _bound(part, [sorted(texts) if type(held) in (set, frozenset) else texts])


def _cell(row: ast.expr, place: int) -> ast.expr | None:
    cells = row.elts if isinstance(row, ast.Tuple | ast.List) else []
    return cells[place] if place < len(cells) else None


def _bound(target: ast.expr, texts: Iterable[Iterable[str]]) -> Iterator[tuple[str, list[str]]]:
    found = list(dict.fromkeys(text for some in texts for text in some))
    if isinstance(target, ast.Name) and found:
        yield target.id, found[:MOST_TEXTS]


def left_open(name: str) -> str:
    """Create the placeholder, within a use, for the string that a parameter gets."""
    return f"\0{name}\0"


def literal_left_open(name: str) -> str:
    """Create the placeholder, within a use, for the plain value of a parameter, as source writes it."""
    return left_open(literal_of(name))


def literal_of(name: str) -> str:
    """Return the name under which the plain values that a parameter gets are given, as source writes them."""
    return f"{name}="


def one_of(texts: Iterable[str]) -> str:
    """Create the placeholder, within a use, for one of several strings."""
    return "\1" + "\2".join(texts) + "\1"


def told_apart(uses: Iterable[str]) -> Iterator[str]:
    """Yield the uses, expanded to each of the strings that may stand in a place."""
    for use in uses:
        if (found := _ONE_OF.search(use)) is None:
            yield use
        else:
            texts = found["texts"].split("\2")
            made = (f"{use[: found.start()]}{text}{use[found.end() :]}" for text in texts)
            yield from islice(told_apart(made), MOST_USES)


def filled(uses: Iterable[str], given: Standing) -> Iterator[str]:
    """Yield the uses with open parameters filled in, without those whose parameter gets no string.

    A value may be a parameter of the caller, which stays open under its own name. Of keys within keys only
    the first `MOST_USES` are created.
    """
    left = MOST_USES
    for use in uses:
        pieces = _OPEN.split(use)
        if len(pieces) == 1:
            yield use
            continue
        choices = [given.get(piece, ()) if place % 2 else (piece,) for place, piece in enumerate(pieces)]
        for made in islice(product(*choices), left):
            left -= 1
            yield "".join(made)


@dataclass(frozen=True)
class Giving:
    """A method, and the values that it passes to methods of its object: their names, arguments and positions.

    `loops` are the targets and iterables of its loops, if it passes any values.
    """

    name: str
    parameters: Sequence[str]
    given: Sequence[tuple[str, ast.expr, int | str]]
    loops: Sequence[tuple[ast.expr, ast.expr]]


def methods_giving(node: ast.ClassDef) -> list[Giving]:
    """List the methods of a class, with the calls by which they pass values to methods of their object."""
    found = []
    for method in methods_in(node):
        given = list(_calls_of_itself(method))
        loops = list(_loops(method)) if given else []
        found.append(Giving(method.name, names_given(method), given, loops))
    return found


def texts_given(
    methods: Sequence[Giving], namespace: Mapping[str, Any], own: Standing = NONE_STANDING
) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Collect the strings that a class passes to parameters of its own methods, by method and parameter.

    `own` are those that attributes of its objects stand for.
    """
    names = {method.name: method.parameters for method in methods}
    giving = [method for method in methods if method.given]
    found: dict[str, dict[str, list[str]]] = {}
    for method in [*giving] * FARTHEST:
        standing = {**own, **found.get(method.name, NONE_STANDING)}
        for target, iterable in method.loops:
            for name, texts in texts_in_loop(target, iterable, standing, namespace):
                standing[name] = [*standing.get(name, ()), *texts][:MOST_TEXTS]
        for called, argument, place in method.given:
            taken = [place] if isinstance(place, str) else names.get(called, ())[place : place + 1]
            for parameter in taken:
                known = found.setdefault(called, {}).setdefault(parameter, [])
                new = [text for text in texts_of(argument, standing, namespace) if text not in known]
                known += new[: MOST_TEXTS - len(known)]
    return found


def _calls_of_itself(method: Function) -> Iterator[tuple[str, ast.expr, int | str]]:
    """Yield the values that a method passes to methods of its object: method, argument and position."""
    for part in nodes_of(method):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"), attr=called)):
                for place, argument in enumerate(part.args):
                    yield called, argument, place
                for keyword in part.keywords:
                    if keyword.arg is not None:
                        yield called, keyword.value, keyword.arg


def _loops(method: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the targets and the iterables of a method's loops and comprehensions."""
    for part in nodes_of(method):
        if isinstance(part, ast.For | ast.comprehension):
            yield part.target, part.iter
