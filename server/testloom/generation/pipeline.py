"""The walk of one file: load, search, minimise, assert, write, verify."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from testloom.execution import Agent
from testloom.generation.annotation_findings import broken_annotations
from testloom.generation.contradictions import contradictions_of
from testloom.generation.deadlines import LOADS, PROVING_RUNS_ALONE, Deadlines, left_until, seconds_following
from testloom.generation.delivering.delivery import (
    Delivery,
    TestEmitter,
    check_existing,
    destination,
    style_at,
)
from testloom.generation.delivering.drafting import Drafting
from testloom.generation.documented import Claim, documented_calls
from testloom.generation.earlier.expected import with_expected
from testloom.generation.earlier.missing import Missed, missed_by_tests
from testloom.generation.earlier.recalling import seeds_beside
from testloom.generation.earlier.revalidation import revalidated
from testloom.generation.earlier.standing import measured
from testloom.generation.file_job import FileJob, Found
from testloom.generation.loading import load, loaded_subject
from testloom.generation.making import make_suite, mutation_seconds, with_properties
from testloom.generation.proving.early import EarlyVerification, VerifiedSuite
from testloom.generation.proving.first import FirstTests
from testloom.generation.proving.trial import Check, environment_for, workshop
from testloom.generation.reporting.outcome import OutcomeRecord
from testloom.generation.reporting.searching import search_report
from testloom.generation.reporting.units import unit_suites
from testloom.generation.suite_run import running_suite
from testloom.generation.suites.ahead import Ahead, Remembering
from testloom.generation.suites.crashes import crashes_of
from testloom.generation.suites.known import KnownTest
from testloom.generation.suites.losses import Losses
from testloom.generation.suites.mutation import MutationAnalysis
from testloom.generation.suites.sparing import SpareProcessor
from testloom.generation.suites.suite import Suite
from testloom.generation.summarising import missed_goals, summarise
from testloom.measurement import TestEnvironment
from testloom.model.errors import EnoughError, SubjectError
from testloom.model.events.jobs import (
    EventSink,
    Finding,
    Progress,
    SlowImport,
    Summary,
    Withheld,
)
from testloom.model.execution import VaryingExecutor
from testloom.model.subject import Subject
from testloom.platform.processes import processors, spare_seconds
from testloom.repository import ignored_files
from testloom.search import (
    Archive,
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
from testloom.writer import ProjectStyle

SEARCHED_ALONE = 0.25
"""The share of the search before any of the following steps begins: early results are soon replaced."""
MOST_ALONE = 3.0
"""The same in seconds, at most."""
SECONDS_TO_FIRST = 1.0
"""Seconds until a few tests are verified: of the search, or of the wait for a processor beside it."""
MOST_FOR_FIRST = 0.15
"""The most of a search on a single processor that the verification of the first few tests may cost."""
LEAST_FOR_CLAIMS = 1.0
"""The least seconds for comparing documentation with the code."""
SLOW_IMPORT = 5.0
UNPROVEN = "found too late to be verified"


def generate_for_file(job: FileJob, emit: EventSink, cancelled: Callable[[], bool]) -> Summary:
    """Generate, verify and write tests for the targets in one file.

    Raises:
        SubjectError: if the module cannot be loaded, or was moved or deleted meanwhile.
        UsageError: if a target names something that the module does not have.
        OutputError: if the tests cannot be written where they belong.
        ProjectError: if pytest does not run there.
    """
    emit(Progress("load", 0.0))
    place = destination(job.request, job.file)
    check_existing(job.request, place)
    job = replace(job, request=revalidated(job.request, job.file, place))

    def is_over() -> bool:
        return cancelled() or job.enough()

    with (
        workshop(job.request, job.file, place, cancelled, job.plugins) as (environment, check),
        missed_by_tests(job.request, environment, job.seconds, check.seconds, is_over) as ask,
    ):
        job = replace(job, missed=ask)
        found = find_tests(job, emit, cancelled, check, environment, place)
        _check_presence(job.file)
        request = replace(job.request, earlier=found.earlier)
        paced = environment.paced(found.deadlines.pytest_seconds)

        def emitter_of(found: Found) -> TestEmitter:
            return TestEmitter(request, paced, found.suite.subject, place, emit, job.emitted, found.kills)

        found, delivery = _delivered(job, found, emitter_of, cancelled)
    if not delivery.kept:
        _check_presence(job.file)
    record = OutcomeRecord(job.file, emit)
    missed = missed_goals(found, delivery)
    summary = summarise(found, delivery, missed, record, time.monotonic() - job.begun)
    whole, wanted = _probes(job, found.suite.subject)
    summary = replace(summary, left_out=len(goals_of(found.suite.subject, whole - wanted)))
    own = ask()
    if uncounted := own.uncounted if isinstance(own, Missed) else own:
        summary = replace(summary, uncounted=uncounted.seconds)
    if not cancelled() and (delivery.kept or not job.enough()):
        goals = found.result.archive.goals
        record.keep(job.request.state, {goal.id for goal in goals}, _looked_through(job, found))
        for event in unit_suites(found.earlier, goals, found.suite, delivery, missed):
            emit(event)
    return summary


def _delivered(
    job: FileJob,
    found: Found,
    emitter_of: Callable[[Found], TestEmitter],
    cancelled: Callable[[], bool],
) -> tuple[Found, Delivery]:
    """Have the tests written, and verified before unless they are; if that is cut short, those that are."""
    if cancelled():
        return found, Delivery()
    until = found.deadlines.proof_ends() + LOADS * found.import_seconds
    if found.verified is None:

        def stopped() -> bool:
            return cancelled() or job.is_cut_short(found.early)

        delivery = emitter_of(found).deliver(found.suite.tests, until, stopped, job.enough)
        known = found.early.latest if found.early is not None else None
        if delivery.kept or known is None or not job.enough():
            return found, delivery
        _note_unproven(known, found.result.archive)
        found = replace(found, suite=known.suite, verified=known)
    assert found.verified is not None
    return found, emitter_of(found).deliver_verified(found.verified, until, cancelled)


def _looked_through(job: FileJob, found: Found) -> list[str]:
    """The callables that the search was about; one for single lines says nothing of what else they do."""
    subject, goals = found.suite.subject, {goal.id for goal in found.result.archive.goals}
    probes = frozenset[int]().union(*(resolve(target, subject).probes for target in job.targets))
    is_whole = all(target.line is None for target in job.targets)
    if not is_whole or any(goal.id not in goals for goal in goals_of(subject, probes)):
        return []
    return [target.id for target in found.result.knowledge.targets]


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
        check.seconds()  # beside other work, it would take as long as that
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
        begins, first_begins = _begin_ahead(job, deadlines)
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
                result = _search(job, subject, agent, looks, seeds, deadlines, told, is_over)
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


def _early_verification(
    job: FileJob,
    environment: TestEnvironment,
    check: Check | None,
    place: Path | None,
    subject: Subject,
    deadlines: Deadlines,
    import_seconds: float,
) -> EarlyVerification | None:
    """What proves tests beside the search; not where suites of earlier runs decide which are welcome."""
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
    """What ends the interpreter, and what documentation says of calls that do something else.

    A job that is cut short has no agent any more: what is verified is written, and these are not looked for.
    """
    until = max(deadlines.asserted, time.monotonic() + LEAST_FOR_CLAIMS)
    try:
        crashes = list(crashes_of(archive, subject, agent, is_over))
        late = contradictions_of(claims, subject, agent, lambda: is_over() or not left_until(until))
        return [*crashes, *late]
    except EnoughError:
        return []


def _end_if(is_enough: bool) -> None:
    """Raise EnoughError if nobody wants what follows."""
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
    """What was proven beside a search that was ended early; an empty suite if nothing was."""
    if early is None or early.latest is None:
        return Suite(subject, (), Losses()), None
    _note_unproven(early.latest, archive)
    return early.latest.suite, early.latest


def _note_unproven(verified: VerifiedSuite, archive: Archive) -> None:
    """Let the goals that were reached too late be lost for that reason."""
    verified.suite.losses.note(UNPROVEN, verified.lacking(goal.id for goal in archive.best))


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
    looks: Sequence[Callable[[Archive], None]],
    seeds: Seeds,
    deadlines: Deadlines,
    emit: EventSink,
    cancelled: Callable[[], bool],
) -> SearchResult:
    """The search of the scope that the targets mean."""
    scopes = [resolve(target, subject) for target in job.targets]
    targets = sorted(frozenset[str]().union(*(scope.callables for scope in scopes)))
    whole, probes = _probes(job, subject)
    goals = [*goals_of(subject, probes), *_shared(job, subject, probes)]
    goals += failing_goals(subject, [failure for scope in scopes for failure in scope.failures])
    if probes == whole and all(target.line is None for target in job.targets):
        goals += construction_goals(subject, targets)
    budget = Budget(left_until(deadlines.searched), job.request.settings.executions, cancelled)

    def pause(archive: Archive) -> None:
        for look in looks:
            look(archive)

    report = replace(search_report(goals, budget, emit), pause=pause)
    return search(subject, goals, targets, agent, job.request.settings, budget, report, seeds)


def _probes(job: FileJob, subject: Subject) -> tuple[frozenset[int], frozenset[int]]:
    """All probes of the targets, and those of them that no test of the project is known to reach."""
    whole = frozenset[int]().union(*(resolve(target, subject).probes for target in job.targets))
    missed = job.missed()
    return whole, missed.probes(whole, subject) if isinstance(missed, Missed) else whole


def _deadlines(job: FileJob, agent: Agent, check: Check | None) -> Deadlines:
    """When each part has to end now that an agent has loaded the file.

    What its import takes beyond a process that does nothing is none of the budget.
    """
    pytest_seconds = check.seconds_so_far() if check is not None else 0.0
    importing = max(0.0, agent.import_seconds - pytest_seconds)
    is_alone = processors() == 1
    following = seconds_following(pytest_seconds, agent.load_seconds, importing, alone=is_alone)
    return replace(job.deadlines(importing, following), pytest_seconds=pytest_seconds)


def _begin_ahead(job: FileJob, deadlines: Deadlines) -> tuple[float, float]:
    """When to begin with what follows the search beside it, and when to verify a few tests if nobody has.

    Never where that has no processor or no clock; on a single one, tests are verified that cost the search
    little of its time.
    """
    if job.request.settings.executions is not None:
        return math.inf, math.inf
    now, searching = time.monotonic(), left_until(deadlines.searched)
    alone = min(MOST_ALONE, SEARCHED_ALONE * searching)
    if processors() == 1:
        is_cheap = PROVING_RUNS_ALONE * deadlines.pytest_seconds <= MOST_FOR_FIRST * searching
        return math.inf, now + min(SECONDS_TO_FIRST, alone) if is_cheap else math.inf
    return now + alone, now + alone + SECONDS_TO_FIRST


def _shared(job: FileJob, subject: Subject, probes: Collection[int]) -> list[Goal]:
    """The goals beyond these probes that tests of earlier runs cover, too."""
    wanted = {goal for entry in job.request.earlier for goal in entry.shared}
    others = [probe.index for probe in subject.probes if probe.index not in probes]
    return [goal for goal in goals_of(subject, others) if goal.id in wanted] if wanted else []
