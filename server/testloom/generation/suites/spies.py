"""Test spies: functions that a test passes or assigns, so that it can assert whether they were called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testloom.model.execution import Executor
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    LiteralStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.oracle import is_vacuous, possible_assertions, usual_assertions
from testloom.search import FUNCTIONS, Chromosome, Goal, GoalIndex, evaluated

RETURNED = ("a", None)
"""What a spy returns in the place of a method: something that the test can find again, if that will do."""


def with_spies(
    chromosome: Chromosome, goals: Iterable[Goal], executor: Executor, subject: Subject
) -> Chromosome:
    """Put spies into a test that has nothing else to assert.

    They take the place of builtin functions that it hands over, which do not show their calls, or of
    methods that the class has from a protocol only: the calls of these are all that such a call does.
    """
    case, needed = chromosome.case, tuple(goals)
    spied = _with_stubs(case)
    variants = list(_with_methods(case, subject)) if spied == case else [spied]
    if not variants or not _shows_nothing(case, executor):
        return chromosome
    for variant, result in zip(variants, executor.execute(variants), strict=True):
        candidate = evaluated(variant, result, GoalIndex.of(needed))
        is_alike = result.end == chromosome.result.end and candidate.is_presentable
        covers = is_alike and all(map(candidate.covers, needed))
        if covers and (spied != case or _says_something(variant, executor)):
            return candidate
    return chromosome


def _with_stubs(case: TestCase) -> TestCase:
    for index, statement in reversed(list(enumerate(case.statements))):
        if isinstance(statement, ReferenceStatement) and statement.path in FUNCTIONS:
            answer = LiteralStatement(case.fresh_id, None)
            case = case.replaced(index, answer, StubStatement(statement.id, (answer.id,)))
    return case


def _with_methods(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield the test with a spy in the place of a method that its last receiver has from a protocol only."""
    *before, last = case.statements
    if not isinstance(last, CallStatement) or last.receiver is None:
        return
    made = next((s for s in before if s.id == last.receiver), None)
    known = subject.classes.get(made.callable) if isinstance(made, CallStatement) else None
    for name in known.unimplemented if known is not None else ():
        for value in RETURNED:
            answer = LiteralStatement(case.fresh_id, value)
            spy = StubStatement(answer.id + 1, (answer.id,))
            assigned = AssignmentStatement(spy.id + 1, last.receiver, name, spy.id)
            yield TestCase((*before, answer, spy, assigned, last))


def _shows_nothing(case: TestCase, executor: Executor) -> bool:
    [observations] = executor.observe([case])
    return all(map(is_vacuous, usual_assertions(case, observations)))


def _says_something(case: TestCase, executor: Executor) -> bool:
    """Whether the test shows what it returns, or the calls of a spy."""
    [observations] = executor.observe([case])
    return not all(map(is_vacuous, possible_assertions(case, observations)))
