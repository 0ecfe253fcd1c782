"""The walk of one file: load, search, minimise, assert, write, verify."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path

from testloom.execution import Agent
from testloom.generation.annotation_findings import broken_annotations
from testloom.generation.contradictions import contradictions_of
from testloom.generation.deadlines import SEARCHED, Deadlines, left_until
from testloom.generation.delivering.delivery import Delivery, TestEmitter, check_existing, destination
from testloom.generation.delivering.drafting import Drafting
from testloom.generation.documented import documented_calls
from testloom.generation.earlier.expected import with_expected
from testloom.generation.earlier.recalling import seeds_beside
from testloom.generation.earlier.revalidation import revalidated
from testloom.generation.earlier.standing import measured
from testloom.generation.earlier.suite_update import SuiteUpdate
from testloom.generation.file_job import FileJob, Found
from testloom.generation.loading import load, loaded_subject
from testloom.generation.proving.trial import laboratory_for, workshop
from testloom.generation.reporting.outcome import OutcomeRecord
from testloom.generation.reporting.searching import SEARCH_WEIGHT, search_report
from testloom.generation.reporting.units import unit_suites
from testloom.generation.suite_run import running_suite
from testloom.generation.suites.crashes import crashes_of
from testloom.generation.suites.known import KnownTest
from testloom.generation.suites.mutation import Effort, MutationAnalysis
from testloom.generation.suites.pacing import affordable
from testloom.generation.suites.strengthening import Analyst
from testloom.generation.suites.suite import Suite, build_suite, kept_of, minimised
from testloom.generation.summarising import missed_goals, summarise
from testloom.measurement import Laboratory
from testloom.model.errors import SubjectError
from testloom.model.events.jobs import (
    EventSink,
    Progress,
    SlowImport,
    Summary,
    Withheld,
)
from testloom.model.subject import Subject
from testloom.repository import ignored_files
from testloom.search import (
    Budget,
    Chromosome,
    Goal,
    SearchResult,
    Seeds,
    construction_goals,
    failing_goals,
    goals_of,
    search,
)
from testloom.subject import resolve

MUTATION_SHARE = 0.6
"""Of the time between minimisation and the proof: what running tests with mutants may take at a time."""
STRENGTHENING_SHARE = 0.15
LEAST_FOR_CLAIMS = 1.0
"""So many seconds what documentation says is compared with the code in any case."""
LOADS = 4
"""How often a module is imported again, one time after another, until its tests are verified."""
SLOW_IMPORT = 5.0


def generate_for_file(job: FileJob, emit: EventSink, cancelled: Callable[[], bool]) -> Summary:
    """Generate, verify and write tests for the targets in one file.

    Raises:
        SubjectError: if the module cannot be loaded, or was moved or deleted meanwhile.
        UsageError: if a target names something that the module does not have.
        OutputError: if the tests cannot be written where they belong.
        ProjectError: if pytest does not run there.
    """
    started = time.monotonic()
    emit(Progress("load", 0.0))
    place = destination(job.request, job.file)
    check_existing(job.request, place)
    job = replace(job, request=revalidated(job.request, job.file, place))
    with workshop(job.request, job.file, place, cancelled) as (laboratory, check):
        found = find_tests(job, emit, cancelled, check, laboratory)
        _check_presence(job.file)
        request = replace(job.request, earlier=found.earlier)
        emitter = TestEmitter(request, laboratory, found.suite.subject, place, emit, job.emitted, found.kills)
        until = found.deadlines.proof_ends() + LOADS * found.load_seconds
        delivery = Delivery() if cancelled() else emitter.deliver(found.suite.tests, until, cancelled)
    if not delivery.kept:
        _check_presence(job.file)
    record = OutcomeRecord(job.file, emit)
    missed = missed_goals(found, delivery)
    summary = summarise(found, delivery, missed, record, time.monotonic() - started)
    if not cancelled():
        goals = found.result.archive.goals
        record.keep(job.request.state, {goal.id for goal in goals}, _looked_through(job, found.result))
        for event in unit_suites(found.earlier, goals, found.suite, delivery, missed):
            emit(event)
    return summary


def _looked_through(job: FileJob, result: SearchResult) -> list[str]:
    """The callables that the search was about; one for a single line says nothing of what else they do."""
    is_whole = all(target.line is None for target in job.targets)
    return [target.id for target in result.factory.targets] if is_whole else []


def _check_presence(file: Path) -> None:
    """Tell a file that has gone from one that no test passes for.

    Raises:
        SubjectError: if it was moved or deleted.
    """
    if not file.is_file():
        what = f"{file} was moved or deleted during generation."
        raise SubjectError("missing-file", what, "Generate tests for its new location.")


def find_tests(
    job: FileJob,
    emit: EventSink,
    cancelled: Callable[[], bool],
    check: Callable[[], float] = lambda: 0.0,
    laboratory: Laboratory | None = None,
) -> Found:
    """Search, minimise and assert, without writing or verifying anything.

    `check` is called before; it returns how long pytest takes for a test that does nothing.

    Beside it, in the laboratory, the project's own tests are run.

    Raises:
        SubjectError: if the module cannot be loaded.
        UsageError: if a target names something that the module does not have.
    """
    laboratory = laboratory or laboratory_for(job.request, job.file)
    with (
        running_suite(job.request, laboratory, job.emitted, job.suite_seconds, cancelled) as suite_run,
        load(job.request, job.file) as agent,
    ):
        request = replace(job.request, preparation=agent.preparation)
        if agent.load_seconds > SLOW_IMPORT:
            emit(SlowImport(str(job.file), round(agent.load_seconds, 1)))
        pytest_seconds = check()
        subject = with_expected(loaded_subject(agent), job.file, request.state)
        drafting = Drafting(request, job.file, subject, agent, emit, job.emitted)
        documented = documented_calls(subject, job.file, ignored_files(job.request.root))
        seeds = seeds_beside(suite_run, job.request, job.file)
        if request.settings.has("seeds"):
            seeds = replace(seeds, tests=[*seeds.tests, *documented.cases])
        deadlines = job.deadlines(time.monotonic(), pytest_seconds)
        result = _search(job, subject, agent, drafting, seeds, deadlines, emit, cancelled)
        suite_run.end()
        drafting.conclude(result.archive)
        tell_withheld(agent, result.archive.best.values(), emit)
        earlier = measured(request.earlier, result.archive.goals, agent.execute)
        job = replace(job, request=replace(request, earlier=earlier))
        known = [KnownTest(test) for entry in earlier if entry.grows for test in entry.tests]
        with MutationAnalysis(
            request, job.file, mutation_seconds(deadlines), cancelled, known=known
        ) as analysis:
            suite = make_suite(job, subject, agent, result, analysis, deadlines, emit, cancelled)
        crashes = crashes_of(result.archive, subject, agent, cancelled)
        until = max(deadlines.asserted, time.monotonic() + LEAST_FOR_CLAIMS)
        contradictions = contradictions_of(
            documented.claims, subject, agent, lambda: cancelled() or time.monotonic() > until
        )
        findings = (*crashes, *contradictions, *broken_annotations(suite.tests, suite.subject, job.file))
    found = Found(result, suite, analysis, earlier, agent.load_seconds, findings, deadlines)
    drafting.show(suite.tests, found.kills)
    return found


def tell_withheld(agent: Agent, tests: Iterable[Chromosome], emit: EventSink) -> None:
    """Tell which private files the subject read: while it was imported, and in tests."""
    touched = (touch for test in tests for touch in test.result.touched)
    read = [touch[1] for touch in touched if touch[0] == "withheld"]
    if files := dict.fromkeys([*agent.description.get("withheld", ()), *read]):
        emit(Withheld(tuple(files)))


def _search(
    job: FileJob,
    subject: Subject,
    agent: Agent,
    drafting: Drafting,
    seeds: Seeds,
    deadlines: Deadlines,
    emit: EventSink,
    cancelled: Callable[[], bool],
) -> SearchResult:
    """The search of the scope that the targets mean."""
    scopes = [resolve(target, subject) for target in job.targets]
    targets = sorted(frozenset[str]().union(*(scope.callables for scope in scopes)))
    probes = frozenset[int]().union(*(scope.probes for scope in scopes))
    goals = [*goals_of(subject, probes), *_shared(job, subject, probes)]
    goals += failing_goals(subject, [failure for scope in scopes for failure in scope.failures])
    if all(target.line is None for target in job.targets):
        goals += construction_goals(subject, targets)
    budget = Budget(left_until(deadlines.searched), job.request.settings.executions, cancelled)
    report = replace(search_report(goals, budget, emit), pause=drafting.look)
    return search(subject, goals, targets, agent, job.request.settings, budget, report, seeds)


def _shared(job: FileJob, subject: Subject, probes: Collection[int]) -> list[Goal]:
    """The goals beyond these probes that tests of earlier runs cover, too."""
    wanted = {goal for entry in job.request.earlier for goal in entry.shared}
    others = [probe.index for probe in subject.probes if probe.index not in probes]
    return [goal for goal in goals_of(subject, others) if goal.id in wanted] if wanted else []


def make_suite(
    job: FileJob,
    subject: Subject,
    agent: Agent,
    result: SearchResult,
    analysis: MutationAnalysis,
    deadlines: Deadlines,
    emit: EventSink,
    cancelled: Callable[[], bool],
) -> Suite:
    """From what a search has found to tests with assertions."""
    archive = result.archive
    emit(Progress("assert", SEARCH_WEIGHT, len(archive.goals), len(archive.best)))
    by_time = job.request.settings.executions is None

    def is_over() -> bool:
        return cancelled() or not left_until(deadlines.minimised)

    findings = job.request.settings.findings
    update = SuiteUpdate(job.request.earlier)
    small = minimised(update.open(kept_of(archive)), subject, agent, is_over)
    kept = update.promising(small, subject)
    wanted = update.wanted(archive.goals, kept)
    effort = _effort_to_strengthen(job, result, deadlines, len(wanted) / max(1, len(archive.goals)))
    analyst = Analyst(analysis, subject, wanted, result.factory, agent, effort)
    paid = affordable(kept, agent, job.seconds) if by_time else kept
    suite = build_suite(paid, subject, agent, analyst.analysed, findings)
    if len(paid) < len(kept):
        for _, goals in (entry for entry in kept if entry not in paid):
            suite.losses.note("no time left to observe it", (goal.id for goal in goals))
    emit(Progress("verify", 0.85, len(archive.goals), len(archive.best)))
    return suite


def mutation_seconds(deadlines: Deadlines) -> float | None:
    """How long tests may run with mutants at a time; None: as long as it takes."""
    if math.isinf(deadlines.asserted):
        return None
    return MUTATION_SHARE * (deadlines.asserted - deadlines.minimised)


def _effort_to_strengthen(job: FileJob, result: SearchResult, deadlines: Deadlines, part: float) -> Effort:
    """How long to look for tests that notice more; not at all for those who want a line covered.

    `part` is that of the goals which tests are made for: where suites grow, few of them.
    """
    if any(target.line is not None for target in job.targets):
        return Effort(seconds=0.0)
    if (executions := job.request.settings.executions) is not None:
        unused = max(0, executions - result.executions)
        return Effort(executions=round(part * (STRENGTHENING_SHARE * executions + job.unused * unused)))
    unused_seconds = max(0.0, SEARCHED * job.seconds - result.seconds)
    wanted_seconds = 1.0 + part * (STRENGTHENING_SHARE * job.seconds + job.unused * unused_seconds)
    return Effort(seconds=wanted_seconds, until=deadlines.asserted)
