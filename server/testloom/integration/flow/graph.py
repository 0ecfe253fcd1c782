"""The control flow graph of one function."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

NodeKind: TypeAlias = Literal[
    "entry", "exit", "join", "statement", "call", "condition", "iteration", "handler", "case", "choice"
]
CONDITIONS = frozenset({"condition", "iteration", "handler", "case"})
"""Kinds of nodes whose outcomes a person would call branches.

A `choice` has outcomes, too, but none that anything reports: a short circuit outside of conditions, the loop
of a comprehension.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A step of a function; `source` is the call, condition or statement that it stands for.

    Reading an attribute is a call, too: that of a property, perhaps.

    The nodes of one part of the source may be several: a `finally` has those of its statements once for each
    way of getting there. `line` and `column` are those that the agent gives a condition.
    """

    index: int
    kind: NodeKind
    source: ast.AST | None = None
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from one node to the next.

    `outcome` is that of the condition which it leaves. `is_raise` marks what may happen anywhere: an
    exception that no `raise` statement announces. Control dependence takes no notice of these.
    """

    source: int
    target: int
    outcome: bool | None = None
    is_raise: bool = False


@dataclass(frozen=True, slots=True)
class FlowGraph:
    """Nodes by index and the edges between them; exceptions that leave the function lead to the exit, too.

    `guards` says of each handler which node begins the `try` statement that it belongs to.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    guards: Mapping[int, int] = field(default_factory=dict)
    entry: int = 0
    exit: int = 1

    @property
    def flow(self) -> Iterator[Edge]:
        """The edges that control dependence follows."""
        return (edge for edge in self.edges if not edge.is_raise)

    @property
    def branches(self) -> Iterator[Edge]:
        """The outcomes of conditions."""
        return (edge for edge in self.flow if self.nodes[edge.source].kind in CONDITIONS)

    def successors(self) -> dict[int, list[int]]:
        """Collect the successors of each node in the flow."""
        after: dict[int, list[int]] = {node.index: [] for node in self.nodes}
        for edge in self.flow:
            after[edge.source].append(edge.target)
        return after

    def merged(self, nodes: Collection[int]) -> FlowGraph:
        """Merge some nodes of the graph into the one with the smallest index.

        Every path passes one of the nodes if, afterwards, every path passes the merged one.
        """
        one, rest = min(nodes), set(nodes)

        def place(index: int) -> int:
            return one if index in rest else index

        edges = (Edge(place(e.source), place(e.target), e.outcome, e.is_raise) for e in self.edges)
        return replace(self, edges=tuple(dict.fromkeys(edges)))
