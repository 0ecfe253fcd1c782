"""Nodes of syntax trees: found in what `ast.parse` makes of small programs, as nobody builds them by hand."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from testloom.model.statements import AttributeStatement, CallStatement
from testloom.model.texts.trees import parsed
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.texts.formats import PYTHON
from testloom.search.providers.provider import ValueProvider

PARSE = "ast:parse"
ITEM = "builtins:list.__getitem__"
DEEPEST = 5
"""The most attributes and items on the way to a node."""
MOST_PLACES = 60
"""The most places of nodes that are kept for a class."""


class NodePlace(NamedTuple):
    """Where a node is: the steps from a program's tree to it, names of attributes and numbers of items."""

    steps: tuple[str | int, ...]
    program: str
    kind: str


class Nodes(ValueProvider):
    """Nodes of the classes of `ast`."""

    name = "node"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Offer the classes of which some program has nodes."""
        return float(kind.name in places())

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether a class is one of nodes: only parsed ones have the attributes that code reads."""
        return kind.name in places()

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a program, its tree, and the steps to a node."""
        steps, program, _ = builder.rng.choice(places()[kind.name])
        kinds = [*[ANY] * len(steps), kind]
        text = builder.literal(program)
        node = builder.add(CallStatement(builder.next_id(), PARSE, None, (text,)), kinds[0])
        for step, made in zip(steps, kinds[1:], strict=True):
            if isinstance(step, str):
                node = builder.add(AttributeStatement(builder.next_id(), node, step), made)
            else:
                place = builder.literal(step)
                node = builder.add(CallStatement(builder.next_id(), ITEM, node, (place,)), made)
        return node


@cache
def places() -> Mapping[str, Sequence[NodePlace]]:
    """Find nodes of each class, by the name of its type."""
    found: dict[str, list[NodePlace]] = {}
    for program in PYTHON:
        tree = parsed(program)
        for steps, node in _nodes(tree, ()) if tree is not None else ():
            for kind in type(node).__mro__[:-1]:
                found.setdefault(f"ast:{kind.__name__}", []).append(
                    NodePlace(steps, program, type(node).__name__)
                )
    return {name: _various(known)[:MOST_PLACES] for name, known in found.items()}


def _various(known: Sequence[NodePlace]) -> list[NodePlace]:
    """The places, the first of each class of nodes before the second ones, the nearest first."""
    times: Counter[str] = Counter()
    ranked = []
    for place in sorted(known, key=lambda place: len(place.steps)):
        times[place.kind] += 1
        ranked.append((times[place.kind], place))
    return [place for _, place in sorted(ranked, key=lambda one: one[0])]


def _nodes(node: ast.AST, steps: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], ast.AST]]:
    """A node and those below it, each with the steps to it."""
    yield steps, node
    for name, held in ast.iter_fields(node):
        parts = enumerate(held) if isinstance(held, list) else ()
        for way, part in [((name,), held), *(((name, place), part) for place, part in parts)]:
            if isinstance(part, ast.AST) and len(steps) + len(way) <= DEEPEST:
                yield from _nodes(part, (*steps, *way))
