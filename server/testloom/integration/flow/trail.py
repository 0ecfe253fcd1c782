"""A control flow graph under construction."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeAlias

from testloom.integration.flow.graph import Edge, FlowGraph, Node, NodeKind

Way: TypeAlias = Literal["return", "raise", "break", "continue"]
"""The ways in which a suite of statements is left before its end."""


class End(NamedTuple):
    """An edge whose target is not known yet."""

    source: int
    outcome: bool | None = None
    is_raise: bool = False


class Trail:
    """Collects nodes and edges during the walk of the source; `ends` are the edges into the next node.

    Edges that leave a suite early are kept in `leaving` until a part that is `catching` them sets a
    target.
    """

    def __init__(self) -> None:
        self._nodes = [Node(0, "entry"), Node(1, "exit")]
        self._edges: dict[Edge, None] = {}
        self._guards: dict[int, int] = {}
        self._live = {0}
        self._leaving: dict[Way, list[End]] = {"return": [], "raise": []}
        self.ends: list[End] = [End(0)]

    @property
    def departures(self) -> int:
        """The number of reachable ways out of the function so far; possible exceptions do not count."""
        ends = [end for way in ("return", "raise") for end in self._leaving[way]]
        return sum(not end.is_raise and end.source in self._live for end in ends)

    def add(self, kind: NodeKind, source: ast.AST, at: ast.AST | None = None) -> int:
        """Add a node, which follows the current edges; its place in the source is that of `at`."""
        place = at or source
        index = len(self._nodes)
        line, column = getattr(place, "lineno", 0), getattr(place, "col_offset", 0)
        self._nodes.append(Node(index, kind, source, line, column))
        self.reach(index)
        if kind != "join":
            self._leaving["raise"].append(End(index, is_raise=True))
        return index

    def decide(
        self, kind: NodeKind, source: ast.AST, at: ast.AST | None = None
    ) -> tuple[list[End], list[End]]:
        """Add a node with two outcomes; return the edges for true and for false."""
        index = self.add(kind, source, at)
        self.ends = []
        return [End(index, True)], [End(index, False)]

    def reach(self, node: int) -> None:
        """Continue at an existing node."""
        for end in self.ends:
            self._edges[Edge(end.source, node, end.outcome, end.is_raise)] = None
        if any(end.source in self._live for end in self.ends):
            self._live.add(node)
        self.ends = [End(node)]

    def leave(self, way: Way) -> None:
        """Leave the suite here."""
        self._leaving[way] += self.ends
        self.ends = []

    def leave_with(self, way: Way, ends: Iterable[End]) -> None:
        """Leave the suite by these edges instead of the current ones."""
        self._leaving[way] += ends

    def guard(self, handler: int, start: int) -> None:
        """Record the first node of the `try` statement that a handler belongs to."""
        self._guards[handler] = start

    @contextmanager
    def catching(self, *ways: Way) -> Iterator[dict[Way, list[End]]]:
        """Collect the edges that leave the suites inside in these ways, instead of passing them on."""
        before = {way: self._leaving.get(way) for way in ways}
        caught: dict[Way, list[End]] = {way: [] for way in ways}
        self._leaving.update(caught)
        yield caught
        for way, ends in before.items():
            if ends is None:
                del self._leaving[way]
            else:
                self._leaving[way] = ends

    def finish(self) -> FlowGraph:
        """Build the graph of the function, whose body ends here."""
        self.ends += [*self._leaving["return"], *self._leaving["raise"]]
        self.reach(1)
        return FlowGraph(tuple(self._nodes), tuple(self._edges), self._guards)


def raising(ends: Iterable[End]) -> list[End]:
    """Mark the edges as those of exceptions that may occur without a `raise` statement."""
    return [end._replace(is_raise=True) for end in ends]
