"""Something else is called than what fails whatever it is given."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import AttributeStatement, CallStatement, LiteralStatement
from testloom.search import Knowledge
from testloom.search.operators.companions.detouring import detoured, fails_in_vain
from testloom.search.providers.experience.choosing import MOST_IN_VAIN
from tests.unit.search.bank import bank, withdrawal

CASE = withdrawal(1, 2)
FAILED = 4
ERROR = RaisedException("builtins:TypeError", "", explicit=False, in_subject=True, line=3)


def tried(times: int) -> Knowledge:
    """What is known when a call of a method has failed so many times in one way."""
    knowledge = Knowledge(bank(), [], Random(1))
    knowledge.ids = count(100)
    for _ in range(times):
        knowledge.experience.endings.note_ended(
            CASE, ExecutionResult("raised", Trace(frozenset()), FAILED, ERROR)
        )
    return knowledge


def test_only_a_method_that_failed_often_as_before_is_called_in_vain() -> None:
    assert not fails_in_vain(CASE, FAILED, tried(2))
    assert fails_in_vain(CASE, FAILED, tried(MOST_IN_VAIN + 2))
    assert not fails_in_vain(CASE, 2, tried(MOST_IN_VAIN + 2)) and not fails_in_vain(CASE, None, tried(1))


def test_the_object_is_asked_something_else_and_nothing_more() -> None:
    made = detoured(CASE, FAILED, tried(MOST_IN_VAIN + 2))

    assert made is not None and made.is_valid()
    *before, last = made.statements
    assert [type(statement) for statement in before] == [LiteralStatement, CallStatement, LiteralStatement]
    assert isinstance(last, AttributeStatement) and (last.source, last.name) == (2, "is_empty")


def test_nothing_is_called_where_the_class_has_nothing_else() -> None:
    knowledge = tried(MOST_IN_VAIN + 2)
    known = {name: c for name, c in bank().callables.items() if c.kind != "property"}
    knowledge.subject = replace(bank(), callables=known)

    assert detoured(CASE, FAILED, knowledge) is None
