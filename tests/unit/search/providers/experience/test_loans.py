"""Objects of other tests, borrowed."""

from __future__ import annotations

import itertools
from random import Random

from testloom.model.statements import AssignmentStatement, CallStatement, LiteralStatement, TestCase
from testloom.model.types import TypeRef
from testloom.search import Knowledge
from testloom.search.providers.experience.loans import EAGERNESS, PATIENCE, Lenders, Loans
from tests.unit.search.bank import bank, withdrawal

USED = TestCase(
    (
        LiteralStatement(1, 70),
        LiteralStatement(2, "unused"),
        CallStatement(3, "bank:Account", None, (1,)),
        LiteralStatement(4, 20),
        CallStatement(5, "bank:Account.withdraw", 3, (4,)),
        AssignmentStatement(6, 3, "owner", 4),
        CallStatement(7, "bank:Account.withdraw", 3, (1,)),
    )
)


def test_an_object_comes_with_its_history_but_for_the_last_statement() -> None:
    [loan] = Loans.of([USED], bank()).offers["bank:Account"]

    assert [statement.id for statement in loan.statements] == [1, 3, 4, 5, 6]
    assert loan.value == 3


def test_the_same_object_is_offered_once_and_what_is_unknown_not_at_all() -> None:
    gone = TestCase((CallStatement(1, "bank:Safe"), CallStatement(2, "bank:Safe.open", 1)))

    loans = Loans.of([withdrawal(5, 3), withdrawal(5, 3), withdrawal(6, 3), gone], bank())

    assert {class_id: len(offers) for class_id, offers in loans.offers.items()} == {"bank:Account": 2}


def test_a_factory_borrows_with_ids_of_its_own() -> None:
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    loans = Loans.of([USED], bank())
    knowledge.experience.loans = Lenders([loans])
    literals = set()
    for _ in range(40):
        builder = knowledge.builder()
        value = builder.another(TypeRef("bank:Account"))
        case = TestCase(tuple(builder.draft.statements))
        assert case.is_valid()
        assert builder.draft.types[value] == TypeRef("bank:Account")
        literals |= {s.value for s in case if isinstance(s, LiteralStatement) and value in loans.borrowed}

    assert literals == {70, 20}


def test_what_does_not_pay_is_done_less_and_success_brings_it_back() -> None:
    loans, rng, fresh = Loans.of([USED], bank()), Random(1), itertools.count(100)
    while len(loans.borrowed) < PATIENCE:
        loans.draw("bank:Account", rng, fresh)
    tired = loans.eagerness
    loans.note_success(TestCase((LiteralStatement(min(loans.borrowed), 1),)))
    loans.note_success(USED)

    assert tired == EAGERNESS / 2
    assert tired < loans.eagerness < EAGERNESS
    assert loans.successes == 1
