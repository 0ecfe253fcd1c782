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
"""The kinds of nodes whose outcomes a person would call branches.

A `choice` has outcomes, too, but no probe reports them: it is a short circuit outside of a condition, or
the loop of a comprehension.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A step of a function; `source` is the call, condition or statement that it stands for.

    Reading an attribute is a call, too: it may be that of a property.

    A part of the source may have several nodes: the statements of a `finally` have theirs once for each
    way of getting there. `line` and `column` are those by which the agent identifies a condition.
    """

    index: int
    kind: NodeKind
    source: ast.AST | None = None
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from one node to the next.

    `outcome` is that of the condition at its source. `is_raise` marks exceptions that may occur
    anywhere, without a `raise` statement. Control dependence ignores these edges.
    """

    source: int
    target: int
    outcome: bool | None = None
    is_raise: bool = False


@dataclass(frozen=True, slots=True)
class FlowGraph:
    """Nodes by index and the edges between them; exceptions that leave the function lead to the exit, too.

    `guards` maps each handler to the first node of its `try` statement.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    guards: Mapping[int, int] = field(default_factory=dict)
    entry: int = 0
    exit: int = 1

    @property
    def flow(self) -> Iterator[Edge]:
        """The edges that control dependence considers: those that are not exceptions."""
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
