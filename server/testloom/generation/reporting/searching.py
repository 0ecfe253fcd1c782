"""Reports on a search while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from testloom.model.containment import Defect
from testloom.model.events.jobs import EventSink, GoalCovered, Progress
from testloom.search import Archive, Budget, Goal, Report

SEARCH_WEIGHT = 0.7
"""The share of the search in the whole job, as progress counts it."""


def search_report(goals: Sequence[Goal], budget: Budget, emit: EventSink, defect: Defect) -> Report:
    """Events of what a search of a file reaches, of how far it is, and of failures that it survives."""

    def covered(goal: Goal) -> None:
        emit(GoalCovered(goal.id, goal.line, goal.label))

    def generation(archive: Archive) -> None:
        speed = budget.executed / max(1e-9, budget.elapsed)
        fraction = round(SEARCH_WEIGHT * budget.fraction, 3)
        emit(Progress("search", fraction, len(goals), len(archive.best), round(speed)))

    return Report(covered, _seldom(generation), defect=defect)


def _seldom(report: Callable[[Archive], None], seconds: float = 0.2) -> Callable[[Archive], None]:
    """The report, made at most every `seconds`."""
    last = 0.0

    def limited(archive: Archive) -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            report(archive)

    return limited
