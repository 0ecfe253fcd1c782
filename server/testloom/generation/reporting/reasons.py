"""The reason why a goal was not reached, as a word that a user can act on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from testloom.generation.reporting.nearness import near_miss
from testloom.model.events.jobs import Covered, Unreached
from testloom.model.subject import Probe, Subject
from testloom.model.suite import AssertedTest
from testloom.model.texts.names import is_private
from testloom.model.types import ANY
from testloom.search import FINDING, UNDEFINED, Goal, Obstacle, SearchResult

DISCARDED = "discarded"
"""The reason for an uncovered goal that was reached only by a test that had to be discarded."""
NEEDS_TYPE, NEEDS_OBJECT = "needs-type", "needs-double"
RAISING = frozenset({FINDING, UNDEFINED, NEEDS_TYPE, NEEDS_OBJECT})
"""The reasons that lie in exceptions of the tests that came nearest to the goal."""
NO_TEST_LEFT = "no test for it is left"
_LONGEST_SAID = 100
_NAME = re.compile(r"'([^']+)'")


@dataclass(frozen=True, slots=True)
class WrittenCoverage:
    """The coverage of written tests: they hit these probes. Earlier tests cover what is `already_covered`.

    `why` maps goals, by id, to what became of the tests that were not written.
    """

    hits: Collection[int] = ()
    already_covered: Collection[str] = ()
    why: Mapping[str, str] = field(default_factory=dict)

    def covers(self, goal: Goal) -> bool:
        """Check whether a written test covers a goal."""
        return goal.index in self.hits or goal.id in self.already_covered


def unreached_goals(subject: Subject, result: SearchResult, written: WrittenCoverage) -> list[Unreached]:
    """List an event for each goal that no written test covers, in source order."""
    missed = [goal for goal in result.archive.goals if not written.covers(goal)]
    return [
        _unreached(goal, _obstacle(goal, subject, result), subject, result, written.why.get(goal.id, ""))
        for goal in sorted(missed, key=lambda goal: (goal.line, goal.id))
    ]


def _unreached(
    goal: Goal, obstacle: Obstacle, subject: Subject, result: SearchResult, lost: str
) -> Unreached:
    miss = result.near_misses.get(goal)
    return Unreached(
        goal.id,
        goal.line,
        goal.label,
        obstacle.reason,
        nearest=result.nearest.get(goal),
        denied=obstacle.denied,
        decided=_decided(goal, subject),
        outcome=goal.outcome,
        closest=None if miss is None else near_miss(miss, subject),
        tries=dict(result.tries.get(goal, {})),
        because=(lost or NO_TEST_LEFT) if obstacle.reason == DISCARDED else _because(obstacle),
    )


def covered_goals(
    subject: Subject,
    result: SearchResult,
    written: WrittenCoverage,
    tests: Sequence[tuple[AssertedTest, str]],
    file: str,
) -> list[Covered]:
    """List an event for each goal that a written test covers, in source order.

    `tests` are those written now, the smallest first, each with the name of its function in the `file`.
    """
    events = []
    for goal in sorted(filter(written.covers, result.archive.goals), key=lambda goal: (goal.line, goal.id)):
        test = next((name for known, name in tests if goal.index in known.hits), "")
        events.append(
            Covered(
                goal.id,
                goal.line,
                goal.label,
                _decided(goal, subject),
                test,
                file if test else "",
                result.found_by.get(goal, ""),
                dict(result.tries.get(goal, {})),
            )
        )
    return events


def _because(obstacle: Obstacle) -> str:
    """What was raised where, if that is the reason: ``line 3: `re` is not defined``."""
    error = obstacle.error
    if error is None or obstacle.reason not in RAISING:
        return ""
    said = error.message.partition("\n")[0][:_LONGEST_SAID]
    kind = error.type.rpartition(":")[2]
    name = _NAME.search(said) if obstacle.reason == UNDEFINED else None
    if name is not None:
        said = f"`{name[1]}` {'is not defined' if kind == 'NameError' else 'has no value'}"
    else:
        said = f"{kind} ({said})" if said else kind
    return f"line {error.line}: {said}" if error.line else said


def _decided(goal: Goal, subject: Subject) -> int:
    """The line of the condition that decides whether the goal is reached, or the goal's own."""
    return goal.line if goal.predicate is None else subject.predicates[goal.predicate].line


def _obstacle(goal: Goal, subject: Subject, result: SearchResult) -> Obstacle:
    """What keeps a goal from being covered."""
    archive = result.archive
    if goal in archive.best:
        return Obstacle(DISCARDED)
    if goal in archive.hopeless:
        return Obstacle(archive.hopeless[goal])
    wanted = _wanted(goal, result)
    for probe in (goal.index, *_with_deciding(wanted, subject)):
        if probe in archive.obstacles:
            return _told_apart(archive.obstacles[probe], wanted, subject)
    for failure, crashing in archive.crashes.items():
        if failure.callable.partition(":")[2] == wanted.code:  # the crash lost what it had reached
            return Obstacle(FINDING, error=crashing.result.exception)
    return Obstacle(_reason(goal, wanted, subject, result))


def _told_apart(obstacle: Obstacle, wanted: Probe, subject: Subject) -> Obstacle:
    """The obstacle; if no annotation is missing, NEEDS_OBJECT takes the place of NEEDS_TYPE."""
    known = subject.callables.get(f"{subject.module}:{wanted.code}")
    if obstacle.reason != NEEDS_TYPE or known is None:
        return obstacle
    plain = [parameter for parameter in known.parameters if parameter.kind not in ("args", "kwargs")]
    return obstacle if any(p.type == ANY for p in plain) else replace(obstacle, reason=NEEDS_OBJECT)


def _reason(goal: Goal, wanted: Probe, subject: Subject, result: SearchResult) -> str:
    """The reason for missing a goal for which no obstacle is known, as a word."""
    archive = result.archive
    if goal.index in archive.reached:
        return NEEDS_TYPE
    if _is_private(wanted) and _entry(wanted, subject) not in archive.reached:
        return "private"
    if wanted.index in archive.reached:  # but not together with what it is coupled with
        return "needs-value"
    if wanted.parent is None or (wanted.parent in archive.reached and wanted.predicate is None):
        return NEEDS_TYPE
    return "needs-value"


def _wanted(goal: Goal, result: SearchResult) -> Probe:
    """The probe that no test reached, or that none reached together with the one it is coupled with."""
    return goal.next_step(result.archive.reached)


def _with_deciding(probe: Probe, subject: Subject) -> Iterator[int]:
    """The indices of a probe and of those that decide whether it can be reached, the nearest first."""
    yield probe.index
    while probe.parent is not None:
        probe = subject.probes[probe.parent]
        yield probe.index


def _is_private(wanted: Probe) -> bool:
    return is_private(f":{wanted.code}")


def _entry(wanted: Probe, subject: Subject) -> int | None:
    """The probe at the beginning of the function that a probe lies in."""
    code = wanted.code
    entries = (probe.index for probe in subject.probes if probe.kind == "entry" and probe.code == code)
    return next(entries, None)
