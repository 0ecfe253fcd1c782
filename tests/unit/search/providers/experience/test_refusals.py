"""What the guard refuses a call is answered by a double in the tests that come after."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.settings import Settings
from testloom.model.statements import Answer, CallStatement, DoubleStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, SubjectClass
from testloom.model.types import TypeRef
from testloom.search import Knowledge
from testloom.search.operators.replacing import permitted
from testloom.search.providers.callables.pair_calls import PairCalls
from testloom.search.providers.experience.last_resort import LastResort, has_vague_double
from testloom.search.providers.experience.refusals import Refusals
from tests.unit.search.bank import bank
from tests.unit.search.providers.last_resorts import shop

BANK = bank()
OF_CLIENT = TypeRef("net:Gateway")
CLIENT = Callable("net:Gateway", "constructor", "net:Gateway", returns=OF_CLIENT, in_subject=False)
OPENING = Callable("net:open_gateway", "function", returns=OF_CLIENT, in_subject=False)
SHOP = replace(shop(), callables={**shop().callables, CLIENT.id: CLIENT, OPENING.id: OPENING})
SHOP = replace(SHOP, classes={**SHOP.classes, CLIENT.id: SubjectClass(CLIENT.id, in_subject=False)})
MADE = CallStatement(101, "bank:Account")
CASE = TestCase((MADE, CallStatement(102, "bank:Account.deposit", 101, ())))
GATEWAY = CallStatement(103, "net:Gateway")
USING = TestCase((GATEWAY, CallStatement(104, "bank:pay", None, (103,))))
REFUSED = ExecutionResult(
    "passed", Trace(frozenset()), denied=("start a process",), touched=(("seam", "subprocess:Popen"),)
)
PASSED = ExecutionResult("passed", Trace(frozenset()))
DOUBLE, PLACED = DoubleStatement(7), StateStatement(8, "subprocess:Popen", 7)


def test_a_call_that_is_always_refused_needs_a_double() -> None:
    refusals = Refusals()
    for _ in range(30):
        refusals.note(TestCase((MADE,)), REFUSED, BANK)

    assert refusals.places(TestCase((MADE,)), Random(0)) == ["subprocess:Popen"]
    assert refusals.places(TestCase((DOUBLE, PLACED, MADE)), Random(0)) == []


def test_a_call_that_is_seldom_refused_seldom_needs_one() -> None:
    refusals, rng = Refusals(), Random(0)
    refusals.note(TestCase((MADE,)), REFUSED, BANK)
    for _ in range(9):
        refusals.note(TestCase((MADE,)), PASSED, BANK)

    needed = sum(bool(refusals.places(TestCase((MADE,)), rng)) for _ in range(1000))
    assert 50 < needed < 200


def test_a_call_that_was_refused_once_is_seen_without_a_double_again() -> None:
    refusals = Refusals()
    refusals.note(TestCase((MADE,)), REFUSED, BANK)
    for _ in range(9):
        refusals.note(TestCase((DOUBLE, PLACED, MADE)), PASSED, BANK)

    needed = sum(bool(refusals.places(TestCase((MADE,)), Random(seed))) for seed in range(100))
    assert 20 < needed < 80


def test_what_gets_answers_of_a_service_needs_no_double() -> None:
    refusals, touched = Refusals(), (("answers", "requests"), *REFUSED.touched)
    for _ in range(30):
        refusals.note(TestCase((MADE,)), replace(REFUSED, touched=touched), BANK)

    assert refusals.places(TestCase((MADE,)), Random(0)) == []


@pytest.mark.parametrize(
    ("through", "places"), [("start", ["bank:Worker"]), ("fork", ["bank:fork"]), ("", [])]
)
def test_what_the_subject_called_when_it_was_refused_something_is_doubled(
    through: str, places: list[str]
) -> None:
    start = Callable("bank:Worker.start", "method", "bank:Worker", in_subject=False)
    subject = replace(
        BANK,
        collaborators=("bank:Worker", "bank:fork", "bank:Config"),
        callables={**BANK.callables, start.id: start},
    )
    error = RaisedException("net:RequestError", "refused", False, True, through=through)
    refused = ExecutionResult("raised", Trace(frozenset()), 101, error, REFUSED.denied)
    refusals = Refusals()
    for _ in range(30):
        refusals.note(TestCase((MADE,)), refused, subject)

    assert refusals.places(TestCase((MADE,)), Random(0)) == places


def test_only_the_last_call_of_a_test_is_what_was_refused() -> None:
    refusals = Refusals()
    for _ in range(30):
        refusals.note(CASE, REFUSED, BANK)

    assert refusals.places(TestCase((MADE,)), Random(0)) == []
    assert refusals.places(CASE, Random(0)) == ["subprocess:Popen"]


def test_what_was_reached_without_a_refusal_and_what_a_double_has_let_pass_say_nothing_of_the_rest() -> None:
    refusals = Refusals()
    stopped = ExecutionResult("raised", Trace(frozenset()), 101, None, REFUSED.denied, REFUSED.touched)
    refusals.note(TestCase((DOUBLE, PLACED, MADE)), REFUSED, BANK)
    assert refusals.places(CASE, Random(0)) == []

    refusals.note(CASE, stopped, BANK)
    assert refusals.places(TestCase((CASE.statements[1],)), Random(0)) == []


def test_a_double_that_has_served_serves_again_with_its_answers() -> None:
    refusals = Refusals()
    told = DoubleStatement(7, answers=(Answer("().poll()", 6),))
    refusals.note_success(TestCase((LiteralStatement(5, 1), LiteralStatement(6, 0), told, PLACED, MADE)))

    served = [refusals.served("subprocess:Popen", Random(seed), count(20)) for seed in range(20)]

    assert {len(statements) for statements in served} == {0, 3}
    used = next(statements for statements in served if statements)
    assert TestCase(used).is_valid() and {statement.id for statement in used} == {20, 21, 22}
    assert refusals.served("os:kill", Random(0), count(20)) == ()


def test_a_test_is_permitted_by_a_double_unless_it_would_be_too_long_or_there_are_none() -> None:
    knowledge = Knowledge(bank(), ["bank:Account"], Random(0))
    for _ in range(300):
        knowledge.experience.refusals.note(TestCase((MADE,)), REFUSED, BANK)
    case = TestCase((MADE,))

    whole = permitted(case, knowledge, 20)
    assert whole.is_valid() and whole.statements[-1] == MADE
    assert any(isinstance(entry, StateStatement) for entry in whole.statements)
    assert permitted(case, knowledge, 2) is case

    with knowledge.last_resort.suspended():
        assert permitted(case, knowledge, 20) is case
    knowledge.last_resort = LastResort(Settings(without=("doubles",)))
    assert permitted(case, knowledge, 20) is case


def test_a_client_of_which_much_is_refused_is_doubled_as_often() -> None:
    refusals, rng = Refusals(), Random(0)
    for result in (REFUSED, PASSED, PASSED):
        for _ in range(100):
            refusals.note(USING, result, SHOP)

    doubled = sum(refusals.forbids("net:Gateway", rng) for _ in range(1000))
    assert 250 < doubled < 400
    assert not refusals.forbids("bank:Account", rng)


@pytest.mark.parametrize("maker", [OPENING, replace(OPENING, id="bank:open_gateway", in_subject=True)])
def test_a_client_that_a_function_makes_is_doubled_as_often(maker: Callable) -> None:
    refusals, subject = Refusals(), replace(SHOP, callables={**SHOP.callables, maker.id: maker})
    made = CallStatement(103, maker.id)
    for _ in range(100):
        refusals.note(TestCase((made, USING.statements[1])), REFUSED, subject)
    assert sum(refusals.forbids("net:Gateway", Random(seed)) for seed in range(100)) > 90

    alone = Refusals()
    for _ in range(100):
        alone.note(TestCase((made,)), REFUSED, subject)
    assert not alone.forbids("net:Gateway", Random(0))


@pytest.mark.parametrize("made", ["bank:Account", "pathlib:Path"])
def test_an_object_of_the_subject_or_the_library_that_a_function_makes_is_not_doubled(made: str) -> None:
    refusals = Refusals()
    owner = Callable("bank:open_account", "function", returns=TypeRef(made))
    subject = replace(SHOP, callables={**SHOP.callables, owner.id: owner})
    for _ in range(30):
        refusals.note(TestCase((CallStatement(101, owner.id), CASE.statements[1])), REFUSED, subject)

    assert not refusals.forbids(made, Random(0))


def test_what_is_refused_while_others_are_built_says_nothing_of_them() -> None:
    refusals = Refusals()
    for _ in range(30):
        refusals.note(TestCase((GATEWAY,)), REFUSED, SHOP)

    assert not refusals.forbids("net:Gateway", Random(0))


def test_an_object_that_only_stands_by_is_not_doubled() -> None:
    refusals, rng = Refusals(), Random(0)
    doubled = TestCase((DoubleStatement(103, "net:Gateway"), USING.statements[1]))
    for _ in range(100):
        refusals.note(USING, REFUSED, SHOP)
        refusals.note(doubled, REFUSED, SHOP)

    assert not any(refusals.forbids("net:Gateway", rng) for _ in range(100))


def test_a_client_that_could_be_built_is_doubled_before_doubles_are_due() -> None:
    knowledge = Knowledge(SHOP, ["bank:pay"], Random(0))
    assert _classes_given(knowledge) == {CallStatement}

    for _ in range(300):
        knowledge.experience.refusals.note(USING, REFUSED, SHOP)
    assert DoubleStatement in _classes_given(knowledge)

    with knowledge.last_resort.suspended():
        assert _classes_given(knowledge) == {CallStatement}
    knowledge.pair = PairCalls(real=["net:Gateway"])
    assert _classes_given(knowledge) == {CallStatement}


def _classes_given(knowledge: Knowledge) -> set[type]:
    """The kinds of statements that make a gateway."""
    builders = [knowledge.builder() for _ in range(30)]
    made = [(builder, builder.value(TypeRef("net:Gateway"))) for builder in builders]
    return {type(s) for builder, value in made for s in builder.draft.statements if s.id == value}


@pytest.mark.parametrize(
    ("answers", "is_vague"),
    [
        ((), True),
        ((Answer("()", 6),), False),
        ((Answer("()", 5, raises=True),), False),
        ((Answer("()", 5),), True),
        ((Answer("().poll()", 6),), True),
    ],
)
def test_a_double_is_not_vague_if_all_that_is_asked_of_it_has_a_plain_answer(
    answers: tuple[Answer, ...], is_vague: bool
) -> None:
    given = CallStatement(5, "bank:Account"), LiteralStatement(6, 0)
    case = TestCase((*given, DoubleStatement(7, answers=answers), PLACED, MADE))

    assert has_vague_double(case) is is_vague
    assert has_vague_double(TestCase((*given, DoubleStatement(7, answers=answers), MADE)))
