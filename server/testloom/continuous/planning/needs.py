"""Selection of the units that are worth a run, and how much they need it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.strategies import Strategy

Waiting: TypeAlias = Literal["complete", "no-improvement", "unchanged"]
"""The reason why a unit is not run: all goals covered, no gain in the last runs, or not requested."""


@dataclass(frozen=True, slots=True)
class Need:
    """A unit that is worth a run.

    Attributes:
        id: of the unit.
        goals: the number of goals to reach, as far as it is known.
        is_urgent: whether the unit is new or has changed.
        ran_in: the number of its last run; 0 if never.
        tries: how often its present code was run before.
    """

    id: str
    goals: int
    is_urgent: bool = False
    ran_in: int = 0
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Needs:
    """The units to run, and the reason for each other unit why it waits.

    `units` and `goals` count all units of the project and all their goals, including those that wait.
    """

    wanted: tuple[Need, ...]
    waiting: dict[str, Waiting]
    units: int
    goals: int


def assess(
    changes: Iterable[Change],
    strategy: Strategy,
    asked: Collection[str] | None = None,
    has_tests: Callable[[Change], bool] = lambda change: True,
) -> Needs:
    """Select the units that are worth a run.

    Args:
        changes: all units of the project.
        strategy: says whether earlier runs matter.
        asked: the ids that may be run; None: all.
        has_tests: tells whether a unit's known tests are still in the project.
    """
    wanted, waiting = [], {}
    units = goals = 0
    for change in changes:
        units, goals = units + 1, goals + _all_goals(change)
        reason = _reason(change, asked, has_tests) if strategy.remembers or asked is not None else None
        if reason is None or (reason != "unchanged" and not strategy.remembers):
            wanted.append(_need(change, strategy))
        else:
            waiting[change.unit.id] = reason
    return Needs(tuple(wanted), waiting, units, goals)


def _reason(
    change: Change, asked: Collection[str] | None, has_tests: Callable[[Change], bool]
) -> Waiting | None:
    """Return the reason why a unit can wait; None if it has to run."""
    if asked is not None and change.unit.id not in asked:
        return "unchanged"
    if change.status != "same" or change.record is None or not has_tests(change):
        return None
    if not change.record.missed:
        return "complete"
    return "no-improvement" if change.record.is_stale else None


def _need(change: Change, strategy: Strategy) -> Need:
    record = change.record
    is_urgent = strategy.remembers and change.status != "same"
    is_known = strategy.remembers and change.has_known_code
    goals = record.missed if record is not None and is_known else _all_goals(change)
    tries = len(record.runs) if record is not None and is_known else 0
    return Need(change.unit.id, max(1, goals), is_urgent, record.ran_in if record else 0, tries)


def _all_goals(change: Change) -> int:
    """Return the number of a unit's goals, as of its last run or estimated."""
    known = len(change.record.goals) if change.record is not None and change.has_known_code else 0
    return known or change.unit.size
