"""The tests for one file before anything is written: load, search, minimise, assert."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from testloom.execution import Agent
from testloom.generation.annotation_findings import broken_annotations
from testloom.generation.beside import begin_beside
from testloom.generation.contradictions import contradictions_of
from testloom.generation.deadlines import Deadlines, left_until, seconds_following
from testloom.generation.delivering.delivery import style_at
from testloom.generation.delivering.drafting import Drafting
from testloom.generation.documented import Claim, documented_calls
from testloom.generation.earlier.expected import with_expected
from testloom.generation.earlier.recalling import seeds_beside
from testloom.generation.earlier.standing import measured
from testloom.generation.file_job import FileJob, Found
from testloom.generation.loading import load, loaded_subject
from testloom.generation.making import make_suite, mutation_seconds, with_properties
from testloom.generation.proving.early import EarlyVerification, VerifiedSuite
from testloom.generation.proving.first import FirstTests
from testloom.generation.proving.trial import Check, environment_for
from testloom.generation.reporting.withheld import tell_withheld
from testloom.generation.scope import search_scope
from testloom.generation.suite_run import running_suite
from testloom.generation.suites.ahead import Ahead, Remembering
from testloom.generation.suites.crashes import crashes_of
from testloom.generation.suites.known import KnownTest
from testloom.generation.suites.losses import Losses
from testloom.generation.suites.mutation import MutationAnalysis
from testloom.generation.suites.sparing import SpareProcessor
from testloom.generation.suites.suite import Suite
from testloom.measurement import TestEnvironment
from testloom.model.errors import EnoughError
from testloom.model.events.jobs import EventSink, Finding, SlowImport
from testloom.model.execution import VaryingExecutor
from testloom.model.subject import Subject
from testloom.platform.processes import processors, spare_seconds
from testloom.repository import ignored_files
from testloom.search import Archive, SearchResult
from testloom.writer import ProjectStyle

LEAST_FOR_CLAIMS = 1.0
"""The least seconds for comparing documentation with the code."""
SLOW_IMPORT = 5.0
UNPROVEN = "found too late to be verified"


def find_tests(
    job: FileJob,
    emit: EventSink,
    cancelled: Callable[[], bool],
    check: Check | None = None,
    environment: TestEnvironment | None = None,
    place: Path | None = None,
) -> Found:
    """Search, minimise and assert, without writing anything.

    Beside the search, in the environment, the project's own tests are run, and the `check` goes on, whose
    failure ends it. Once it has passed, tests are proven that belong into the file `place`, so that a search
    which ends early has some.

    Raises:
        ProjectError: if the check fails.
        SubjectError: if the module cannot be loaded.
        UsageError: if a target names something that the module does not have.
    """
    environment = environment or environment_for(job.request, job.file)
    if check is not None and processors() == 1:
        check.seconds()  # now: other work at the same time would slow it down
    with (
        running_suite(job.request, environment, job.emitted, job.suite_seconds, cancelled) as suite_run,
        load(job.request, job.file) as agent,
    ):
        request = replace(job.request, preparation=agent.preparation)
        if agent.import_seconds > SLOW_IMPORT:
            emit(SlowImport(str(job.file), round(agent.import_seconds, 1)))
        subject = with_expected(loaded_subject(agent), job.file, request.state)
        drafting = Drafting(request, job.file, subject, agent, emit, job.emitted, plugins=environment.plugins)
        documented = documented_calls(subject, job.file, ignored_files(job.request.root))
        seeds = seeds_beside(suite_run, job.request, job.file)
        if request.settings.has("seeds"):
            seeds = replace(seeds, tests=[*seeds.tests, *documented.cases])
        deadlines = _deadlines(job, agent, check)

        def is_over() -> bool:
            return cancelled() or job.enough() or (check is not None and check.has_failed())

        memory = Remembering(agent)
        begins, first_begins = begin_beside(job, deadlines)
        early = _early_verification(job, environment, check, place, subject, deadlines, agent.import_seconds)
        hold, told = (early.hold, early.reporting(emit)) if early is not None else (None, emit)
        with MutationAnalysis(request, job.file, None, is_over) as analysis:
            with (
                Ahead(
                    lambda stopped: load(request, job.file, stopped=stopped),
                    subject,
                    memory,
                    begins,
                    hold,
                    SpareProcessor(spare_seconds).is_free,
                    analysis.prepare,
                ) as ahead,
                FirstTests(early, memory, first_begins, lambda: not ahead.has_begun) as first,
            ):
                looks = (drafting.look, ahead.look, first.look)
                result = search_scope(job, subject, agent, looks, seeds, deadlines, told, is_over)
                first.conclude(result.archive, is_over)
            suite_run.end()
            pytest_seconds = check.seconds() if check is not None else 0.0
            deadlines = deadlines.after_search(pytest_seconds, hurried=job.enough())
            if not job.enough():
                drafting.conclude(result.archive)
            tell_withheld(agent, result.archive.best.values(), emit)
            earlier = measured(request.earlier, result.archive.goals, agent.execute)
            job = replace(job, request=replace(request, earlier=earlier))
            known = [KnownTest(test) for entry in earlier if entry.grows for test in entry.tests]
            agent.stopped = partial(job.is_cut_short, early)
            analysis.seconds, analysis.known = mutation_seconds(deadlines), known
            try:
                _end_if(agent.stopped())
                suite = _made(
                    job,
                    environment,
                    place,
                    subject,
                    memory,
                    result,
                    analysis,
                    deadlines,
                    told,
                    cancelled,
                    is_over,
                )
                verified = None
            except EnoughError:
                suite, verified = _verified_so_far(early, subject, result.archive)
        findings = (
            *_shown_by_running(documented.claims, result.archive, subject, agent, deadlines, is_over),
            *broken_annotations(suite.tests, suite.subject, job.file),
        )
    found = Found(
        result, suite, analysis, earlier, agent.import_seconds, findings, deadlines, verified, early
    )
    drafting.show(suite.tests, found.kills)
    return found


def _deadlines(job: FileJob, agent: Agent, check: Check | None) -> Deadlines:
    """The deadline of each step, now that an agent has loaded the file.

    The time by which its import is slower than a test run that does nothing is not part of the budget.
    """
    pytest_seconds = check.seconds_so_far() if check is not None else 0.0
    importing = max(0.0, agent.import_seconds - pytest_seconds)
    is_alone = processors() == 1
    following = seconds_following(pytest_seconds, agent.load_seconds, importing, alone=is_alone)
    return replace(job.deadlines(importing, following), pytest_seconds=pytest_seconds)


def _early_verification(
    job: FileJob,
    environment: TestEnvironment,
    check: Check | None,
    place: Path | None,
    subject: Subject,
    deadlines: Deadlines,
    import_seconds: float,
) -> EarlyVerification | None:
    """The early verification; None without a file to check, or where earlier suites decide what is kept."""
    if check is None or place is None or job.request.earlier:
        return None
    style = partial(_style, job, environment, place)
    keep = job.request.settings.findings
    return EarlyVerification(
        environment, check, place, subject, style, deadlines.searched, import_seconds, keep
    )


def _style(job: FileJob, environment: TestEnvironment, place: Path) -> ProjectStyle:
    return style_at(place, job.file, environment.plugins or frozenset())


def _shown_by_running(
    claims: Sequence[Claim],
    archive: Archive,
    subject: Subject,
    agent: Agent,
    deadlines: Deadlines,
    is_over: Callable[[], bool],
) -> Sequence[Finding]:
    """Crashes of the interpreter, and contradictions of documentation, both of which take further runs.

    No findings if the job is cut short: its agent has ended, and what is verified is about to be written.
    """
    until = max(deadlines.asserted, time.monotonic() + LEAST_FOR_CLAIMS)
    try:
        crashes = list(crashes_of(archive, subject, agent, is_over))
        late = contradictions_of(claims, subject, agent, lambda: is_over() or not left_until(until))
        return [*crashes, *late]
    except EnoughError:
        return []


def _end_if(is_enough: bool) -> None:
    """Raise EnoughError if the job is to end here."""
    if is_enough:
        raise EnoughError


def _made(
    job: FileJob,
    environment: TestEnvironment,
    place: Path | None,
    subject: Subject,
    executor: VaryingExecutor,
    result: SearchResult,
    analysis: MutationAnalysis,
    deadlines: Deadlines,
    emit: EventSink,
    cancelled: Callable[[], bool],
    is_over: Callable[[], bool],
) -> Suite:
    """The tests of what a search has found, and properties where the project can state them."""
    environment.prepare()
    suite = make_suite(job, subject, executor, result, analysis, deadlines, emit, cancelled)
    if place is None or not _style(job, environment, place).properties:
        return suite
    return with_properties(suite, job, executor, result, analysis, deadlines, is_over)


def _verified_so_far(
    early: EarlyVerification | None, subject: Subject, archive: Archive
) -> tuple[Suite, VerifiedSuite | None]:
    """The suite proven during a search that was ended early, and its proof; an empty suite without one."""
    if early is None or early.latest is None:
        return Suite(subject, (), Losses()), None
    note_unproven(early.latest, archive)
    return early.latest.suite, early.latest


def note_unproven(verified: VerifiedSuite, archive: Archive) -> None:
    """Note that the goals which were reached too late are lost for that reason."""
    verified.suite.losses.note(UNPROVEN, verified.lacking(goal.id for goal in archive.best))
