"""From test cases of a search to tests with assertions, some of which state properties of all values."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from testloom.generation.earlier.suite_update import SuiteUpdate
from testloom.generation.file_job import FileJob
from testloom.generation.mutants.analysis import Effort, MutationAnalysis
from testloom.generation.properties import PropertyFinder
from testloom.generation.reporting.searching import SEARCH_WEIGHT
from testloom.generation.suites.asserting import Kept
from testloom.generation.suites.minimising import kept_of, minimised
from testloom.generation.suites.strengthening import Analyst
from testloom.generation.suites.suite import Suite, build_suite
from testloom.generation.timing.deadlines import Deadlines, left_until
from testloom.generation.timing.pacing import Pace, seconds_to_observe, seconds_to_refine
from testloom.model.containment import Contained
from testloom.model.errors import EnoughError
from testloom.model.events.jobs import Progress
from testloom.model.execution import Executor, VaryingExecutor
from testloom.model.subject import Subject
from testloom.search import SearchResult

SAMPLE = 8
PASSES = 3
"""How often each test is observed: once for its dependencies, and twice for its behaviour."""
MUTATION_SHARE = 0.9
"""The share of the time between minimisation and proof that one run of tests with mutants may take."""
LEAST_FOR_PROPERTIES = 1.0
"""The least seconds for trying properties."""


def make_suite(
    job: FileJob,
    subject: Subject,
    executor: VaryingExecutor,
    result: SearchResult,
    analysis: MutationAnalysis,
    deadlines: Deadlines,
) -> Suite:
    """Build tests with assertions from the result of a search."""
    archive, unused = result.archive, left_until(deadlines.searched)
    job.emit(Progress("assert", SEARCH_WEIGHT, len(archive.goals), len(archive.best)))
    pace = _pace(job, deadlines)
    update = SuiteUpdate(job.request.earlier)
    small = minimised(update.with_new_goals(kept_of(archive)), subject, executor, pace, defect=job.defect)
    kept = update.beating_earlier(small, subject)
    analysis.begin([chromosome.case for chromosome, _ in kept])
    wanted = update.wanted(archive.goals, kept)
    part = len(wanted) / max(1, len(archive.goals))
    effort = _effort_to_strengthen(job, result, deadlines, part, unused)
    only_better = replace(pace, observed=pace.refined)
    analyst = Analyst(analysis, subject, wanted, result.knowledge, executor, effort, only_better)
    paid = kept
    if job.request.settings.executions is None:
        with Contained(job.defect):
            paid = affordable(kept, executor, job.seconds, deadlines.pytest_seconds)
    findings = job.request.settings.findings
    suite = build_suite(paid, subject, executor, analyst.analysed, findings, pace, job.defect)
    if len(paid) < len(kept):
        for _, goals in (entry for entry in kept if entry not in paid):
            suite.losses.note("no time left to observe it", (goal.id for goal in goals))
    job.emit(Progress("verify", 0.85, len(archive.goals), len(archive.best)))
    return suite


def _pace(job: FileJob, deadlines: Deadlines) -> Pace:
    """The time for each kind of work: whoever has ended the search early waits for what follows it."""
    was_enough = job.enough()

    def is_ended() -> bool:
        return job.cancelled() or (job.enough() and not was_enough)

    pace = Pace(deadlines.minimised, is_ended=is_ended)
    if job.request.settings.executions is not None and not was_enough:
        return pace
    start = time.monotonic() + left_until(deadlines.minimised)
    observed = start + seconds_to_observe(job.seconds, deadlines.pytest_seconds)
    return replace(pace, refined=start + seconds_to_refine(job.seconds), observed=observed)


def affordable(
    kept: Sequence[Kept], executor: Executor, seconds: float, pytest_seconds: float = 0.0
) -> list[Kept]:
    """Select the tests that can be observed within a share of the budget, in their order.

    A few are observed to measure how long that takes. If there is no time for all, those that cover most
    stay. `pytest_seconds`, the time that pytest takes for an empty test, shows how busy the machine is.
    """
    if len(kept) <= SAMPLE:
        return list(kept)
    started = time.monotonic()
    executor.observe([chromosome.case for chromosome, _ in kept[:SAMPLE]])
    each = max(1e-6, time.monotonic() - started) / SAMPLE
    room = max(SAMPLE, int(seconds_to_observe(seconds, pytest_seconds) / (PASSES * each)))
    best = sorted(range(len(kept)), key=lambda place: (-len(kept[place][1]), place))[:room]
    return [kept[place] for place in sorted(best)]


def mutation_seconds(deadlines: Deadlines) -> float | None:
    """Compute how many seconds tests may run with mutants at a time; None: without limit."""
    if math.isinf(deadlines.asserted):
        return None
    return MUTATION_SHARE * (deadlines.asserted - deadlines.minimised)


def with_properties(
    suite: Suite,
    job: FileJob,
    executor: VaryingExecutor,
    result: SearchResult,
    analysis: MutationAnalysis,
    deadlines: Deadlines,
) -> Suite:
    """Add tests of properties that hold for all values.

    A request for a line gets none.
    """
    if any(target.line is not None for target in job.targets):
        return suite

    until = max(deadlines.asserted, time.monotonic() + LEAST_FOR_PROPERTIES)

    def is_late() -> bool:
        return job.is_over() or not left_until(until)

    goals = list(result.archive.best)
    by_time = job.request.settings.executions is None
    finder = PropertyFinder(analysis, goals, result.knowledge, executor, is_late, by_time)
    with suppress(EnoughError), Contained(job.defect):  # the agent with the mutants may have ended
        return finder.added_to(suite)
    return suite


def _effort_to_strengthen(
    job: FileJob, result: SearchResult, deadlines: Deadlines, part: float, unused_seconds: float
) -> Effort:
    """The effort to look for tests that kill more mutants; none if any target is a line.

    `part` is the share of the goals that tests are made for, which is small where suites grow. The search had
    `unused_seconds` left.
    """
    if any(target.line is not None for target in job.targets):
        return Effort(seconds=0.0)
    if (executions := job.request.settings.executions) is not None:
        unused = max(0, executions - result.executions)
        return Effort(executions=round(part * (job.strengthening * executions + job.unused * unused)))
    wanted_seconds = 1.0 + part * (job.strengthening * job.seconds + job.unused * unused_seconds)
    return Effort(seconds=wanted_seconds, until=deadlines.asserted)
