"""Why a goal was not reached, in a word that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.events import Unreached
from testloom.model.subject import Probe, Subject
from testloom.search import BLOCKED, Goal, SearchResult


def unreached_goals(subject: Subject, result: SearchResult) -> list[Unreached]:
    """An event for each goal that no presentable test covers, in source order."""
    missed = sorted(result.archive.missed, key=lambda goal: (goal.line, goal.id))
    return [_unreached(goal, subject, result) for goal in missed]


def _unreached(goal: Goal, subject: Subject, result: SearchResult) -> Unreached:
    reason = _reason(goal, subject, result)
    refusals = map(result.archive.denied.get, _with_deciding(goal.probe, subject))
    denied = next(filter(None, refusals), None) if reason == BLOCKED else None
    return Unreached(goal.id, goal.line, goal.label, reason, result.nearest.get(goal), denied or ())


def _reason(goal: Goal, subject: Subject, result: SearchResult) -> str:
    archive = result.archive
    if goal in archive.hopeless:
        return archive.hopeless[goal]
    for probe in _with_deciding(goal.probe, subject):
        if probe in archive.obstacles:
            return archive.obstacles[probe]
    if goal.probe.index in archive.reached:
        return "needs-type"
    if _is_private(goal) and _entry(goal, subject) not in archive.reached:
        return "private"
    if goal.probe.parent is None or (goal.probe.parent in archive.reached and goal.probe.predicate is None):
        return "needs-type"
    return "needs-value"


def _with_deciding(probe: Probe, subject: Subject) -> Iterator[int]:
    """The probe and those that decide whether it can be reached, the nearest first."""
    yield probe.index
    while probe.parent is not None:
        probe = subject.probes[probe.parent]
        yield probe.index


def _is_private(goal: Goal) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in goal.probe.code.split("."))


def _entry(goal: Goal, subject: Subject) -> int | None:
    """The probe at the beginning of the goal's function."""
    code = goal.probe.code
    entries = (probe.index for probe in subject.probes if probe.kind == "entry" and probe.code == code)
    return next(entries, None)
