"""Dependencies as a graph, with its strongly connected groups."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field


def components(edges: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Group the nodes into strongly connected components, each after the ones that it points at.

    Tarjan: Depth-first search and linear graph algorithms (1972), without recursion. Edges to unknown nodes
    are left out.
    """
    walk = _Walk(edges)
    for node in edges:
        walk.visit(node)
    return walk.groups


@dataclass(slots=True)
class _Walk:
    """A depth-first walk; `lowest` is the earliest open node, by number, that is reachable from a node."""

    edges: Mapping[str, Collection[str]]
    groups: list[list[str]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    lowest: dict[str, int] = field(default_factory=dict)
    open: dict[str, None] = field(default_factory=dict)

    def visit(self, root: str) -> None:
        """Find the groups of all nodes that are reachable from a node and were not visited before."""
        path: list[tuple[str, Iterator[str]]] = [self._entered(root)] if root not in self.numbers else []
        while path:
            node, rest = path[-1]
            following = next((other for other in rest if self._is_unseen(node, other)), None)
            if following is not None:
                path.append(self._entered(following))
                continue
            path.pop()
            if path:
                self._lower(path[-1][0], self.lowest[node])
            if self.lowest[node] == self.numbers[node]:
                self._close(node)

    def _entered(self, node: str) -> tuple[str, Iterator[str]]:
        self.numbers[node] = self.lowest[node] = len(self.numbers)
        self.open[node] = None
        return node, iter(self.edges[node])

    def _is_unseen(self, node: str, other: str) -> bool:
        if other in self.open:
            self._lower(node, self.numbers[other])
        return other in self.edges and other not in self.numbers

    def _lower(self, node: str, number: int) -> None:
        self.lowest[node] = min(self.lowest[node], number)

    def _close(self, node: str) -> None:
        group: list[str] = []
        while not group or group[-1] != node:
            group.append(self.open.popitem()[0])
        self.groups.append(group[::-1])
