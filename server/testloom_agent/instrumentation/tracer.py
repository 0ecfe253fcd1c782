"""Collects what instrumented code reports while it runs."""

from __future__ import annotations

import operator
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from testloom_agent.instrumentation import names
from testloom_agent.instrumentation.composition import Measured, Outcomes, leaf_table, needed_leaves
from testloom_agent.instrumentation.distances import measure
from testloom_agent.instrumentation.fuel import OutOfFuel, Tank, reserve
from testloom_agent.instrumentation.model import Plan

RECORDS = 4096
"""Evaluations of predicates that are kept; older ones are forgotten."""
EVALUATIONS = 512
"""Evaluations of one predicate that are measured in one run."""

TANK = 1_000_000
"""Units of fuel that cost nothing to refill."""

_AGENT = __name__.partition(".")[0]

__all__ = ["OutOfFuel", "Tracer"]

Distances = tuple[tuple[int, float, float], ...]


class Tracer:
    """What one instrumented module reports: probes hit, operands of predicates, fuel used.

    `hits` has one byte for each probe. Begin and end enclose one run; what happens outside is not seen.
    """

    def __init__(self, plan: Plan) -> None:
        self.hits = bytearray(len(plan.probes))
        self._blank = bytes(len(plan.probes))
        self._plan = plan
        self._records: deque[tuple[Any, Any, Any, Any]] = deque(maxlen=RECORDS)
        self._namespaces: list[dict[str, Any]] = []
        self._tank = Tank(TANK)
        self._fuel: Iterator[int] = self._tank.iterator
        self._leaves = leaf_table(plan)
        self._outcomes = Outcomes(plan)
        self._wanted = set(range(len(plan.predicates)))
        self._needed = needed_leaves(plan, self._wanted)

    @property
    def wanted(self) -> set[int]:
        """The predicates to measure; all of them unless set. Setting it is what counts, not changing it."""
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
        if not self._records:
            return hits, known.distances
        measured = self._measure(known.settled)
        self._records.clear()
        return hits, self._outcomes.combine(known, measured)

    def comparisons(self) -> list[tuple[int, str, Any, Any, bool]]:
        """What was compared since `begin`: (predicate, op, left, right, outcome), in the order of time.

        Of a mere test of truth, the right side is None.
        """
        found = []
        for predicate, left, right, outcome in tuple(self._records):
            op, _ = self._leaves.get(predicate, ("truth", None))
            found.append((predicate, op, left, right, not outcome if op == "truth" else bool(outcome)))
        return found

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
        """The smallest distances of each leaf that a wanted predicate needs and hits don't settle."""
        smallest: Measured = {}
        counts: dict[int, int] = {}
        needed, leaves = self._needed, self._leaves
        for predicate, left, right, outcome in tuple(self._records):
            if predicate not in needed or predicate in settled:
                continue
            count = counts.get(predicate, 0)
            if count > EVALUATIONS:
                continue
            counts[predicate] = count + 1
            op, detail = leaves[predicate]
            to_true, to_false = measure(op, left, right, outcome, detail)
            if count:
                before = smallest[predicate]
                to_true, to_false = min(before[0], to_true), min(before[1], to_false)
            if not to_true and not to_false:
                counts[predicate] = EVALUATIONS + 1  # nothing smaller can come
            smallest[predicate] = to_true, to_false
        return smallest

    def _evaluate(self, predicate: int, op: str, left: Any, right: Any) -> Any:
        """Evaluate a predicate where its operands could not be kept inline."""
        if op == "truth":
            is_false = not left
            self._records.append((predicate, left, None, is_false))
            return not is_false
        outcome = _OPERATORS[op](left, right)
        self._records.append((predicate, left, right, outcome))
        return outcome


def reraise_interrupt() -> None:
    """Raise the exception being handled again if it is one of the agent's, by which it stops the subject."""
    error = sys.exc_info()[1]
    if error is None or isinstance(error, Exception):
        return
    parts: Iterable[BaseException] = getattr(error, "exceptions", (error,))
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
