"""Objects in place of doubles: of the class that a double stands for, or with nothing but attributes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from testloom.model.statements import (
    Answer,
    CallStatement,
    DoubleStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.subject import Subject
from testloom.model.texts.names import is_name
from testloom.model.types import TypeRef
from testloom.search.minimisation.plain import plain_values
from testloom.search.minimisation.removal import without_unused

MOST = 3

NAMESPACE = "types:SimpleNamespace"
"""What makes an object with just these attributes, as nobody would take a mock for."""


def originals_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With an object of a class, made of plain values or of none, in place of a double of it."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and statement.spec and not statement.orders:
            known = subject.callables.get(statement.spec)
            if known is not None and known.kind == "function":
                continue
            for *before, last in _made(statement.spec, case.fresh_id, subject):
                yield without_unused(case.replaced(index, *before, substitute(last, {last.id: statement.id})))


def _made(path: str, fresh: int, subject: Subject) -> Iterator[tuple[Statement, ...]]:
    """The plainest objects of a class; of one that the subject does not know, what no argument makes."""
    if path in subject.classes:
        yield from islice(plain_values(TypeRef(path), fresh, subject), MOST)
    else:
        yield (CallStatement(fresh, path),)


def namespaces_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With an object that has nothing but its attributes in place of a double of no class."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and not (statement.spec or statement.orders):
            held = {answer.path: answer.value for answer in statement.answers if _is_held(answer)}
            if held and len(held) == len(statement.answers) and statement.id not in held.values():
                made = CallStatement(statement.id, NAMESPACE, None, (), tuple(held.items()))
                yield case.replaced(index, made)


def _is_held(answer: Answer) -> bool:
    """Whether an answer of a double is what an attribute holds, and no call gives."""
    return is_name(answer.path) and not answer.raises
