"""The tests for one file before anything is written: load, search, minimise, assert."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from testloom.execution import Agent
from testloom.generation.beside import begin_beside
from testloom.generation.delivering.delivery import style_at
from testloom.generation.delivering.drafting import Drafting
from testloom.generation.documented import DocumentedCalls, documented_calls
from testloom.generation.earlier.expected import with_expected
from testloom.generation.earlier.recalling import seeds_beside
from testloom.generation.earlier.standing import measured
from testloom.generation.file_job import FileJob, FoundTests
from testloom.generation.findings.annotations import broken_annotations
from testloom.generation.findings.contradictions import contradictions_of
from testloom.generation.findings.crashes import crashes_of
from testloom.generation.loading import load, loaded_subject
from testloom.generation.making import make_suite, mutation_seconds, with_properties
from testloom.generation.mutants.analysis import MutationAnalysis
from testloom.generation.mutants.known import KnownTest
from testloom.generation.proving.early import EarlyVerification, VerifiedSuite
from testloom.generation.proving.first import FirstTests
from testloom.generation.proving.trial import Workshop, environment_for
from testloom.generation.reporting.withheld import tell_withheld
from testloom.generation.scope import asked_for, search_scope
from testloom.generation.suite_run import running_suite
from testloom.generation.suites.ahead import Ahead
from testloom.generation.suites.caching import CachingExecutor
from testloom.generation.suites.losses import OWN_BUG, Losses
from testloom.generation.suites.sparing import SpareProcessor
from testloom.generation.suites.suite import Suite
from testloom.generation.timing.deadlines import Deadlines, left_until, seconds_following
from testloom.model.containment import Contained
from testloom.model.errors import EnoughError
from testloom.model.events.jobs import Finding, SlowImport
from testloom.model.subject import Subject
from testloom.platform.processes import processors, spare_seconds
from testloom.repository import ignored_files
from testloom.search import Archive, SearchResult, Seeds, subject_of
from testloom.writer import ProjectStyle

LEAST_FOR_CLAIMS = 1.0
"""The least seconds for comparing documentation with the code."""
SLOW_IMPORT = 5.0
UNPROVEN = "found too late to be verified"


def find_tests(job: FileJob, shop: Workshop | None = None) -> FoundTests:
    """Search, minimise and assert, without writing anything.

    During the search, the project's own tests are run, and the check of the workshop goes on, whose failure
    ends it. Once it has passed, tests are proven that belong into its file, so that a search which ends early
    has some. Without a workshop, nothing is checked or proven.

    Raises:
        ProjectError: if the check fails.
        SubjectError: if the module cannot be loaded.
        UsageError: if a target names something that the module does not have.
    """
    environment = environment_for(job.request, job.file) if shop is None else shop.environment
    if shop is not None and processors() == 1:
        shop.check.seconds()  # now: other work at the same time would slow it down
    with (
        running_suite(job.request, environment, job.emitted, job.suite_seconds, job.cancelled) as suite_run,
        load(job.request, job.file) as agent,
    ):
        if agent.import_seconds > SLOW_IMPORT:
            job.emit(SlowImport(str(job.file), round(agent.import_seconds, 1)))
        seeds = Seeds()
        with Contained(job.defect):
            seeds = seeds_beside(suite_run, job.request, job.file)  # before the budget is shared out
        run = FileRun.of(job, agent, shop)
        mutants = MutationAnalysis(run.job.request, job.file, None, run.is_over, defect=job.defect)
        with mutants as analysis:
            result = run.search(seeds, analysis)
            suite_run.end()
            run.conclude_search(result.archive)
            is_asked = asked_for(job, run.subject)
            result.archive.keep_findings_of(lambda case: is_asked(subject_of(case, run.subject)))
            suite, verified = run.make(result, analysis)
        findings = (
            *run.shown_by_running(result.archive),
            *run.contradicting_annotations(suite),
        )
    found = FoundTests(
        result,
        suite,
        analysis,
        run.job.request.earlier,
        agent.import_seconds,
        findings,
        run.deadlines,
        verified,
        run.early,
    )
    run.drafting.show(suite.tests, found.kills)
    return found


@dataclass(slots=True)
class FileRun:
    """The work on a file that an agent has loaded, and what its steps share.

    The deadlines, and the earlier suites in the request of the job, are renewed when the search is over.
    """

    job: FileJob
    agent: Agent
    subject: Subject
    documented: DocumentedCalls
    shop: Workshop | None
    deadlines: Deadlines
    memory: CachingExecutor
    drafting: Drafting
    early: EarlyVerification | None = None

    @classmethod
    def of(cls, job: FileJob, agent: Agent, shop: Workshop | None) -> FileRun:
        """Prepare the work, now that the agent has loaded the file."""
        job = replace(job, request=replace(job.request, preparation=agent.preparation))
        subject, documented = loaded_subject(agent), DocumentedCalls()
        with Contained(job.defect):
            subject = with_expected(subject, job.file, job.request.state)
            documented = documented_calls(subject, job.file, ignored_files(job.request.root))
        deadlines = _deadlines(job, agent, shop)
        early = None if shop is None else _early_verification(job, agent, subject, shop, deadlines)
        if early is not None:
            job = replace(job, emit=early.reporting(job.emit))
        plugins = None if shop is None else shop.environment.plugins
        drafting = Drafting(
            job.request, job.file, subject, agent, job.emit, job.emitted, plugins=plugins, defect=job.defect
        )
        return cls(job, agent, subject, documented, shop, deadlines, CachingExecutor(agent), drafting, early)

    def is_over(self) -> bool:
        """Check whether to end the search."""
        has_failed = self.shop is not None and self.shop.check.has_failed()
        return self.job.is_over() or has_failed

    def search(self, seeds: Seeds, analysis: MutationAnalysis) -> SearchResult:
        """Search the file; meanwhile, minimise and prove what the archive keeps, and load the mutants."""
        job, subject, early = self.job, self.subject, self.early
        if job.request.settings.has("seeds"):
            seeds = replace(seeds, tests=[*seeds.tests, *self.documented.cases])
        begins, first_begins = begin_beside(job, self.deadlines, self.agent.import_seconds)
        with (
            Ahead(
                lambda stopped: load(job.request, job.file, stopped=stopped),
                subject,
                self.memory,
                begins,
                None if early is None else early.hold,
                SpareProcessor(spare_seconds).is_free,
                analysis.prepare,
                job.defect,
            ) as ahead,
            FirstTests(
                early, self.memory, first_begins, self.is_over, processors() == 1, job.defect
            ) as first,
        ):
            looks = (self.drafting.look, ahead.look, first.look)
            until = self.deadlines.searched
            result = search_scope(job, subject, self.agent, looks, seeds, until, self.is_over)
            first.conclude(result.archive)
        analysis.begin(ahead.minimised)
        return result

    def conclude_search(self, archive: Archive) -> None:
        """Share out the time that is left, and see what suites of earlier runs cover now.

        Raises:
            ProjectError: if the check of the workshop has failed.
        """
        job = self.job
        pytest_seconds = 0.0 if self.shop is None else self.shop.check.seconds()
        self.deadlines = self.deadlines.after_search(pytest_seconds, hurried=job.enough())
        if not job.enough():
            self.drafting.conclude(archive)
        with Contained(job.defect):
            tell_withheld(self.agent, archive.best.values(), job.emit)
        with Contained(job.defect):
            earlier = measured(job.request.earlier, archive.goals, self.agent.execute)
            self.job = replace(job, request=replace(job.request, earlier=earlier))

    def make(self, result: SearchResult, analysis: MutationAnalysis) -> tuple[Suite, VerifiedSuite | None]:
        """Make tests of what a search has found, and properties where the project can state them.

        If the job is cut short meanwhile, or Testloom fails, the suite is that which was verified during the
        search.
        """
        job, deadlines = self.job, self.deadlines
        self.agent.stopped = partial(job.is_cut_short, self.early)
        analysis.seconds = mutation_seconds(deadlines)
        analysis.known = [
            KnownTest(test) for entry in job.request.earlier if entry.grows for test in entry.tests
        ]
        try:
            if self.agent.stopped():
                raise EnoughError
            if self.shop is not None:
                self.shop.environment.prepare()
            with Contained(job.defect):
                suite = make_suite(job, self.subject, self.memory, result, analysis, deadlines)
                if self.shop is not None and style_in(self.shop, job.file).properties:
                    suite = with_properties(suite, job, self.memory, result, analysis, deadlines)
                return suite, None
        except EnoughError:
            return _verified_so_far(self.early, self.subject, result.archive, UNPROVEN)
        return _verified_so_far(self.early, self.subject, result.archive, OWN_BUG)

    def shown_by_running(self, archive: Archive) -> Sequence[Finding]:
        """Find crashes of the interpreter, and contradictions of documentation, which takes further runs.

        No findings if the job is cut short: its agent has ended, and what is verified is about to be written.
        """
        until = max(self.deadlines.asserted, time.monotonic() + LEAST_FOR_CLAIMS)

        def is_late() -> bool:
            return self.job.is_over() or not left_until(until)

        with suppress(EnoughError), Contained(self.job.defect):
            crashes = list(crashes_of(archive, self.subject, self.agent, self.job.is_over))
            late = contradictions_of(self.documented.claims, self.subject, self.agent, is_late)
            return [*crashes, *late]
        return []

    def contradicting_annotations(self, suite: Suite) -> Sequence[Finding]:
        """Find functions whose results contradict their annotations; none if the job is cut short."""
        with suppress(EnoughError), Contained(self.job.defect):
            return list(broken_annotations(suite.tests, suite.subject, self.job.file, self.memory.observe))
        return []


def _deadlines(job: FileJob, agent: Agent, shop: Workshop | None) -> Deadlines:
    """The deadline of each step, now that an agent has loaded the file.

    The time by which its import is slower than a test run that does nothing is not part of the budget.
    """
    pytest_seconds = 0.0 if shop is None else shop.check.seconds_so_far()
    importing = max(0.0, agent.import_seconds - pytest_seconds)
    is_alone = processors() == 1
    following = seconds_following(pytest_seconds, agent.load_seconds, importing, alone=is_alone)
    return replace(job.deadlines(importing, following), pytest_seconds=pytest_seconds)


def _early_verification(
    job: FileJob, agent: Agent, subject: Subject, shop: Workshop, deadlines: Deadlines
) -> EarlyVerification | None:
    """What verifies tests during the search; None where earlier suites decide what is kept."""
    if job.request.earlier:
        return None
    return EarlyVerification(
        shop.environment,
        shop.check,
        shop.test_file,
        subject,
        partial(style_in, shop, job.file),
        deadlines.searched,
        agent.import_seconds,
        job.request.settings.findings,
    )


def style_in(shop: Workshop, subject: Path) -> ProjectStyle:
    """Tell how tests of a file are written where they belong."""
    return style_at(shop.test_file, subject, shop.environment.plugins or frozenset())


def _verified_so_far(
    early: EarlyVerification | None, subject: Subject, archive: Archive, reason: str
) -> tuple[Suite, VerifiedSuite | None]:
    """The suite proven during the search, and its proof; an empty suite without one.

    What else was reached is lost for the `reason`.
    """
    if early is None or early.latest is None:
        suite = Suite(subject, (), Losses())
        if archive.best:
            suite.losses.note(reason, (goal.id for goal in archive.best))
        return suite, None
    note_unproven(early.latest, archive, reason)
    return early.latest.suite, early.latest


def note_unproven(verified: VerifiedSuite, archive: Archive, reason: str = UNPROVEN) -> None:
    """Note the `reason` for which goals are lost that were reached, but that no verified test is for."""
    verified.suite.losses.note(reason, verified.lacking(goal.id for goal in archive.best))
