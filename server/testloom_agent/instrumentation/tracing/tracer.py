"""The tracer: collects what instrumented code reports while it runs."""

from __future__ import annotations

import operator
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from testloom_agent.instrumentation import names
from testloom_agent.instrumentation.model import Plan
from testloom_agent.instrumentation.tracing.composition import (
    Measured,
    Outcomes,
    decisive,
    leaf_table,
    needed_leaves,
)
from testloom_agent.instrumentation.tracing.distances import CONTAINERS, LIMIT, PLAIN, Pair, measure
from testloom_agent.instrumentation.tracing.fuel import OutOfFuel, Tank, reserve

RECORDS = 2048
"""The number of evaluations of predicates that are kept; older ones are dropped."""
EVALUATIONS = 128
"""The number of evaluations of one predicate that are measured in one run."""

REMEMBERED = 16_384
"""The number of distances of plain operands that are kept for later runs."""
TANK = 1_000_000
"""The amount of fuel that costs nothing to refill."""

_AGENT = __name__.partition(".")[0]

__all__ = ["OutOfFuel", "Tracer"]

Distances = tuple[tuple[int, float, float], ...]
Key = tuple[int, Any, Any, Any]
"""A predicate, its operands, and its outcome."""


class Tracer:
    """Reports of instrumented modules: probes hit, operands of predicates, fuel used.

    `hits` has one byte for each probe. Begin and end enclose one run; reports outside a run are
    ignored.
    """

    def __init__(self, plan: Plan) -> None:
        self.hits = bytearray(len(plan.probes))
        self._blank = bytes(len(plan.probes))
        self._plan = plan
        self._records: deque[tuple[Any, Any, Any, Any]] = deque(maxlen=RECORDS)
        self._namespaces: list[dict[str, Any]] = []
        self._tank = Tank(TANK)
        self._lately = self._blank, TANK
        self._fuel: Iterator[int] = self._tank.iterator
        self._leaves = leaf_table(plan)
        self._remembered: dict[Key, Pair] = {}
        self.wanted = decisive(plan)

    @property
    def wanted(self) -> set[int]:
        """The predicates to measure: unless set, those that a probe depends on. Set it as a whole."""
        return self._wanted

    @wanted.setter
    def wanted(self, predicates: Iterable[int]) -> None:
        self._wanted = set(predicates)
        self._needed = needed_leaves(self._plan, self._wanted)
        self._outcomes = Outcomes(self._plan, self._wanted)

    def bind(self, namespace: dict[str, Any]) -> None:
        """Put what instrumented code calls into a module's namespace."""
        if not any(known is namespace for known in self._namespaces):
            self._namespaces.append(namespace)
        namespace.update(
            {
                names.HITS: self.hits,
                names.SET_HIT: self.hits.__setitem__,
                names.NEXT: next,
                names.FUEL: self._fuel,
                names.RECORD: self._records.append,
                names.MEASURE: self._evaluate,
                names.RERAISE: reraise_interrupt,
            }
        )

    def begin(self, fuel: int) -> None:
        """Start a run: forget what was reported, give `fuel` calls and loop passes."""
        self.hits[:] = self._blank
        self._records.clear()
        if fuel <= TANK:
            self._tank.fill(fuel)
            self._use(self._tank.iterator)
        else:
            self._use(reserve(fuel))

    def end(self) -> tuple[bytes, Distances]:
        """End a run.

        Returns:
            The hits, and for each predicate that was evaluated the smallest distance to true and to false.
        """
        hits = bytes(self.hits)
        self._tank.fill(
            TANK
        )  # for what runs between test cases, such as comparisons of the subject's objects
        self._use(self._tank.iterator)
        known = self._outcomes.of(hits)
        measured = self._measure(known.settled) if self._records else {}
        self._records.clear()
        return hits, self._outcomes.combine(known, measured)

    @contextmanager
    def afresh(self) -> Iterator[None]:
        """Forget what was reported before, if anything is reported within."""
        hits, records = bytes(self.hits), tuple(self._records)
        self.hits[:] = self._blank
        self._records.clear()
        try:
            yield
        finally:
            if self.hits == self._blank:
                self.hits[:] = hits
                self._records.extend(records)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Take no notice of what happens within."""
        hits, records = bytes(self.hits), tuple(self._records)
        try:
            yield
        finally:
            self.hits[:] = hits
            self._records.clear()
            self._records.extend(records)

    def comparisons(self, wanted: Iterable[int] | None = None) -> list[tuple[int, str, Any, Any, bool]]:
        """List the comparisons since `begin`: (predicate, op, left, right, outcome), oldest first.

        If some predicates are `wanted`, only comparisons that decide these are returned. For a plain truth
        test, the right side is None.
        """
        needed = None if wanted is None else needed_leaves(self._plan, wanted)
        found = []
        for predicate, left, right, outcome in tuple(self._records):
            if needed is not None and predicate not in needed:
                continue
            op, _ = self._leaves.get(predicate, ("truth", None))
            found.append((predicate, op, left, right, not outcome if op == "truth" else bool(outcome)))
        return found

    def ration(self, most: int) -> None:
        """Leave at most so much fuel, for threads that run on."""
        self._tank.ration(most)
        self._lately = bytes(self.hits), self._tank.left

    def goes_round(self, most: int) -> bool:
        """Check whether more than `most` of a ration was used since a probe was hit for the first time."""
        hits, left = self._lately
        if self.hits != hits:
            self._lately = bytes(self.hits), self._tank.left
            return False
        return left - self._tank.left > most

    def exhaust(self) -> None:
        """Make every probe that takes fuel raise from now on, as if none were left."""
        self._tank.fill(0)
        self._use(self._tank.iterator)

    def _use(self, fuel: Iterator[int]) -> None:
        if fuel is self._fuel:
            return
        self._fuel = fuel
        for namespace in self._namespaces:
            namespace[names.FUEL] = fuel

    def _measure(self, settled: frozenset[int]) -> Measured:
        """Measure the smallest distances of each leaf that a wanted predicate needs and hits don't settle."""
        records = list(self._records)
        needed = self._needed - settled
        smallest: Measured = dict.fromkeys(_seen_both(records) & needed, _REACHED)
        counts = dict.fromkeys(needed - smallest.keys(), 0)
        plain, remembered = PLAIN, self._remembered
        for predicate, left, right, outcome in records:
            count = counts.get(predicate, EVALUATIONS)
            if count == EVALUATIONS:
                continue
            counts[predicate] = count + 1
            if type(left) in plain and (
                key := (predicate, left, right, outcome)
                if type(right) in plain
                else self._among_plain(predicate, left, right, outcome)
            ):
                pair = remembered.get(key) or self._remember(key)
            else:
                op, detail = self._leaves[predicate]
                pair = measure(op, left, right, outcome, detail)
            before = smallest.get(predicate)
            if before is None:
                smallest[predicate] = pair
            elif pair[0] < before[0] or pair[1] < before[1]:
                smallest[predicate] = min(before[0], pair[0]), min(before[1], pair[1])
        return smallest

    def _among_plain(self, predicate: int, left: Any, right: Any, outcome: Any) -> Key | None:
        """Return the key of an operand that is searched for among few plain ones; None for other tests."""
        is_small = type(right) in CONTAINERS and len(right) <= LIMIT
        if not is_small or self._leaves[predicate][0] not in ("in", "not in"):
            return None
        items = tuple(right)
        return (predicate, left, items, outcome) if PLAIN.issuperset(map(type, items)) else None

    def _remember(self, key: Key) -> Pair:
        """Measure plain operands and cache the distances, as a search compares the same ones repeatedly."""
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        op, detail = self._leaves[key[0]]
        pair = self._remembered[key] = measure(op, *key[1:], detail)
        return pair

    def _evaluate(self, predicate: int, op: str, left: Any, right: Any) -> Any:
        """Evaluate a predicate whose operands could not be kept inline."""
        if op == "truth":
            is_false = not left
            self._records.append((predicate, left, None, is_false))
            return not is_false
        outcome = _OPERATORS[op](left, right)
        self._records.append((predicate, left, right, outcome))
        return outcome


_REACHED = (0.0, 0.0)


def _seen_both(records: Iterable[tuple[Any, Any, Any, Any]]) -> set[int]:
    """Collect the leaves whose tests came out both true and false."""
    true, false = set(), set()
    for predicate, _, _, outcome in records:
        if outcome is True:
            true.add(predicate)
        elif outcome is False:
            false.add(predicate)
    return true & false


def reraise_interrupt() -> None:
    """Raise the exception being handled again if it is one of the agent's, by which it stops the subject."""
    error: Any = sys.exc_info()[1]
    if error is None or isinstance(error, Exception):
        return
    is_group = hasattr(type(error), "exceptions")  # an object may offer any attribute
    parts: Iterable[BaseException] = error.exceptions if is_group else (error,)
    if any(type(part).__module__.partition(".")[0] == _AGENT for part in parts):
        raise error


def _in(left: Any, right: Any) -> bool:
    return left in right


def _not_in(left: Any, right: Any) -> bool:
    return left not in right


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": _in,
    "not in": _not_in,
}
