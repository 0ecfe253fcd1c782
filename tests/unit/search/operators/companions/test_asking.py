"""Tests go on to ask their objects what came of what was done."""

from __future__ import annotations

from random import Random

from testloom.model.statements import AttributeStatement, CallStatement, LiteralStatement, TestCase
from testloom.search import Knowledge, asked, seeded
from tests.unit.search.bank import bank, withdrawal


def test_an_object_is_asked_by_its_methods_and_properties() -> None:
    last: list[AttributeStatement | CallStatement] = []
    for seed in range(20):
        knowledge = Knowledge(bank(), ["bank:transfer"], Random(seed))
        [case] = seeded([withdrawal(3, 2)], knowledge)
        longer = asked(case, knowledge)
        assert longer is not None
        assert longer.is_valid()
        question = longer.statements[-1]
        assert isinstance(question, AttributeStatement | CallStatement)
        assert case.statements[1].id in question.references
        last.append(question)

    assert any(isinstance(s, AttributeStatement) and s.name == "is_empty" for s in last)
    assert any(isinstance(s, CallStatement) and s.callable.endswith("withdraw") for s in last)


def test_plain_values_say_nothing_more() -> None:
    case = TestCase((LiteralStatement(-1, 7),))

    assert asked(case, Knowledge(bank(), ["bank:transfer"], Random(1))) is None
