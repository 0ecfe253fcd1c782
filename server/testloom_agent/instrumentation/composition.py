"""Puts the distances of a whole condition together from those of its parts and from the probes hit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from testloom_agent.instrumentation.model import Combination, Leaf, Negation, Plan, PredicateInfo, Tree

Measured = dict[int, tuple[float, float]]
UNKNOWN = 1.0
"""The distance to an outcome of a condition that was not evaluated."""
_CACHED = 4096


def leaf_table(plan: Plan) -> dict[int, tuple[str, Any]]:
    """How each leaf is measured: its operator and what else it needs."""
    table: dict[int, tuple[str, Any]] = {}
    for info in plan.predicates:
        for leaf in leaves(info.tree):
            table[leaf.predicate] = leaf.op, leaf.detail
    return table


def needed_leaves(plan: Plan, wanted: Iterable[int]) -> frozenset[int]:
    """The leaves that the given predicates are made of."""
    return frozenset(leaf.predicate for index in wanted for leaf in leaves(plan.predicates[index].tree))


def leaves(tree: Tree | None) -> list[Leaf]:
    """The leaves of a condition."""
    if tree is None:
        return []
    if isinstance(tree, Leaf):
        return [tree]
    parts = (tree.part,) if isinstance(tree, Negation) else tree.parts
    return [leaf for part in parts for leaf in leaves(part)]


def distances(tree: Tree, measured: Measured) -> tuple[float, float] | None:
    """The distances of a condition to true and to false; None if it was not evaluated.

    `and` is as far from true as its parts together, and as far from false as the nearest of them.
    """
    if isinstance(tree, Leaf):
        return measured.get(tree.predicate)
    if isinstance(tree, Negation):
        inner = distances(tree.part, measured)
        return None if inner is None else (inner[1], inner[0])
    return _combined(tree, measured)


def _combined(tree: Combination, measured: Measured) -> tuple[float, float] | None:
    known = [distances(part, measured) for part in tree.parts]
    if all(pair is None for pair in known):
        return None
    pairs = [pair or (UNKNOWN, UNKNOWN) for pair in known]
    to_true, to_false = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if tree.is_and:
        return sum(to_true), min(to_false)
    return min(to_true), sum(to_false)


@dataclass(frozen=True)
class Known:
    """What a set of hits says by itself: distances, and the leaves that need no measuring."""

    hits: bytes
    distances: tuple[tuple[int, float, float], ...]
    settled: frozenset[int]


class Outcomes:
    """What hits say about the predicates of a plan; remembered, because most runs hit what others hit."""

    def __init__(self, plan: Plan, wanted: Iterable[int] | None = None) -> None:
        chosen = set(range(len(plan.predicates))) if wanted is None else set(wanted)
        self._predicates = [info for info in plan.predicates if info.index in chosen]
        self._users: dict[int, list[PredicateInfo]] = {}
        for info in self._predicates:
            for leaf in leaves(info.tree):
                self._users.setdefault(leaf.predicate, []).append(info)
        self._cache: dict[bytes, Known] = {}

    def of(self, hits: bytes) -> Known:
        """What the given hits say."""
        known = self._cache.get(hits)
        if known is None:
            if len(self._cache) >= _CACHED:
                self._cache.clear()
            known = self._cache[hits] = self._derive(hits)
        return known

    def combine(self, known: Known, measured: Measured) -> tuple[tuple[int, float, float], ...]:
        """The distances that hits and measured leaves say together."""
        if not measured:
            return known.distances
        result = {index: (to_true, to_false) for index, to_true, to_false in known.distances}
        for leaf in measured:
            for info in self._users.get(leaf, ()):
                pair = distances(info.tree, measured) if info.tree is not None else None
                if pair is not None:
                    result[info.index] = _reconciled(info, pair, known.hits)
        return tuple((index, *result[index]) for index in sorted(result))

    def _derive(self, hits: bytes) -> Known:
        found: list[tuple[int, float, float]] = []
        settled: set[int] = set()
        open_leaves: set[int] = set()
        for info in self._predicates:
            is_true = info.when_true is not None and hits[info.when_true]
            is_false = info.when_false is not None and hits[info.when_false]
            evaluated = info.evaluated_by is not None and hits[info.evaluated_by]
            if is_true or is_false or evaluated:
                missed = 0.0 if evaluated and not is_true else UNKNOWN
                found.append((info.index, 0.0 if is_true else UNKNOWN, 0.0 if is_false else missed))
            own = {leaf.predicate for leaf in leaves(info.tree)}
            (settled if is_true and is_false else open_leaves).update(own)
        return Known(hits, tuple(found), frozenset(settled - open_leaves))


def _reconciled(info: PredicateInfo, pair: tuple[float, float], hits: bytes) -> tuple[float, float]:
    """Distances that agree with the probes: 0 where an outcome was seen, and nowhere else."""
    return _side(pair[0], info.when_true, hits), _side(pair[1], info.when_false, hits)


def _side(distance: float, probe: int | None, hits: bytes) -> float:
    if probe is None:
        return distance
    if hits[probe]:
        return 0.0
    return distance or UNKNOWN
