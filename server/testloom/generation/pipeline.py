"""The walk of one file: load, search, minimise, assert, write, verify."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from testloom.generation.delivering.delivery import Delivery, TestEmitter, check_existing, destination
from testloom.generation.earlier.missing import MissedCode, missed_by_tests
from testloom.generation.earlier.revalidation import revalidated
from testloom.generation.file_job import FileJob, FoundTests
from testloom.generation.finding_tests import UNPROVEN, find_tests, note_unproven
from testloom.generation.proving.trial import open_workshop
from testloom.generation.reporting.outcome import OutcomeRecord
from testloom.generation.reporting.units import unit_suites
from testloom.generation.scope import asked_for, missed_of
from testloom.generation.suites.losses import OWN_BUG, Losses
from testloom.generation.summarising import missed_goals, summarise
from testloom.generation.timing.deadlines import LOADS
from testloom.model.containment import Contained
from testloom.model.errors import SubjectError
from testloom.model.events.jobs import Progress, Summary
from testloom.search import goals_of
from testloom.subject import resolve_all


def generate_for_file(job: FileJob) -> Summary:
    """Generate, verify and write tests for the targets in one file.

    Raises:
        SubjectError: if the module cannot be loaded, or was moved or deleted meanwhile.
        UsageError: if a target names something that the module does not have.
        OutputError: if the tests cannot be written where they belong.
        ProjectError: if pytest does not run there.
    """
    job.emit(Progress("load", 0.0))
    test_file = destination(job.request, job.file)
    check_existing(job.request, test_file)
    with Contained(job.defect):
        job = replace(job, request=revalidated(job.request, job.file, test_file))
    with (
        open_workshop(job.request, job.file, test_file, job.cancelled, job.plugins) as shop,
        missed_by_tests(job.request, shop.environment, job.seconds, shop.check.seconds, job.is_over) as ask,
    ):
        job = replace(job, missed=ask)
        found = find_tests(job, shop)
        _check_presence(job.file)
        request = replace(job.request, earlier=found.earlier)
        paced = shop.environment.paced(found.deadlines.pytest_seconds)

        def emitter_of(found: FoundTests) -> TestEmitter:
            subject, kills = found.suite.subject, found.kills
            return TestEmitter(
                request, paced, subject, test_file, job.emit, job.emitted, kills, defect=job.defect
            )

        found, delivery = _delivered(job, found, emitter_of)
    if not delivery.kept:
        _check_presence(job.file)
    found = _about_targets(job, found)
    with Contained(job.defect):
        return _summed_up(job, found, delivery)
    return _counted(found, delivery)


def _counted(found: FoundTests, delivery: Delivery) -> Summary:
    """The least that can be said of what was delivered."""
    kept = [test for test in found.suite.tests if test.id in delivery.kept]
    covered = {goal for test in kept for goal in test.goals}
    return Summary(
        len(found.result.archive.goals),
        len(covered),
        len(delivery.kept),
        found.result.executions,
        files=delivery.files,
        coverage=delivery.coverage,
    )


def _summed_up(job: FileJob, found: FoundTests, delivery: Delivery) -> Summary:
    """Report what was found and delivered, and keep it for later runs."""
    record = OutcomeRecord(job.file, job.emit)
    missed = missed_goals(found, delivery)
    summary = summarise(found, delivery, missed, record, time.monotonic() - job.begun)
    subject = found.suite.subject
    probes = resolve_all(job.targets, subject).probes
    left_out = goals_of(subject, probes - missed_of(probes, job, subject))
    summary = replace(summary, left_out=len(left_out))
    own = job.missed()
    if uncounted := own.uncounted if isinstance(own, MissedCode) else own:
        summary = replace(summary, uncounted=uncounted.seconds)
    if not job.cancelled() and (delivery.kept or not job.enough()):
        goals = found.result.archive.goals
        record.keep(job.request.state, {goal.id for goal in goals}, _looked_through(job, found, probes))
        for event in unit_suites(found.earlier, goals, found.suite, delivery, missed):
            job.emit(event)
    return summary


def _delivered(
    job: FileJob, found: FoundTests, emitter_of: Callable[[FoundTests], TestEmitter]
) -> tuple[FoundTests, Delivery]:
    """Have the tests verified, unless they are, and written.

    If that is cut short before any test is kept, or Testloom fails, those of the early verification are
    written.
    """
    if job.cancelled():
        return found, Delivery()
    until = found.deadlines.proof_ends() + LOADS * found.import_seconds
    if found.verified is None:

        def stopped() -> bool:
            return job.cancelled() or job.is_cut_short(found.early)

        delivery = Delivery(losses=Losses(Counter([OWN_BUG])))
        with Contained(job.defect):
            delivery = emitter_of(found).deliver(found.suite.tests, until, stopped, job.enough)
        known = found.early.latest if found.early is not None else None
        has_failed = OWN_BUG in delivery.losses.counts
        if delivery.kept or known is None or not (job.enough() or has_failed):
            return found, delivery
        note_unproven(known, found.result.archive, OWN_BUG if has_failed else UNPROVEN)
        found = replace(found, suite=known.suite, verified=known)
    assert found.verified is not None
    return found, emitter_of(found).deliver_verified(found.verified, until, job.cancelled)


def _about_targets(job: FileJob, found: FoundTests) -> FoundTests:
    """Leave out the findings of callables that other calls need but nobody asked about."""
    is_asked = asked_for(job, found.suite.subject)
    faults = tuple(fault for fault in found.suite.findings if is_asked(fault.test.callable))
    findings = tuple(finding for finding in found.findings if is_asked(finding.target))
    return replace(found, suite=replace(found.suite, findings=faults), findings=findings)


def _looked_through(job: FileJob, found: FoundTests, probes: Iterable[int]) -> list[str]:
    """The ids of the callables searched; none if targets are lines, or if goals of theirs were left out."""
    subject, goals = found.suite.subject, {goal.id for goal in found.result.archive.goals}
    is_whole = all(target.line is None for target in job.targets)
    if not is_whole or any(goal.id not in goals for goal in goals_of(subject, probes)):
        return []
    return [target.id for target in found.result.knowledge.targets.wanted]


def _check_presence(file: Path) -> None:
    """Check that a file still exists, so that its absence is not taken for tests that all failed.

    Raises:
        SubjectError: if it was moved or deleted.
    """
    if not file.is_file():
        what = f"{file} was moved or deleted during generation."
        raise SubjectError("missing-file", what, "Generate tests for its new location.")
