"""A run over a project: jobs start as cores become free, and each result is recorded at once.

Jobs may run anywhere; only this process writes to the store.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from testloom.continuous.moved import removed_tests, withdraw_moved
from testloom.continuous.outcomes import outcomes, uncovered
from testloom.continuous.planning.changes import Change
from testloom.continuous.planning.order import Order
from testloom.continuous.planning.plan import NO_TIME, STOPPED, Plan, make_plan
from testloom.continuous.planning.pool import BudgetPolicy, Counted, Grant, Pool
from testloom.continuous.planning.schedule import Job, next_job
from testloom.continuous.requests import make_request
from testloom.continuous.seeds import SeedSources
from testloom.continuous.working.workers import PendingJob, Workers
from testloom.model.events.jobs import (
    Candidate,
    Event,
    EventSink,
    Failed,
    FileReady,
    Finding,
    Outdated,
    Progress,
)
from testloom.model.events.units import ProjectSummary
from testloom.model.progress.history import UnitRecord
from testloom.store import UnitHistory

PASSED_ON = (Finding, Outdated, Failed)
OFFERED = (Candidate, FileReady)
"""The events of a job that are passed on unchanged: always, and (OFFERED) if its tests are only offered."""
SECONDS_BETWEEN_LOOKS = 0.2
GRACE = 60.0
"""The seconds that running jobs may take after the end of the run."""
Running: TypeAlias = dict[Future[Any], "_Started"]


def run_project(
    order: Order,
    history: UnitHistory,
    workers: Workers,
    report: EventSink,
    stopped: Callable[[], bool] = lambda: False,
) -> ProjectSummary:
    """Run generation over a project until its time is over, all is done, or it is stopped.

    The results of a job are recorded when it ends. The summary is returned and reported last.

    Raises:
        StoreError: if the history cannot be read or written, or there is no recording that is named.
    """
    started = time.monotonic()
    records = history.all()
    plan = make_plan(order, records)
    is_seeded = bool(plan.jobs) or order.recording is not None  # reading seeds takes longer than planning
    sources = SeedSources.of(order) if is_seeded else SeedSources()
    withdraw_moved(plan, records, order)
    for event in removed_tests(plan, records, order):
        report(event)
    history.remember(_followed(plan), plan.gone)
    known = {id: change.record for id, change in plan.changes.items() if change.record is not None}
    run = _Run(order, plan, history, report, started, known, sources)
    was_stopped = not run.spend(workers, stopped)
    summary = run.summary(STOPPED if was_stopped else NO_TIME)
    report(summary)
    return summary


def _followed(plan: Plan) -> Iterator[UnitRecord]:
    """Yield the records of moved units, under their present names."""
    for change in plan.changes.values():
        if change.status == "moved" and change.record is not None:
            yield replace(change.record, fingerprint="")


@dataclass(frozen=True, slots=True)
class _Started:
    job: Job
    pending: PendingJob
    granted: Grant
    at: float


@dataclass(slots=True)
class _Run:
    """A run under way; `known` are the present records of units, `done` the units that were run."""

    order: Order
    plan: Plan
    history: UnitHistory
    report: EventSink
    started: float
    known: dict[str, UnitRecord]
    sources: SeedSources
    done: set[str] = field(default_factory=set)
    files: list[str] = field(default_factory=list)

    def spend(self, workers: Workers, stopped: Callable[[], bool]) -> bool:
        """Run the jobs until the time is over or the run is stopped; return whether it was not stopped."""
        waiting = list(self.plan.jobs)
        policy = self._policy()
        running: Running = {}
        while (waiting or running) and self._seconds_left > -GRACE:
            if stopped():
                return False
            while len(running) < workers.cores and (job := next_job(waiting, _jobs(running))) is not None:
                waiting.remove(job)
                granted = policy.take(job, self._seconds_left)
                if granted is not None:
                    request = make_request(job, granted, self.plan, self.order, self.known, self.sources)
                    pending = workers.submit(request)
                    running[pending.future] = _Started(job, pending, granted, time.monotonic())
            done, _ = wait(running, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            for future in done:
                entry = running.pop(future)
                seconds = time.monotonic() - entry.at
                policy.give_back(entry.granted, seconds)
                self._take(entry.job, entry.pending.events(), seconds)
        return True

    def _policy(self) -> BudgetPolicy:
        if self.order.settings.executions is not None:
            return Counted()
        return Pool(self.order.resources.total, sum(job.amount for job in self.plan.jobs))

    @property
    def _seconds_left(self) -> float:
        return self.order.resources.seconds - (time.monotonic() - self.started)

    def _take(self, job: Job, events: list[Event], seconds: float) -> None:
        """Record the results of a job, and report them."""
        found = list(outcomes(job, events, seconds, self.plan.changes, self.plan.number, self.order.folder))
        self.done.update(entry.record.id for entry in found)
        self.known.update((entry.record.id, entry.record) for entry in found)
        lost = list(uncovered([entry.record for entry in found], self.known.values()))
        self.known.update((record.id, record) for record in lost)
        self.history.remember([*(entry.record for entry in found), *lost])
        if self.order.write:
            self.files += [event.path for event in events if isinstance(event, FileReady)]
        passed_on = PASSED_ON if self.order.write else (*PASSED_ON, *OFFERED)
        for event in [event for event in events if isinstance(event, passed_on)]:
            self.report(event)
        for entry in found:
            self.report(entry.event)
        wanted = sum(len(job.units) for job in self.plan.jobs)
        self.report(Progress("project", round(len(self.done) / wanted, 3)))

    def summary(self, left: str) -> ProjectSummary:
        """Summarise the run; `left` is the reason why units worth running were not run."""
        changes = self.plan.changes
        before = {id: change.record for id, change in changes.items()}
        after = {id: self.known.get(id) for id in changes}
        skipped = Counter(self.plan.skipped.get(id, left) for id in changes if id not in self.done)
        records = [record for record in after.values() if record is not None]
        return ProjectSummary(
            units=len(changes),
            units_run=len(self.done),
            units_skipped=dict(skipped),
            coverage={"before": self._coverage(before), "after": self._coverage(after)},
            goals=sum(_goals(change, after[id]) for id, change in changes.items()),
            covered=sum(record.covered for record in records),
            tests=sum(len(record.tests) for record in records),
            seconds=round(time.monotonic() - self.started, 2),
            unreached=dict(Counter(reason for record in records for reason in record.reasons.values())),
            files_left_out=dict(self.plan.left_out),
            files=tuple(dict.fromkeys(self.files)),
        )

    def _coverage(self, records: dict[str, UnitRecord | None]) -> float:
        """Return the percentage of covered goals over all units."""
        goals = sum(_goals(self.plan.changes[id], record) for id, record in records.items())
        covered = sum(record.covered for record in records.values() if record is not None)
        return round(100 * covered / goals, 2) if goals else 100.0


def _goals(change: Change, record: UnitRecord | None) -> int:
    return change.unit.size if record is None else len(record.goals)


def _jobs(running: Running) -> list[Job]:
    return [entry.job for entry in running.values()]
