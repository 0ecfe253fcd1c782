"""Tests that crash the interpreter: the shortest is reported as a finding, and none is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from testloom.model.errors import TestloomError
from testloom.model.events.jobs import Finding
from testloom.model.execution import Executor
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.search import Archive, Chromosome, minimise, subject_of
from testloom.writer import ProjectStyle, UnwritableError, render

APART = '@pytest.mark.skip(reason="ends the interpreter with {0}: run it in a process of its own")\n'


def crashes_of(
    archive: Archive, subject: Subject, executor: Executor, is_over: Callable[[], bool]
) -> Iterator[Finding]:
    """Yield an event for each callable of the subject that always ends the interpreter, and each signal.

    The test is marked to be run apart, as it would end the run that it is part of.
    """
    for goal, chromosome in archive.crashes.items():
        known = subject.callables.get(goal.callable)
        if known is None or not known.in_subject:
            continue
        small = minimise(chromosome, [goal], subject, executor, is_over)
        [again] = executor.execute([small.case])
        if goal.is_reached(small.case, again, again.trace.hits):
            source = _source(small, goal.exception, subject)
            yield Finding(goal.callable, subject.line_of(goal.callable), goal.exception, "", source)


def _source(crashing: Chromosome, signal: str, subject: Subject) -> str:
    case = crashing.case
    unknown = frozenset(statement.id for statement in case)  # what crashes cannot be asked about its doubles
    test = AssertedTest("crash", case, (), subject_of(case, subject), extended=unknown)
    try:
        [written] = render([test], subject, None, ProjectStyle()).tests
    except (UnwritableError, TestloomError):
        return ""
    return APART.format(signal.rpartition(":")[2]) + written.source
