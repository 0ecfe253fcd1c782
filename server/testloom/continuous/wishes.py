"""A job as a wish for a worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from testloom.continuous.changes import Change
from testloom.continuous.order import Order
from testloom.continuous.plan import Plan
from testloom.continuous.schedule import Job
from testloom.continuous.strategies import Strategy
from testloom.model.history import UnitRecord
from testloom.model.statements import TestCase
from testloom.model.wish import Earlier, Target, Wish
from testloom.subject import find_root

AROUND = 10.0
"""Seconds that a job takes beside its search, for starting, verifying and writing."""
PER_SECOND = 1.5
"""Seconds that a job takes for each second that its search may take: what is found is made small, too."""
LEAST = 1.0
"""Seconds that a search gets in any case."""


def make_wish(job: Job, seconds: float, plan: Plan, order: Order, known: Mapping[str, UnitRecord]) -> Wish:
    """The wish that a worker fulfils in about so many seconds; `known` are the records by now."""
    budget = max(LEAST, (seconds - AROUND) / PER_SECOND)
    changes = [plan.changes[unit.id] for unit in job.units]
    return Wish(
        targets=tuple(Target(job.file, unit.name) for unit in job.units),
        python=order.python,
        root=find_root(job.file),
        out=order.out,
        settings=replace(order.settings, budget=budget, seed=order.settings.seed + plan.number - 1),
        earlier=tuple(_earlier(change, order.strategy, plan) for change in changes),
        lent=tuple(_lent(job, known)) if order.strategy.seeds else (),
        state=order.state,
    )


def _earlier(change: Change, strategy: Strategy, plan: Plan) -> Earlier:
    record = change.record
    if record is None:
        return Earlier(change.unit.name)
    tests = tuple(_cases(record)) if strategy.seeds else ()
    is_current = change.status == "same" and bool(record.tests)
    to_beat = (record.covered, record.statements) if is_current else None
    own = frozenset(record.goals)
    shared = dict.fromkeys(goal for test in record.tests for goal in test.goals if goal not in own)
    return Earlier(change.unit.name, tests, _own_functions(record, plan), to_beat, tuple(shared))


def _lent(job: Job, known: Mapping[str, UnitRecord]) -> Iterator[TestCase]:
    """The tests of what the units of a job use in other files."""
    used = sorted(frozenset[str]().union(*(unit.uses for unit in job.units)))
    module = job.units[0].module
    for id in used:
        if id in known and id.partition(":")[0] != module:
            yield from _cases(known[id])


def _cases(record: UnitRecord) -> Iterator[TestCase]:
    """The tests of a unit, without those that a newer Testloom has written."""
    for test in record.tests:
        with suppress(ValueError):
            yield test.case


def _own_functions(record: UnitRecord, plan: Plan) -> tuple[str, ...]:
    """The functions that hold tests of this unit and of no other."""
    others = _functions(
        other.record
        for other in plan.changes.values()
        if other.record is not None
        and other.record.id != record.id
        and other.record.test_file == record.test_file
    )
    return tuple(sorted(_functions([record]) - others))


def _functions(records: Iterable[UnitRecord]) -> set[str]:
    return {test.function for record in records for test in record.tests if test.function}
