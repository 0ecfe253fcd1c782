"""Why a goal was not reached, in a word that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.generation.reporting.nearness import near_miss
from testloom.model.events.jobs import Unreached
from testloom.model.subject import Probe, Subject
from testloom.model.texts.names import is_private
from testloom.search import BLOCKED, Goal, SearchResult


def unreached_goals(subject: Subject, result: SearchResult) -> list[Unreached]:
    """An event for each goal that no presentable test covers, in source order."""
    missed = sorted(result.archive.missed, key=lambda goal: (goal.line, goal.id))
    return [_unreached(goal, subject, result) for goal in missed]


def _unreached(goal: Goal, subject: Subject, result: SearchResult) -> Unreached:
    reason = _reason(goal, subject, result)
    refusals = map(result.archive.denied.get, _with_deciding(_wanted(goal, result), subject))
    denied = next(filter(None, refusals), None) if reason == BLOCKED else None
    miss = result.near_misses.get(goal)
    return Unreached(
        goal.id,
        goal.line,
        goal.label,
        reason,
        nearest=result.nearest.get(goal),
        denied=denied or (),
        decided=_decided(goal, subject),
        outcome=goal.probe.outcome,
        closest=None if miss is None else near_miss(miss, subject),
    )


def _decided(goal: Goal, subject: Subject) -> int:
    """The line of the condition that decides whether the goal is reached, or the goal's own."""
    predicate = goal.probe.predicate
    return goal.line if predicate is None else subject.predicates[predicate].line


def _reason(goal: Goal, subject: Subject, result: SearchResult) -> str:
    archive = result.archive
    if goal in archive.hopeless:
        return archive.hopeless[goal]
    wanted = _wanted(goal, result)
    for probe in (goal.probe.index, *_with_deciding(wanted, subject)):
        if probe in archive.obstacles:
            return archive.obstacles[probe]
    if goal.probe.index in archive.reached:
        return "needs-type"
    if _is_private(wanted) and _entry(wanted, subject) not in archive.reached:
        return "private"
    if wanted.index in archive.reached:  # but not together with what it is coupled with
        return "needs-value"
    if wanted.parent is None or (wanted.parent in archive.reached and wanted.predicate is None):
        return "needs-type"
    return "needs-value"


def _wanted(goal: Goal, result: SearchResult) -> Probe:
    """The probe that no test reached, or not together with the other of its pair."""
    return goal.next(result.archive.reached)


def _with_deciding(probe: Probe, subject: Subject) -> Iterator[int]:
    """The probe and those that decide whether it can be reached, the nearest first."""
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
