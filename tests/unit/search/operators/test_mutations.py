"""Mutations change a test case at one statement, and those that win are chosen more often."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    TestCase,
)
from testloom.search.algorithm.crediting import BY_RANK, Crediting, Origin
from testloom.search.archive import Archive
from testloom.search.chromosome import evaluated
from testloom.search.goals import GoalIndex, goals_of
from testloom.search.operators.creation import random_test
from testloom.search.operators.mutations import MUTATIONS, Site
from testloom.search.operators.mutator import WEIGHTS, Mutator
from testloom.search.operators.operator import Operator
from testloom.search.portfolio import Portfolio
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank, run_withdrawal, withdrawal

ITEMS = TestCase((LiteralStatement(1, 5), LiteralStatement(2, 6), CollectionStatement(3, "list", (1, 2))))


def knowledge_of(seed: int) -> Knowledge:
    return Knowledge(bank(), sorted(bank().callables), Random(seed))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: str(mutation.name))
def test_every_mutation_leaves_a_valid_test_case(mutation: Operator[Site]) -> None:
    for seed in range(30):
        knowledge = knowledge_of(seed)
        case = random_test(knowledge)
        for place in range(len(case)):
            site = Site(case, place, knowledge)
            children = mutation.propose(site) if mutation.applies(site) else ()
            assert all(child.is_valid() for child in children)


@pytest.mark.parametrize(
    ("name", "items"), [("delete item", 1), ("repeat item", 3), ("change item", 2), ("add item", 3)]
)
def test_a_collection_gets_more_fewer_or_other_items(name: str, items: int) -> None:
    [mutation] = [known for known in MUTATIONS if known.name == name]

    [child] = mutation.propose(Site(ITEMS, 2, knowledge_of(1)))

    changed = child.statements[-1]
    assert isinstance(changed, CollectionStatement) and len(changed.items) == items


def test_a_mutation_that_wins_is_chosen_more_often() -> None:
    shares = Counter[str]()
    for winner in ("add item", "delete item"):
        mutator, knowledge = Mutator(), knowledge_of(1)
        for name in WEIGHTS:
            mutator.credit.credits[name].lately_tried = 500
        mutator.credit.credits[winner].lately_won = 100
        for _ in range(300):
            mutator.used.clear()
            mutator.mutated(ITEMS, knowledge, 30)
            shares[winner] += "add item" in mutator.used

    assert shares["add item"] > 1.5 * shares["delete item"]


def test_mutations_are_credited_with_what_their_child_covers() -> None:
    subject, portfolio = bank(), Portfolio(WEIGHTS)
    goals = tuple(goals_of(subject, [probe.index for probe in subject.probes]))
    archive, credit = Archive(goals), Crediting(Portfolio({}), portfolio)
    child = withdrawal(1, 2)
    credit.note_child(child, Origin(BY_RANK, "mutate", ("change value",), ()))
    chromosome = evaluated(child, run_withdrawal(child), GoalIndex.of(goals))
    archive.update(chromosome)

    credit.note_results([chromosome], archive)

    assert portfolio.credits["change value"].tried == 1
    assert portfolio.credits["change value"].covered == len(archive.best) > 0
    assert portfolio.credits["delete item"].tried == 0


def test_covering_without_a_double_what_only_a_test_with_one_did_is_credited_again() -> None:
    subject, portfolio = bank(), Portfolio(WEIGHTS)
    goals = tuple(goals_of(subject, [probe.index for probe in subject.probes]))
    archive, credit = Archive(goals), Crediting(Portfolio({}), portfolio)
    plain = withdrawal(1, 2)
    tests = [TestCase((DoubleStatement(9), *plain.statements)), plain, withdrawal(1, 2)]
    names = ("add item", "change value", "delete item")
    for case, name in zip(tests, names, strict=True):
        credit.note_child(case, Origin(BY_RANK, "mutate", (name,), ()))
        archive.update(chromosome := evaluated(case, run_withdrawal(plain), GoalIndex.of(goals)))
        credit.note_results([chromosome], archive)

    assert [portfolio.credits[name].covered for name in names] == [len(archive.best), len(archive.best), 0]


def test_an_argument_is_changed_without_the_others() -> None:
    [mutation] = [known for known in MUTATIONS if known.name == "change argument"]
    call = CallStatement(3, "bank:Account.withdraw", 1, (2,))
    case = TestCase((CallStatement(1, "bank:Account"), LiteralStatement(2, 5), call))

    [child] = mutation.propose(Site(case, 2, knowledge_of(2)))

    changed = child.statements[-1]
    assert isinstance(changed, CallStatement) and changed.receiver == 1 and len(changed.args) == 1
