"""Test spies: functions that a test passes or sets, so that it can assert whether they were called."""

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
from testloom.oracle import is_vacuous, usual_assertions
from testloom.search import FUNCTIONS, Chromosome, Goal, GoalIndex, evaluated

ANSWER = "a"
"""What a method returns that the code calls and that is left open."""


def with_spies(
    chromosome: Chromosome, goals: Iterable[Goal], executor: Executor, subject: Subject
) -> Chromosome:
    """Put spies where a test hands over builtin functions, if it has nothing else to assert.

    A builtin function says nothing of its calls, which are all that such a test does. Nor do methods of its
    object that are left open: a class has them from a protocol.
    """
    case, needed = chromosome.case, tuple(goals)
    stubbed = _with_stubs(case)
    variants = [spied for spied in (stubbed, *_with_methods(case, subject)) if spied != case]
    if not variants or not _shows_nothing(case, executor):
        return chromosome
    index = GoalIndex.of(needed)
    for spied, result in zip(variants, executor.execute(variants), strict=True):
        candidate = evaluated(spied, result, index)
        is_alike = result.end == chromosome.result.end and candidate.is_presentable
        is_able = is_alike and all(map(candidate.covers, needed))
        if is_able and (spied is stubbed or not _shows_nothing(spied, executor)):
            return candidate
    return chromosome


def _with_stubs(case: TestCase) -> TestCase:
    for index, statement in reversed(list(enumerate(case.statements))):
        if isinstance(statement, ReferenceStatement) and statement.path in FUNCTIONS:
            answer = LiteralStatement(case.fresh_id, None)
            case = case.replaced(index, answer, StubStatement(statement.id, (answer.id,)))
    return case


def _with_methods(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield the test with each of the methods set that the class of the last call's object leaves open."""
    *before, last = case.statements
    if not isinstance(last, CallStatement) or last.receiver is None:
        return
    made = next(statement for statement in before if statement.id == last.receiver)
    kind = subject.classes.get(getattr(made, "callable", ""))
    for name in kind.left_open if kind is not None else ():
        answer = LiteralStatement(case.fresh_id, ANSWER)
        stub = StubStatement(answer.id + 1, (answer.id,))
        method = AssignmentStatement(stub.id + 1, last.receiver, name, stub.id)
        yield TestCase((*before, answer, stub, method, last))


def _shows_nothing(case: TestCase, executor: Executor) -> bool:
    [observations] = executor.observe([case])
    return all(map(is_vacuous, usual_assertions(case, observations)))
