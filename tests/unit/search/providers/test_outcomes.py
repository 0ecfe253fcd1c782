"""Doubles answer as what they stand for does when it goes well."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.statements import CollectionStatement, DoubleStatement, LiteralStatement
from testloom.model.subject import Callable
from testloom.search import Knowledge
from testloom.search.operators.replacing import doubled
from testloom.search.providers.doubles.outcomes import good_outcome
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


def test_a_function_of_the_project_that_is_called_like_one_of_them_answers_something_else() -> None:
    subject = bank()
    known = replace(subject, callables={**subject.callables, "bank:run": Callable("bank:run", "function")})
    made = [doubled("bank:run", Knowledge(known, [], Random(seed))) for seed in range(30)]

    answers = [
        a for statements in made for s in statements if isinstance(s, DoubleStatement) for a in s.answers
    ]
    assert all(answer.raises for answer in answers)
