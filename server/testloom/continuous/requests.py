"""Conversion of a job into a request for a worker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from testloom.capabilities import KINDS
from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.order import Order
from testloom.continuous.planning.plan import Plan, has_tests
from testloom.continuous.planning.pool import Grant
from testloom.continuous.planning.schedule import Job
from testloom.continuous.seeds import SeedSources, is_promising
from testloom.model.generation_request import Earlier, GenerationRequest, Target
from testloom.model.progress.history import UnitRecord
from testloom.model.statements import TestCase
from testloom.subject import find_root


def make_request(
    job: Job,
    grant: Grant,
    plan: Plan,
    order: Order,
    known: Mapping[str, UnitRecord],
    sources: SeedSources | None = None,
) -> GenerationRequest:
    """Build the request that a worker fulfils within its grant.

    `known` are the current records of units, `sources` further test cases to begin with.
    """
    seed = order.settings.seed + plan.number - 1
    changes = [plan.changes[unit.id] for unit in job.units]
    return GenerationRequest(
        targets=tuple(Target(job.file, unit.name) for unit in job.units),
        python=order.python,
        root=find_root(job.file),
        out=order.out,
        write=order.write,
        settings=grant.limit(replace(order.settings, seed=seed)),
        earlier=tuple(_earlier(change, order, plan) for change in changes),
        lent=tuple(_lent(job, plan, known)) if order.strategy.seeds else (),
        seeds=sources.seeds(job.file, changes) if sources else (),
        is_seeded=True,
        runs_suite=order.strategy.seeds and any(map(is_promising, changes)),
        state=order.state,
    )


def _earlier(change: Change, order: Order, plan: Plan) -> Earlier:
    record = change.record
    if record is None:
        return Earlier(change.unit.name)
    tests = tuple(cases_of(record)) if order.strategy.seeds else ()
    grows = len(tests) == len(record.tests) and _stays(change, record, order)
    is_due = order.strategy.seeds and change.status == "changed" and (grows or change.has_known_code)
    to_revalidate = tuple(sorted(record.functions)) if is_due else ()
    is_current = bool(record.tests) and (change.status == "same" or bool(to_revalidate))
    own = frozenset(record.goals)
    shared = dict.fromkeys(goal for test in record.tests for goal in test.goals if goal not in own)
    return Earlier(
        change.unit.name,
        tests,
        _own_functions(record, plan) if order.write else (),
        to_beat=(record.covered, record.statements) if is_current and not grows else None,
        shared=tuple(shared),
        to_revalidate=to_revalidate,
        grows=grows,
        covers=tuple(test.goals for test in record.tests) if grows else (),
        covered=tuple(goal for goal in record.goals if goal not in record.reasons) if grows else (),
    )


def _stays(change: Change, record: UnitRecord, order: Order) -> bool:
    """Check whether a unit's suite is in its file and may stay there, with more tests beside it.

    A unit without tests, which tests of other units cover, qualifies as long as nothing has changed.
    """
    is_known = change.status == "same" or (change.status == "changed" and bool(record.tests))
    return order.strategy.seeds and is_known and order.write and has_tests(record, order)


def _lent(job: Job, plan: Plan, known: Mapping[str, UnitRecord]) -> Iterator[TestCase]:
    """Yield the tests of the units in other files that the units of a job use.

    The tests of files that the job does not depend on in the schedule are taken from before the run, whether
    or not their jobs have ended.
    """
    for id in sorted(frozenset[str]().union(*(unit.uses for unit in job.units))):
        change = plan.changes.get(id)
        if change is not None and change.unit.file != job.file:
            record = known.get(id) if change.unit.file in job.after else change.record
            yield from cases_of(record) if record is not None else ()


def cases_of(record: UnitRecord) -> Iterator[TestCase]:
    """Yield the test cases of a unit, except those written by a newer Testloom."""
    for test in record.tests:
        with suppress(ValueError):
            yield test.case(KINDS)


def _own_functions(record: UnitRecord, plan: Plan) -> tuple[str, ...]:
    """Return the test functions that belong to this unit and to no other."""
    others = (
        other.record.functions
        for other in plan.changes.values()
        if other.record is not None
        and other.record.id != record.id
        and other.record.test_file == record.test_file
    )
    return tuple(sorted(record.functions.difference(*others)))
