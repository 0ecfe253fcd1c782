"""Values that code under test computes once and then keeps: a compiled schema, a table that was read in.

They belong to the state of modules, which is restored after each test case. Where it takes long to compute
such a value, a search would do little else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from testloom_agent.execution.isolation.state.module_state import ModuleState, Tier, WatchedObject
from testloom_agent.kinds import is_a

LONG = 0.01
"""The least processor time in seconds of a test case whose values are kept."""
ABSENT = object()
TRIES, SELDOM = 2, 16
"""How often it is tried at first whether something is reached without memos, and then one time in so many."""

Distances = tuple[tuple[int, float, float], ...]
Trace = tuple[bytes, Distances]
"""The hits of probes, and (predicate, to true, to false): 0 for an outcome that was reached."""


class Memo(NamedTuple):
    """A value, where it is kept, and what was there at first: nothing, or None."""

    holder: WatchedObject
    name: Any
    value: Any
    before: Any

    @property
    def place(self) -> tuple[int, Any]:
        """What tells where the value is kept."""
        return id(self.holder.live), self.name


class Memos:
    """The values that stay for later test cases: those that two long ones have computed by the same name.

    What a test case changes that finds it, as a register, is no such value.
    """

    def __init__(self) -> None:
        self._computed: set[tuple[int, Any]] = set()
        self._changing: set[tuple[int, Any]] = set()
        self._kept: list[tuple[Memo, Tier]] = []

    @property
    def are_kept(self) -> bool:
        """Whether the next test case finds any."""
        return bool(self._kept)

    def keep(self, state: ModuleState) -> None:
        """Note what a long test case has computed, and keep what one before it has computed, too."""
        for holder in state.own_changes():
            for memo in list(_memos(holder)):
                if memo.place in self._computed - self._changing:
                    holder.saved[memo.name] = memo.value
                    self._kept.append((memo, state.within(memo.value)))
                self._computed.add(memo.place)

    def are_changed(self) -> bool:
        """Check whether the last test case has changed what it found; that is never kept again."""
        changed = {memo.place for memo, content in self._kept if not content.is_clean()}
        self._changing |= changed
        return bool(changed)

    def forget(self) -> None:
        """Have all computed again."""
        for memo, _ in self._kept:
            if memo.before is ABSENT:
                memo.holder.saved.pop(memo.name, None)
            else:
                memo.holder.saved[memo.name] = memo.before
        for memo, _ in self._kept:
            memo.holder.restore(memo.holder.live, memo.holder.saved)
        self._kept.clear()


class ColdCoverage:
    """The coverage of test cases that found no memos, as of a cold cache: probes, and outcomes of predicates.

    One that finds a memo takes the way of a second call, which it does not take by itself.
    """

    def __init__(self) -> None:
        self._hits = 0
        self._outcomes: frozenset[tuple[int, bool]] = frozenset()
        self._tried = Counter[tuple[int, frozenset[tuple[int, bool]]]]()

    def note(self, trace: Trace) -> None:
        """Add what a test case without memos has reached."""
        hits, distances = trace
        self._hits |= int.from_bytes(hits, "little")
        self._outcomes |= _reached(distances)

    def has_to_be_tried(self, trace: Trace) -> bool:
        """Check whether a test case reached something new that it may reach without memos, too."""
        hits, distances = trace
        new = int.from_bytes(hits, "little") & ~self._hits, _reached(distances) - self._outcomes
        if not any(new):
            return False
        self._tried[new] += 1
        return self._tried[new] <= TRIES or self._tried[new] % SELDOM == 0

    def part_of(self, trace: Trace) -> Trace:
        """Return a trace without what is not confirmed."""
        hits, distances = trace
        known = (int.from_bytes(hits, "little") & self._hits).to_bytes(len(hits), "little")
        if not _reached(distances) - self._outcomes:
            return known, distances
        return known, tuple(
            (one, self._distance(one, True, to_true), self._distance(one, False, to_false))
            for one, to_true, to_false in distances
        )

    def _distance(self, predicate: int, outcome: bool, distance: float) -> float:
        return distance if distance or (predicate, outcome) in self._outcomes else 1.0


def _reached(distances: Distances) -> frozenset[tuple[int, bool]]:
    true = {(predicate, True) for predicate, to_true, _ in distances if to_true == 0}
    return frozenset(true.union((predicate, False) for predicate, _, to_false in distances if to_false == 0))


def _memos(holder: WatchedObject) -> Iterator[Memo]:
    """Yield what was added by name, or put in the place of None; nothing if anything else has changed."""
    if not is_a(holder.saved, dict):
        return
    new = [
        (name, value) for name, value in holder.live.items() if holder.saved.get(name, ABSENT) is not value
    ]
    memos = [Memo(holder, name, value, holder.saved.get(name, ABSENT)) for name, value in new]
    is_kept = holder.saved.keys() <= holder.live.keys()
    if is_kept and all(memo.before is ABSENT or memo.before is None for memo in memos):
        yield from memos
