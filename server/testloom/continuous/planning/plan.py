"""The plan of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from testloom.continuous.planning.allotment import FLOOR, Allotment, Resources, allot
from testloom.continuous.planning.changes import Change, compare
from testloom.continuous.planning.needs import Needs, assess
from testloom.continuous.planning.order import Order
from testloom.continuous.planning.schedule import Job, schedule
from testloom.continuous.project.scan import scan_project
from testloom.model.progress.history import UnitRecord

NO_TIME, STOPPED = "no-time", "stopped"
"""The reasons why a unit is left for the next suitable run: the run's time was over, or it was stopped."""
LEAST_PART = 0.5
"""The minimum number of executions for a unit, as a share of the average."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The jobs of a run in their order.

    Attributes:
        changes: all units of the project by id, with their changes and records.
        jobs: to be run.
        skipped: the reasons for all other units.
        gone: ids from earlier runs that no longer exist.
        number: of the run, counted from 1.
        left_out: files without units, by reason.
    """

    changes: Mapping[str, Change]
    jobs: tuple[Job, ...]
    skipped: Mapping[str, str]
    gone: tuple[str, ...]
    number: int
    left_out: Counter[str]


def make_plan(order: Order, records: Mapping[str, UnitRecord]) -> Plan:
    """Plan a run from the present state and the history of the project."""
    scan = scan_project(order.folder, order.settings.exclude)
    seen = {id: record for id, record in records.items() if id.partition(":")[0] not in scan.unseen}
    changes = compare(scan.units, seen)

    def are_there(change: Change) -> bool:
        return change.record is not None and has_tests(change.record, order)

    needs = assess(changes.units, order.strategy, order.asked, are_there)
    allotment = _allotted(needs, order)
    units = {unit.id: unit for unit in scan.units}
    former = {change.was for change in changes.units if change.status == "moved"}
    return Plan(
        changes={change.unit.id: change for change in changes.units},
        jobs=tuple(schedule(allotment.shares, units, borrows=order.strategy.seeds)),
        skipped={**needs.waiting, **dict.fromkeys(allotment.left_out, NO_TIME)},
        gone=tuple(sorted(former.union(changes.gone).difference(units))),
        number=1 + max((record.ran_in for record in records.values()), default=0),
        left_out=scan.left_out,
    )


def _allotted(needs: Needs, order: Order) -> Allotment:
    """Divide the time among the units, or the executions: those for one unit times the number of units."""
    executions = order.settings.executions
    if executions is None:
        return allot(needs, order.resources, order.strategy, FLOOR)
    return allot(needs, Resources(1, executions * needs.units), order.strategy, executions * LEAST_PART)


def has_tests(record: UnitRecord, order: Order) -> bool:
    """Check whether a unit's tests are where this run would write them.

    Tests that are only offered need not be in a file.
    """
    file = Path(order.folder, record.test_file)
    return not order.write or not record.test_file or (file.is_file() and order.out in (None, file.parent))
