"""Makes a call fail that an exception handler is meant for."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import FailureStatement
from testloom.model.subject import Handler, Subject
from testloom.search.goals import Goal
from testloom.search.operators.replacing import failing
from testloom.search.providers.environment import with_environment
from testloom.search.providers.knowledge import Knowledge

OF_THE_SYSTEM = frozenset({"builtins:OSError", "builtins:PermissionError", "builtins:Exception"})
"""Exceptions raised when the system refuses a file, and the classes whose handlers catch them."""


def handler_of(goal: Goal, subject: Subject) -> Handler | None:
    """Find the nearest exception handler around the goal; None if no known call can lead into one."""
    probe = goal.steps[-1]
    while True:
        if probe.line in subject.handlers:
            return subject.handlers[probe.line]
        if probe.parent is None:
            return None
        probe = subject.probes[probe.parent]


def with_failure(case: TestCase, goal: Goal, knowledge: Knowledge) -> TestCase | None:
    """Make a call fail so that the goal's handler is reached; None if that is not allowed."""
    handler = handler_of(goal, knowledge.subject)
    if handler is None:
        return None
    path = knowledge.rng.choice(handler.calls)
    exceptions = handler.exceptions or ("builtins:Exception",)
    made: Sequence[Statement]
    if path in knowledge.subject.accesses and not OF_THE_SYSTEM.isdisjoint(exceptions):
        made = (FailureStatement(knowledge.next_id(), path, "EACCES", "Permission denied"),)
    elif knowledge.last_resort.has_doubles:
        made = failing(path, exceptions, knowledge)
    else:
        return None
    return with_environment(case, made, knowledge.subject)
