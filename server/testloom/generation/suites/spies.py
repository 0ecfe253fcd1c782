"""Test spies: functions that a test passes, so that it can assert whether they were called."""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.execution import Executor
from testloom.model.statements import LiteralStatement, ReferenceStatement, StubStatement, TestCase
from testloom.oracle import is_vacuous, usual_assertions
from testloom.search import FUNCTIONS, Chromosome, Goal, GoalIndex, evaluated


def with_spies(chromosome: Chromosome, goals: Iterable[Goal], executor: Executor) -> Chromosome:
    """Put spies in the place of builtin functions that a test hands over, if it has nothing else to assert.

    A builtin function says nothing of its calls, which are all that such a test does.
    """
    case, needed = chromosome.case, tuple(goals)
    spied = _with_stubs(case)
    if spied == case or not _shows_nothing(case, executor):
        return chromosome
    [result] = executor.execute([spied])
    candidate = evaluated(spied, result, GoalIndex.of(needed))
    is_alike = result.end == chromosome.result.end and candidate.is_presentable
    return candidate if is_alike and all(map(candidate.covers, needed)) else chromosome


def _with_stubs(case: TestCase) -> TestCase:
    for index, statement in reversed(list(enumerate(case.statements))):
        if isinstance(statement, ReferenceStatement) and statement.path in FUNCTIONS:
            answer = LiteralStatement(case.fresh_id, None)
            case = case.replaced(index, answer, StubStatement(statement.id, (answer.id,)))
    return case


def _shows_nothing(case: TestCase, executor: Executor) -> bool:
    [observations] = executor.observe([case])
    return all(map(is_vacuous, usual_assertions(case, observations)))
