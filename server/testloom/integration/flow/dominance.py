"""Dominators and control dependence: nodes that every path passes, and outcomes that decide on a node.

Cooper, Harvey, Kennedy: A simple, fast dominance algorithm (2001). Ferrante, Ottenstein, Warren: The program
dependence graph and its use in optimization (TOPLAS 1987).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from testloom.integration.flow.graph import Edge, FlowGraph

Immediate = Mapping[int, int]
"""The immediate dominator of each node that is reachable from the root; the root's is the root itself."""


def post_dominators(graph: FlowGraph) -> Immediate:
    """Find, for each node, the nearest node that every path from it to the exit passes."""
    return immediate_dominators(_reversed(graph.successors()), graph.exit)


def chain(node: int, immediate: Immediate) -> Iterator[int]:
    """Yield the node, its immediate dominator, and so on up to the root.

    Yield nothing if the root does not reach the node.
    """
    while node in immediate:
        yield node
        if immediate[node] == node:
            return
        node = immediate[node]


def immediate_dominators(successors: Mapping[int, Sequence[int]], root: int) -> Immediate:
    """Compute the immediate dominator of each node that `root` reaches."""
    order = _postorder(successors, root)
    number = {node: place for place, node in enumerate(order)}
    before = _reversed({node: successors[node] for node in order})
    found = {root: root}
    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            known = [other for other in before[node] if other in found]
            nearest = known[0]
            for other in known[1:]:
                nearest = _common(nearest, other, found, number)
            if found.get(node) != nearest:
                found[node] = nearest
                changed = True
    return found


def _common(one: int, other: int, found: Mapping[int, int], number: Mapping[int, int]) -> int:
    """Find the nearest node that dominates both nodes."""
    while one != other:
        while number[one] < number[other]:
            one = found[one]
        while number[other] < number[one]:
            other = found[other]
    return one


def _postorder(successors: Mapping[int, Sequence[int]], root: int) -> list[int]:
    order: list[int] = []
    seen = {root}
    pending = [(root, iter(successors[root]))]
    while pending:
        node, rest = pending[-1]
        following = next((other for other in rest if other not in seen), None)
        if following is None:
            order.append(node)
            pending.pop()
        else:
            seen.add(following)
            pending.append((following, iter(successors[following])))
    return order


def _reversed(successors: Mapping[int, Sequence[int]]) -> dict[int, list[int]]:
    before: dict[int, list[int]] = {node: [] for node in successors}
    for node, after in successors.items():
        for other in after:
            before[other].append(node)
    return before


def deciding_edges(graph: FlowGraph, nodes: Collection[int]) -> list[Edge]:
    """Find the outcomes that ensure that one of the nodes is reached, of conditions that may miss it.

    These are the outgoing edges, post-dominated by the nodes, of what the nodes, taken together, are control
    dependent on (Cling, definition 3.1). An `except` clause lets a node be missed if the `try` does.
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
    """Check whether every path through the function passes one of the nodes."""
    return bool(nodes) and min(nodes) in chain(graph.entry, post_dominators(graph.merged(nodes)))
