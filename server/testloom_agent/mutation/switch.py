"""The switch: selects the active mutant, and records places reached and mutants that would differ there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from testloom_agent.instrumentation.names import EMPTIED, INFECTED, MUTANT
from testloom_agent.instrumentation.tracing.fuel import OutOfFuel
from testloom_agent.mutation.emptying import emptied
from testloom_agent.mutation.model import Mutant
from testloom_agent.mutation.schema import Schema

UNLIMITED = 1 << 62
SLACK, TIMES = 10_000, 10
"""The fuel of a mutant: so many places, plus so many times those that the original program passes."""
PLAIN = (bool, bytes, int, str, type(None))
"""Types whose values behave the same if they are equal."""


class Switch:
    """The cell that mutated code reads; it takes the place of the tracer of an instrumented module.

    Every place that is passed costs a unit of fuel, so that a mutant in an endless loop is always
    stopped at the same place.
    """

    __slots__ = (
        "_fuel",
        "_given",
        "_limit",
        "_mutant",
        "_site",
        "_sites",
        "look",
        "mutants",
        "reached",
        "used",
        "wanted",
    )

    def __init__(self, schema: Schema) -> None:
        self.mutants = schema.mutants
        self.reached = bytearray(schema.sites)
        self.look = Look()
        self._sites = schema.sites
        self.wanted: set[int] = set()
        self.used = 0
        self._fuel = self._given = self._limit = UNLIMITED
        self._mutant, self._site = 0, -1

    def bind(self, namespace: dict[str, Any]) -> None:
        """Put what mutated code asks into a module's namespace."""
        namespace[MUTANT] = self._on
        namespace[INFECTED] = self.look.value_of
        namespace[EMPTIED] = emptied

    def turn(self, mutant: Mutant | None) -> None:
        """Let this mutant be on from now on, or none."""
        self._mutant, self._site = (0, -1) if mutant is None else (mutant.id, mutant.site)

    def begin(self, fuel: int) -> None:
        """Start a run: forget what was reached, give `fuel`, or less if a limit is set."""
        self.reached[:] = bytes(len(self.reached))
        self.look.begin()
        self._fuel = self._given = min(fuel, self._limit)

    def limit(self, used: int | None) -> None:
        """Give later runs less fuel, after what a run without mutants has used; None: as they ask for."""
        self._limit = UNLIMITED if used is None else SLACK + TIMES * used

    def ration(self, most: int) -> None:
        """Leave at most so much fuel, for threads that run on."""
        self._fuel = min(self._fuel, most)

    def goes_round(self, most: int) -> bool:
        """Return False: no runs with mutants have a ration."""
        return False

    def exhaust(self) -> None:
        """Make every place raise from now on."""
        self._fuel = 0

    def end(self) -> tuple[bytes, tuple[tuple[int, float, float], ...]]:
        """End a run, and keep how much fuel it `used`; mutated code has no probes to report."""
        self.used = self._given - self._fuel
        self._fuel = UNLIMITED
        return b"", ()

    def comparisons(self, wanted: Iterable[int] | None = None) -> list[tuple[int, str, Any, Any, bool]]:
        """Return no comparisons, because mutated code keeps no operands."""
        return []

    def reached_mutants(self) -> list[Mutant]:
        """List the mutants whose places were reached since the run began."""
        return [mutant for mutant in self.mutants if self.reached[mutant.site]]

    def _on(self, site: int) -> int:
        if site >= self._sites:
            return self.look.is_on
        self._fuel -= 1
        if self._fuel < 0:
            raise OutOfFuel("The fuel for places with mutants ran out.")
        self.reached[site] = 1
        return self._mutant if site == self._site else 0


class Look:
    """Evaluates the spots of `infection` with each of their mutants while it `is_on`."""

    __slots__ = ("_infecting", "_seen", "is_on")

    def __init__(self) -> None:
        self.is_on = False
        self._seen: set[int] = set()
        self._infecting: set[int] = set()

    def begin(self) -> None:
        """Start a run: forget what was seen."""
        self._seen.clear()
        self._infecting.clear()

    @property
    def idle(self) -> frozenset[int]:
        """The mutants whose spots were evaluated, and which made no difference there."""
        return frozenset(self._seen - self._infecting)

    def value_of(
        self, is_condition: bool, original: Callable[[], Any], mutated: Mapping[int, Callable[[], Any]]
    ) -> Any:
        """Return the value of the expression at a spot, and note which of its mutants change it."""
        self._seen.update(mutated)
        try:
            value = original()
        except Exception:
            self._infecting.update(mutated)
            raise
        for number, other in mutated.items():
            if number not in self._infecting and _is_changed(value, other, is_condition):
                self._infecting.add(number)
        return value


def _is_changed(value: Any, mutated: Callable[[], Any], is_condition: bool) -> bool:
    try:
        other = mutated()
        if is_condition:
            return bool(other) is not bool(value)
        is_same = other is value or (type(other) is type(value) and type(value) in PLAIN and other == value)
    except Exception:
        return True
    return not is_same
