"""Computes the distances of a whole condition from those of its parts and from the probes hit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from testloom_agent.instrumentation.model import (
    Combination,
    Leaf,
    Negation,
    Plan,
    PredicateInfo,
    Quantification,
    Tree,
    parts_of,
)

Measured = dict[int, tuple[float, float]]
UNKNOWN = 1.0
"""The distance to an outcome of a condition that was not evaluated."""
NEVER, LAST = b"\0", -1
"""The byte, appended to all others, for a probe that a predicate does not have, and its index."""
_CACHED = 4096


def leaf_table(plan: Plan) -> dict[int, tuple[str, Any]]:
    """Collect how each leaf is measured: its operator and any further detail."""
    table: dict[int, tuple[str, Any]] = {}
    for info in plan.predicates:
        for leaf in leaves(info.tree):
            table[leaf.predicate] = leaf.op, leaf.detail
    return table


def decisive(plan: Plan) -> set[int]:
    """Find the predicates whose outcomes have probes."""
    return {
        info.index for info in plan.predicates if info.when_true is not None or info.when_false is not None
    }


def needed_leaves(plan: Plan, wanted: Iterable[int]) -> frozenset[int]:
    """Collect the leaves of the given predicates."""
    return frozenset(leaf.predicate for index in wanted for leaf in leaves(plan.predicates[index].tree))


def leaves(tree: Tree | None) -> list[Leaf]:
    """List the leaves of a condition."""
    if tree is None:
        return []
    if isinstance(tree, Leaf):
        return [tree]
    return [leaf for part in parts_of(tree) for leaf in leaves(part)]


def distances(tree: Tree, measured: Measured) -> tuple[float, float] | None:
    """Compute the distances of a condition to true and to false; None if it was not evaluated.

    The distance of `and` to true is the sum of its parts' distances, its distance to false is their smallest.
    No part counts more than one that was not evaluated: a test that gets to the next part is nearer, however
    large the distance of that part.
    """
    if isinstance(tree, Leaf):
        return measured.get(tree.predicate)
    if isinstance(tree, Negation):
        inner = distances(tree.part, measured)
        return None if inner is None else (inner[1], inner[0])
    if isinstance(tree, Quantification):
        return _quantified(tree, measured)
    return _combined(tree, measured)


def _quantified(tree: Quantification, measured: Measured) -> tuple[float, float] | None:
    """Add the distance of the item that is nearest, if there was any, to that of the whole."""
    whole, asked = distances(tree.whole, measured), distances(tree.asked, measured)
    if whole is None or asked is None:
        return whole
    return whole[0] + _bounded(asked[0]), whole[1] + _bounded(asked[1])


def _combined(tree: Combination, measured: Measured) -> tuple[float, float] | None:
    known = [distances(part, measured) for part in tree.parts]
    if all(pair is None for pair in known):
        return None
    to_true, to_false = (
        [UNKNOWN if pair is None else _bounded(pair[side]) for pair in known] for side in (0, 1)
    )
    if tree.is_and:
        return sum(to_true), min(to_false)
    return min(to_true), sum(to_false)


def _bounded(distance: float) -> float:
    """Map a distance below that of an unevaluated condition, keeping the order."""
    return 1.0 if distance == float("inf") else distance / (distance + 1.0)


@dataclass(frozen=True)
class Known:
    """The results that follow from a set of hits alone.

    `distances` are those of predicates that were evaluated according to the hits; `settled` are leaves
    that need no measuring, because each condition they are part of had both outcomes.
    """

    hits: bytes
    distances: dict[int, tuple[float, float]]
    settled: frozenset[int]


class _Deciding(NamedTuple):
    """The hits that decide a predicate, as byte indexes (the last byte for no probe), and its leaves."""

    predicate: int
    when_true: int
    when_false: int
    evaluated_by: int
    own: tuple[int, ...]

    @classmethod
    def of(cls, info: PredicateInfo) -> _Deciding:
        """Find it out for a predicate."""
        true, false, evaluated = (
            LAST if probe is None else probe for probe in (info.when_true, info.when_false, info.evaluated_by)
        )
        own = tuple([leaf.predicate for leaf in leaves(info.tree)])
        return cls(info.index, true, false, evaluated, own)


class Outcomes:
    """Outcomes of some predicates according to the hits; cached, because most runs have the same hits."""

    def __init__(self, plan: Plan, wanted: Iterable[int]) -> None:
        self._predicates = [plan.predicates[index] for index in sorted(wanted)]
        self._simple = {info.index: info for info in self._predicates if _is_leaf(info)}
        self._composed: dict[int, list[PredicateInfo]] = {}
        for info in self._predicates:
            if info.index not in self._simple:
                for leaf in leaves(info.tree):
                    self._composed.setdefault(leaf.predicate, []).append(info)
        self._deciding = [_Deciding.of(info) for info in self._predicates]
        self._cache: dict[bytes, Known] = {}

    def of(self, hits: bytes) -> Known:
        """Derive the distances and the settled leaves that the given hits imply."""
        known = self._cache.get(hits)
        if known is None:
            if len(self._cache) >= _CACHED:
                self._cache.clear()
            known = self._cache[hits] = self._derive(hits)
        return known

    def combine(self, known: Known, measured: Measured) -> tuple[tuple[int, float, float], ...]:
        """Combine the distances from hits and from measured leaves, as (predicate, to true, to false)."""
        result = dict(known.distances)
        composed: dict[int, PredicateInfo] = {}
        for leaf, pair in measured.items():
            info = self._simple.get(leaf)
            if info is not None:
                result[leaf] = _reconciled(info, pair, known.hits)
            for info in self._composed.get(leaf, ()):
                composed[info.index] = info
        for info in composed.values():
            whole = distances(info.tree, measured) if info.tree is not None else None
            if whole is not None:
                result[info.index] = _reconciled(info, whole, known.hits)
        return tuple([(index, pair[0], pair[1]) for index, pair in sorted(result.items())])

    def _derive(self, hits: bytes) -> Known:
        found: dict[int, tuple[float, float]] = {}
        settled: set[int] = set()
        unsettled: set[int] = set()
        seen = hits + NEVER
        for index, when_true, when_false, evaluated_by, own in self._deciding:
            is_true, is_false, evaluated = seen[when_true], seen[when_false], seen[evaluated_by]
            if is_true or is_false or evaluated:
                missed = 0.0 if evaluated and not is_true else UNKNOWN
                found[index] = (0.0 if is_true else UNKNOWN, 0.0 if is_false else missed)
            (settled if is_true and is_false else unsettled).update(own)
        return Known(hits, found, frozenset(settled - unsettled))


def _is_leaf(info: PredicateInfo) -> bool:
    return isinstance(info.tree, Leaf) and info.tree.predicate == info.index


def _reconciled(info: PredicateInfo, pair: tuple[float, float], hits: bytes) -> tuple[float, float]:
    """Make distances agree with the probes: 0 for outcomes that were seen, and only for these."""
    to_true, to_false = pair
    if info.when_true is not None:
        to_true = 0.0 if hits[info.when_true] else to_true or UNKNOWN
    if info.when_false is not None:
        to_false = 0.0 if hits[info.when_false] else to_false or UNKNOWN
    return to_true, to_false
