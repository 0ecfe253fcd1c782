"""Doubles answer as what they stand for does when it goes well."""

from __future__ import annotations

from random import Random

from testloom.model.statements import CollectionStatement, DoubleStatement, LiteralStatement
from testloom.search import Knowledge
from testloom.search.operators.replacing import doubled
from testloom.search.providers.outcomes import good_outcome
from tests.unit.search.bank import bank


def test_a_program_that_is_checked_has_ended_well() -> None:
    builder = Knowledge(bank(), [], Random(0)).builder()

    [answer] = good_outcome("check_call", builder)

    [code] = builder.draft.statements
    assert (answer.path, answer.value) == ("()", code.id)
    assert isinstance(code, LiteralStatement) and code.value == 0


def test_several_results_are_a_tuple_and_of_other_names_nothing_is_known() -> None:
    builder = Knowledge(bank(), [], Random(0)).builder()

    [answer] = good_outcome("getstatusoutput", builder)

    *_, made = builder.draft.statements
    assert isinstance(made, CollectionStatement) and (made.kind, made.id) == ("tuple", answer.value)
    assert good_outcome("transfer", builder) == ()


def test_doubles_mostly_answer_so() -> None:
    made = [doubled("os:system", Knowledge(bank(), [], Random(seed))) for seed in range(30)]
    doubles = [one for steps in made for one in steps if isinstance(one, DoubleStatement)]

    answered = [double for double in doubles if any(not answer.raises for answer in double.answers)]
    assert len(doubles) == 30 and 8 < len(answered) < 30
