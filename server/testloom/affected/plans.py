"""Plans a run of the tests that changes affect, and remembers what it has shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.affected.choice import Affected, choose
from testloom.affected.observing import Observed
from testloom.affected.past import past_state
from testloom.affected.state import environment_of, present_state
from testloom.measurement import Plan


@dataclass(frozen=True, slots=True)
class TestPlan:
    """What a run leaves out, and why the tests that are known are not left out."""

    __test__ = False

    plan: Plan
    affected: Sequence[Affected]


def make_plan(project: Path, python: Path, revision: str | None) -> TestPlan:
    """Plan a run of the tests that are affected by what has changed since they passed, and since a revision.

    Raises:
        UsageError: if there is no such revision.
        StoreError: if it cannot be read what is known of the tests.
    """
    from testloom.store import TestRecords, open_store

    now = present_state(project)
    before = None if revision is None else past_state(project, revision, now.settings)
    with open_store() as database:
        known = TestRecords(database, project).all()
    choice = choose(known, now, environment_of(python), before)
    changed = [each.test for each in choice.affected if each.kind == "changed"]
    return TestPlan(Plan(choice.unaffected, changed), choice.affected)


def keep_records(project: Path, python: Path, observed: Observed, started: float) -> None:
    """Remember what tests depended on that have run since a time.

    Raises:
        StoreError: if it cannot be kept.
    """
    from testloom.store import TestRecords, open_store

    state = present_state(project, started)
    records = observed.records(state, environment_of(python))
    with open_store() as database:
        TestRecords(database, project).remember(records)


def clock_of(folder: Path) -> float:
    """The time that a file in a folder would get if it changed now, which may lag behind the time of day."""
    mark = folder / "started"
    mark.touch()
    return mark.stat().st_mtime
