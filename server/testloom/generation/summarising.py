"""Reports on one file: its covered and missed goals, findings, discarded tests, and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from testloom.generation.delivering.delivery import Delivery
from testloom.generation.earlier.suite_update import SuiteUpdate
from testloom.generation.file_job import FoundTests
from testloom.generation.reporting.reasons import WrittenCoverage, covered_goals, unreached_goals
from testloom.generation.suites.suite import findings_of
from testloom.model.events.jobs import (
    Covered,
    Discarded,
    EventSink,
    Summary,
    Unreached,
)
from testloom.search.portfolio import Credit


def missed_goals(found: FoundTests, delivery: Delivery) -> list[Unreached]:
    """Find the goals that neither the delivered tests nor the remaining earlier tests cover."""
    why = (found.suite.losses | delivery.losses).why
    written = WrittenCoverage(delivery.hits, SuiteUpdate(found.earlier).already_covered, why)
    return unreached_goals(found.suite.subject, found.result, written)


def _covered(found: FoundTests, delivery: Delivery) -> list[Covered]:
    """The goals covered by tests that were delivered now, or kept from earlier runs."""
    written = WrittenCoverage(delivery.hits, SuiteUpdate(found.earlier).already_covered)
    delivered = [(test, delivery.kept[test.id]) for test in found.suite.tests if test.id in delivery.kept]
    delivered.sort(key=lambda entry: len(entry[0].case))
    file = delivery.files[0] if delivery.files else ""
    return covered_goals(found.suite.subject, found.result, written, delivered, file)


def summarise(
    found: FoundTests, delivery: Delivery, missed: Sequence[Unreached], emit: EventSink, seconds: float
) -> Summary:
    """Summarise one file in numbers.

    Before, emit events for what was covered, missed, found, dropped, and which mutants survive.
    """
    result, suite = found.result, found.suite
    for covered in _covered(found, delivery):
        emit(covered)
    for event in missed:
        emit(event)
    for finding in (*found.findings, *findings_of(suite)):
        emit(finding)
    for reason, count in suite.losses.counts.items():
        for _ in range(count):
            emit(Discarded("a test", reason))
    mutants = found.analysis.within(result.archive.goals)
    killed = frozenset[int]().union(*(suite.kills.get(test, ()) for test in delivery.kept))
    survivors = found.analysis.survivors(mutants, killed)
    for survivor in survivors:
        emit(survivor)
    return Summary(
        goals=len(result.archive.goals),
        covered=len(result.archive.goals) - len(missed),
        tests=len(delivery.kept),
        executions=result.executions,
        executions_per_second=round(result.executions / max(1e-9, result.seconds), 1),
        seconds=round(seconds, 2),
        mutants=len(mutants),
        killed=len(mutants) - len(survivors),
        unreached=dict(Counter(event.reason for event in missed)),
        discarded=dict((suite.losses | delivery.losses).counts),
        files=delivery.files,
        coverage=delivery.coverage,
        operators=_counts(result.credits),
        providers=_counts(result.provider_credits),
    )


def _counts(credits: Mapping[str, Credit]) -> dict[str, dict[str, int]]:
    """How often operators or providers were tried, and what they won; without those never tried."""
    return {
        name: {"tried": known.tried, "covered": known.covered, "nearer": known.nearer}
        for name, known in credits.items()
        if known.tried
    }
