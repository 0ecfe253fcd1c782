"""The scope of a search: the goals of the targets in one file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from testloom.execution import Agent
from testloom.generation.earlier.missing import MissedCode
from testloom.generation.file_job import FileJob
from testloom.generation.reporting.searching import search_report
from testloom.generation.timing.deadlines import left_until
from testloom.model.containment import Contained
from testloom.model.subject import Subject
from testloom.search import (
    Archive,
    Budget,
    Goal,
    SearchResult,
    Seeds,
    construction_goals,
    failing_goals,
    goals_of,
    search,
)
from testloom.subject import resolve_all


def search_scope(
    job: FileJob,
    subject: Subject,
    agent: Agent,
    looks: Sequence[Callable[[Archive], None]],
    seeds: Seeds,
    until: float,
    is_over: Callable[[], bool],
) -> SearchResult:
    """Search for tests of all that the targets mean, or of what no test of the project is known to reach.

    What these reach may have to be waited for: no part of the search's budget is spent before that is known.
    """
    scope = resolve_all(job.targets, subject)
    targets = sorted(scope.callables)
    probes = missed_of(scope.probes, job, subject)
    goals = [*goals_of(subject, probes), *_shared(job, subject, probes)]
    goals += failing_goals(subject, scope.failures)
    if probes == scope.probes and all(target.line is None for target in job.targets):
        goals += construction_goals(subject, targets)
    budget = Budget(left_until(until), job.request.settings.executions, is_over)

    def pause(archive: Archive) -> None:
        for look in looks:
            with Contained(job.defect):
                look(archive)

    report = replace(search_report(goals, budget, job.emit, job.defect), pause=pause)
    return search(subject, goals, targets, agent, job.request.settings, budget, report, seeds)


def missed_of(probes: frozenset[int], job: FileJob, subject: Subject) -> frozenset[int]:
    """Find those of some probes that no test of the project is known to reach."""
    missed = job.missed()
    return missed.probes(probes, subject) if isinstance(missed, MissedCode) else probes


def asked_for(job: FileJob, subject: Subject) -> Callable[[str], bool]:
    """Make a check whether a callable, by its id, is one that the targets mean; a file means all of them."""
    called = resolve_all(job.targets, subject).callables
    whole = [target.qualname for target in job.targets if target.line is None]

    def is_asked(callable_id: str) -> bool:
        name = callable_id.partition(":")[2]
        within = (outer is None or f"{name}.".startswith(f"{outer}.") for outer in whole)
        return callable_id in called or any(within)

    return is_asked


def _shared(job: FileJob, subject: Subject, probes: Collection[int]) -> list[Goal]:
    """The goals beyond these probes that suites of earlier runs cover for other units."""
    wanted = {goal for entry in job.request.earlier for goal in entry.shared}
    others = [probe.index for probe in subject.probes if probe.index not in probes]
    return [goal for goal in goals_of(subject, others) if goal.id in wanted] if wanted else []
