"""Control dependence: which outcomes decide whether a node is reached.

Ferrante, Ottenstein, Warren: The program dependence graph and its use in optimization (TOPLAS 1987).
"""

from __future__ import annotations

from collections.abc import Collection

from testloom.integration.flow.dominance import chain, post_dominators
from testloom.integration.flow.graph import Edge, FlowGraph


def deciding_edges(graph: FlowGraph, nodes: Collection[int]) -> list[Edge]:
    """The outcomes after which one of the nodes is reached for sure, of conditions that may let it be missed.

    These are the outgoing edges of what the nodes, taken together, are control dependent on that they
    post-dominate (Cling, definition 3.1). An `except` clause lets a node be missed if the `try` does.
    """
    if not nodes:
        return []
    target, after = min(nodes), post_dominators(graph.merged(nodes))

    def passes(index: int) -> bool:
        return index in nodes or target in chain(index, after)

    def misses(index: int) -> bool:
        return target not in chain(graph.guards.get(index, index), after)

    return [edge for edge in graph.branches if passes(edge.target) and misses(edge.source)]


def is_certain(graph: FlowGraph, nodes: Collection[int]) -> bool:
    """Whether every path through the function passes one of the nodes."""
    return bool(nodes) and min(nodes) in chain(graph.entry, post_dominators(graph.merged(nodes)))
