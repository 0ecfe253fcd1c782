"""Gives doubles explicit return values, where their type is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from testloom.model.execution import Executor
from testloom.model.statements import Answer, DoubleStatement, LiteralStatement, Statement, TestCase
from testloom.model.subject import Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.minimisation.endings import first_alike

PLAIN: Mapping[str, tuple[Scalar, ...]] = {
    "bool": (True, False),
    "int": (1, 0),
    "float": (1.5, 0.0),
    "str": ("a", ""),
    "bytes": (b"a", b""),
}


def answered(
    chromosome: Chromosome, goals: Iterable[Goal], subject: Subject, executor: Executor
) -> Chromosome:
    """Set return values for a double's calls where a plain type is due and the test does the same.

    Without, a double returns another double, which is true and equal to nothing: no behaviour to keep.
    """
    needed = tuple(goals)
    if not any(isinstance(statement, DoubleStatement) for statement in chromosome.case):
        return chromosome
    [watched] = executor.watch([chromosome.case])
    best = chromosome
    for double, path, kind in _unanswered(chromosome.case, watched.uses, subject):
        variants = [_with_answer(best.case, double, path, value) for value in PLAIN[kind]]
        best = first_alike(best, variants, needed, executor)
    return best


def _unanswered(
    case: TestCase, uses: Mapping[int, tuple[str, ...]], subject: Subject
) -> Iterator[tuple[int, str, str]]:
    """Calls of doubles that have no answer: of which double, the path, and the plain type that is due."""
    for statement in case.statements:
        if not isinstance(statement, DoubleStatement) or not statement.spec:
            continue
        known = {answer.path for answer in statement.answers}
        for path in dict.fromkeys(uses.get(statement.id, ())):
            due = type_due(statement, path, subject)
            if path.endswith("()") and path not in known and due is not None and due.name in PLAIN:
                yield statement.id, path, due.name


def type_due(double: DoubleStatement, path: str, subject: Subject) -> TypeRef | None:
    """Find the type of an attribute or method result of the class that a double stands for, if known."""
    name = path.removesuffix("()")
    if (called := subject.callables.get(f"{double.spec}.{name}")) is not None:
        return called.returns
    known = subject.classes.get(double.spec)
    return next((entry.returns for entry in known.missing if entry.name == name), None) if known else None


def _with_answer(case: TestCase, double: int, path: str, value: Scalar) -> TestCase:
    literal = LiteralStatement(case.fresh_id, value)
    statements: list[Statement] = []
    for statement in case.statements:
        if isinstance(statement, DoubleStatement) and statement.id == double:
            answers = (*statement.answers, Answer(path, literal.id))
            statements += [literal, statement.replace(answers=answers)]
        else:
            statements.append(statement)
    return TestCase(tuple(statements))
