"""The time for each unit.

After Campos, Arcuri, Fraser, Abreu: Continuous test generation (ASE 2014), sections 3.1 and 4.1: a floor for
each unit, the rest in proportion to the number of goals, and twice as much for new and changed units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from testloom.continuous.planning.needs import Need, Needs
from testloom.continuous.planning.strategies import Strategy

FLOOR = 10.0
"""The minimum seconds for a unit: with less, it is not worth starting."""
URGENT = 2.0
"""The factor for the share of a new or changed unit."""
AGAIN = 0.5
"""The factor for a share with each further run on the same code, down to `LEAST_AGAIN` of the share."""
LEAST_AGAIN = 0.125


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources of a run: `cores` that work for `seconds` each; a budget in executions has one core."""

    cores: int
    seconds: float

    @property
    def total(self) -> float:
        """The total seconds of work."""
        return self.cores * self.seconds


@dataclass(frozen=True, slots=True)
class Share:
    """The seconds (or executions) for a unit, and the `most` that it may get if others leave some."""

    id: str
    amount: float
    most: float


@dataclass(frozen=True, slots=True)
class Allotment:
    """The shares of the units to run, and the ids of units that do not fit into this run."""

    shares: tuple[Share, ...]
    left_out: tuple[str, ...]


def allot(needs: Needs, resources: Resources, strategy: Strategy, floor: float = FLOOR) -> Allotment:
    """Divide the resources among the units.

    No unit gets less than `floor` seconds, or more than one core has. Units that do not fit are left for the
    next run: new and changed units have priority, then those with the oldest last run.
    """
    order = sorted(needs.wanted, key=lambda need: (not need.is_urgent, need.ran_in, -need.goals, need.id))
    fitting = max(1, int(resources.total / floor))
    chosen, left_out = order[:fitting], tuple(need.id for need in order[fitting:])
    if not chosen:
        return Allotment((), left_out)
    if not strategy.by_goals:
        seconds = min(resources.seconds, resources.total / len(chosen))
        return Allotment(tuple(Share(need.id, seconds, seconds) for need in chosen), left_out)
    if strategy.remembers:
        return Allotment(_fair(chosen, needs, resources, floor), left_out)
    return Allotment(_proportional(chosen, resources, floor), left_out)


def _proportional(chosen: Sequence[Need], resources: Resources, floor: float) -> tuple[Share, ...]:
    """Divide all resources: the floor for each unit, the rest in proportion to their goals."""
    floor = min(floor, resources.total / len(chosen))
    rest = resources.total - floor * len(chosen)
    goals = sum(need.goals for need in chosen)
    return tuple(
        Share(need.id, min(resources.seconds, floor + rest * need.goals / goals), resources.seconds)
        for need in chosen
    )


def _fair(chosen: Sequence[Need], needs: Needs, resources: Resources, floor: float) -> tuple[Share, ...]:
    """Give each unit its share of a run of the whole project, doubled if urgent, as far as the resources go.

    Units that were searched before get less each time, as each search finds less than the one before. The
    shares of units that wait are saved.
    """
    rest = max(0.0, resources.total - floor * needs.units)
    per_goal = rest / max(1, needs.goals)
    wanted = [
        min(resources.seconds, (URGENT if need.is_urgent else 1.0) * (floor + per_goal * _promising(need)))
        for need in chosen
    ]
    floor = min(floor, resources.total / len(chosen), resources.seconds)
    above = sum(seconds - floor for seconds in wanted)
    part = min(1.0, (resources.total - floor * len(chosen)) / above) if above > 0 else 1.0
    return tuple(
        Share(need.id, floor + part * (seconds - floor), seconds)
        for need, seconds in zip(chosen, wanted, strict=True)
    )


def _promising(need: Need) -> float:
    """Return the number of goals that the next search for a unit can be expected to work on."""
    return need.goals * max(AGAIN**need.tries, LEAST_AGAIN)
