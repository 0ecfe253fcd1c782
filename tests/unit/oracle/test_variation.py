"""Tests are varied towards where a mutant makes a difference that comes out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.databases import Databases, Schema
from testloom.model.mutation import Mutant
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Subject
from testloom.oracle import GuidedVariation
from testloom.search import Knowledge
from tests.unit.search.bank import FakeBank, bank, withdrawal

MUTANT = Mutant(7, "boundary", 11, "Account.withdraw", ">", ">=")


def test_tests_in_which_a_mutant_infects_the_state_are_varied_most() -> None:
    knowledge = Knowledge(bank(), ["bank:Account.withdraw"], Random(1))
    variation = GuidedVariation(knowledge, FakeBank(), {MUTANT.id: MUTANT}, patience=1)
    reaching, infecting, other = withdrawal(9, 1), withdrawal(9, 9), withdrawal(9, 2)
    variation.begin({MUTANT.id: [reaching]})
    variation.take_in(infecting, {MUTANT.id: True})
    variation.take_in(other, {MUTANT.id: False})

    parents = [parent for _ in range(5) for parent in variation.batch([MUTANT.id]).tests.values()]

    assert {reaching, infecting, other} == set(parents)
    assert parents.count(infecting) > 2 * (parents.count(reaching) + parents.count(other))


def test_only_tests_that_may_fill_a_database_grow_long() -> None:
    calls = [CallStatement(10 + n, "bank:Account.withdraw", 2, (3,)) for n in range(24)]
    long = TestCase((*withdrawal(9, 1).statements[:4], *calls))
    stored = replace(bank(), databases=Databases(Schema()))

    def longest(subject: Subject) -> int:
        knowledge = Knowledge(subject, ["bank:Account.withdraw"], Random(1))
        variation = GuidedVariation(knowledge, FakeBank(), {MUTANT.id: MUTANT}, patience=1)
        variation.begin({MUTANT.id: [withdrawal(9, 1), long]})
        made = variation.batch([MUTANT.id]).tests.items()
        return max(len(case) for case, parent in made if len(parent) < len(long))

    assert longest(bank()) <= 20 < longest(stored)


def test_a_test_with_large_values_is_varied_and_may_grow_no_more() -> None:
    words = [LiteralStatement(10 + n, f"w{n}") for n in range(24)]
    listed = CollectionStatement(40, "list", tuple(word.id for word in words))
    noted = CallStatement(41, "bank:Account.withdraw", 2, (40,))
    wide = TestCase((*withdrawal(9, 1).statements[:2], *words, listed, noted))
    knowledge = Knowledge(bank(), ["bank:Account.withdraw"], Random(1))
    variation = GuidedVariation(knowledge, FakeBank(), {MUTANT.id: MUTANT}, patience=1)
    variation.begin({MUTANT.id: [wide]})

    made = variation.batch([MUTANT.id]).tests

    assert sum(case != wide and len(case) > 20 for case in made) > 5
    assert max(map(len, made)) <= len(wide) + 1
