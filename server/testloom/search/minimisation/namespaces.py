"""Plain objects in place of doubles that are only read."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements import Answer, CallStatement, DoubleStatement, TestCase
from testloom.model.subject import Subject

NAMESPACE = "types:SimpleNamespace"
"""What makes an object with just these attributes, as nobody would take a mock for."""


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
    return answer.path.isidentifier() and not answer.raises
