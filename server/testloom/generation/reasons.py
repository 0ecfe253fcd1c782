"""Why a goal was not reached, in a word that a person can act on."""

from __future__ import annotations

from testloom.model.events import Unreached
from testloom.model.subject import Subject
from testloom.search import Goal, SearchResult


def unreached_goals(subject: Subject, result: SearchResult) -> list[Unreached]:
    """An event for each goal that no presentable test covers, in source order."""
    return [
        Unreached(goal.id, goal.line, goal.label, _reason(goal, subject, result), result.nearest.get(goal))
        for goal in sorted(result.archive.uncovered, key=lambda goal: (goal.line, goal.id))
    ]


def _reason(goal: Goal, subject: Subject, result: SearchResult) -> str:
    reached = result.archive.reached
    if goal.probe.index in reached:
        return "needs-type"
    if any(part.startswith("_") and not part.endswith("__") for part in goal.probe.code.split(".")):
        entry = next(probe for probe in subject.probes if probe.code == goal.probe.code)
        if entry.index not in reached:
            return "private"
    if goal.probe.parent is None:
        return "timeout" if result.hanging else "needs-type"
    if goal.probe.parent in reached and goal.probe.predicate is None:
        return "needs-type"
    return "needs-value"
