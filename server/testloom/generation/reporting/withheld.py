"""What tells users of private files that the subject read."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.execution import Agent
from testloom.model.events.jobs import EventSink, Withheld
from testloom.search import Chromosome


def tell_withheld(agent: Agent, tests: Iterable[Chromosome], emit: EventSink) -> None:
    """Tell which private files the subject read: while it was imported, and in tests."""
    touched = (touch for test in tests for touch in test.result.touched)
    read = [touch[1] for touch in touched if touch[0] == "withheld"]
    if files := dict.fromkeys([*agent.description.get("withheld", ()), *read]):
        emit(Withheld(tuple(files)))
