"""Tests are varied towards where a mutant makes a difference that comes out."""

from __future__ import annotations

from random import Random

from testloom.model.mutation import Mutant
from testloom.oracle import LedVariation
from testloom.search import TestFactory
from tests.unit.search.bank import FakeBank, bank, withdrawal

MUTANT = Mutant(7, "boundary", 11, "Account.withdraw", ">", ">=")


def test_tests_in_which_a_mutant_infects_the_state_are_varied_most() -> None:
    factory = TestFactory(bank(), ["bank:Account.withdraw"], Random(1))
    variation = LedVariation(factory, FakeBank(), {MUTANT.id: MUTANT})
    reaching, infecting, other = withdrawal(9, 1), withdrawal(9, 9), withdrawal(9, 2)
    variation.begin({MUTANT.id: [reaching]})
    variation.take_in(infecting, {MUTANT.id: True})
    variation.take_in(other, {MUTANT.id: False})

    parents = [parent for _ in range(5) for parent in variation.batch([MUTANT.id]).tests.values()]

    assert {reaching, infecting, other} == set(parents)
    assert parents.count(infecting) > 2 * (parents.count(reaching) + parents.count(other))
