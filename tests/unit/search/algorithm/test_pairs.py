"""Goals of a pair: the branch of a caller and one of its callee in the same test."""

from __future__ import annotations

from random import Random

from testloom.integration.goals import CoupledGoal
from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.subject import Probe, Subject
from testloom.search import Archive, Budget, Chromosome, GoalIndex, Knowledge, PairCalls, evaluated, search
from testloom.search.algorithm.mosa import Mosa
from testloom.search.algorithm.objectives import OpenPairs
from testloom.search.goals.distances import first_missed
from testloom.search.operators.companions.covering import is_broken, with_covering_call
from testloom.search.operators.creation import random_test
from tests.unit.search.bank import FakeBank, bank, withdrawal

PROBES = (
    Probe(0, "entry", 1, "Cart.add"),
    Probe(1, "branch", 2, "Cart.add", 0, 0, True, "many is true"),
    Probe(2, "branch", 3, "Cart.add", 0, 0, False, "many is false"),
    Probe(3, "entry", 1, "Stock.take"),
    Probe(4, "branch", 2, "Stock.take", 3, 1, True, "left is true"),
    Probe(5, "branch", 3, "Stock.take", 4, 2, True, "last is true"),
)
PART = Probe(6, "outcome", 2, "Stock.take", 3, 3, False, "part is false")
SUBJECT = Subject("shop", "shop.py", probes=PROBES)
PAIRS = [
    CoupledGoal(f"{one.index}/{other.index}", 10 + place, 2, "", one, other)
    for place, (one, other) in enumerate(
        [(PROBES[1], PROBES[4]), (PROBES[1], PROBES[5]), (PROBES[2], PROBES[4]), (PROBES[2], PART)]
    )
]


def chromosome(hits: set[int], distances: dict[int, tuple[float, float]] | None = None) -> Chromosome:
    result = ExecutionResult("passed", Trace(frozenset(hits), distances or {}))
    return evaluated(withdrawal(1, 2), result, GoalIndex.of(PAIRS))


def covered(test: Chromosome) -> set[str]:
    return {goal.id for goal in PAIRS if test.covers(goal)}


def test_a_pair_is_covered_by_a_test_that_reaches_both() -> None:
    assert covered(chromosome({0, 1, 3, 4})) == {"1/4"}
    assert covered(chromosome({0, 1, 2, 3, 4, 5})) == {"1/4", "1/5", "2/4"}
    assert covered(chromosome({0, 2})) == set()


def test_the_outcome_of_a_part_of_a_condition_is_told_by_its_distance() -> None:
    assert covered(chromosome({0, 2, 3}, {3: (1.0, 0.0)})) == {"2/6"}
    assert covered(chromosome({0, 2, 3}, {3: (0.0, 1.0)})) == set()


def test_the_branch_of_the_caller_comes_first() -> None:
    objectives = OpenPairs(SUBJECT, Archive(tuple(PAIRS)))

    far, near = chromosome({0}, {0: (9.0, 0.0)}), chromosome({0}, {0: (1.0, 0.0)})
    distances = [objectives.distances(test)[PAIRS[0]] for test in (far, near)]

    assert objectives.current == (PAIRS[0], PAIRS[2])
    assert 2 > distances[0] > distances[1] > 1


def test_once_the_caller_leads_there_the_branches_of_the_callee_count() -> None:
    archive = Archive(tuple(PAIRS))
    archive.update(chromosome({0, 1, 3}))
    objectives = OpenPairs(SUBJECT, archive)

    assert [goal.id for goal in objectives.current] == ["1/4", "2/4"]
    through = chromosome({0, 1, 3}, {1: (3.0, 0.0)})
    assert 0 < objectives.distances(through)[PAIRS[0]] < 1
    assert PAIRS[0] not in objectives.distances(chromosome({0, 2}))
    archive.update(chromosome({0, 1, 3, 4}))
    assert [goal.id for goal in objectives.current] == ["1/5", "2/4"]


def test_of_tests_that_fail_on_the_way_back_the_one_that_gets_farther_is_nearer() -> None:
    objectives = OpenPairs(SUBJECT, Archive(tuple(PAIRS)))

    early, late = chromosome({0, 1, 3, 4}), chromosome({0, 1, 3, 4, 5})
    distances = [objectives.distances(test)[PAIRS[0]] for test in (early, late)]

    assert 1e-5 > distances[0] > distances[1] > 0


def test_what_was_missed_first_on_the_way_is_what_is_aimed_at() -> None:
    assert first_missed(PROBES[5], frozenset({3}), SUBJECT) is PROBES[4]
    assert first_missed(PROBES[5], frozenset({3, 4}), SUBJECT) is PROBES[5]
    assert first_missed(PROBES[5], frozenset(), SUBJECT) is PROBES[3]


def test_the_distances_of_all_conditions_on_the_way_are_wanted() -> None:
    mosa = Mosa(knowledge_of(), OpenPairs(SUBJECT, Archive(())), Archive(tuple(PAIRS[1:2])), Settings())
    mosa.knowledge.subject = SUBJECT

    assert set(mosa.wanted()) == {0, 1, 2}


def knowledge_of(*covering: str) -> Knowledge:
    made = Knowledge(bank(), ["bank:Account", "bank:Account.withdraw", "bank:transfer"], Random(3))
    made.targets.covering = [called for called in made.targets.wanted if called.id in covering]
    return made


def test_every_new_test_calls_a_covering_method() -> None:
    made = knowledge_of("bank:Account.withdraw")

    assert not any(is_broken(random_test(made), made) for _ in range(50))


def test_a_private_function_that_gets_to_the_callee_will_do_as_a_last_resort() -> None:
    made = knowledge_of("bank:transfer")
    hidden = made.subject.callables["bank:Account.withdraw"]
    made.targets.hidden = [hidden]
    mosa = Mosa(made, OpenPairs(SUBJECT, Archive(())), Archive(tuple(PAIRS)), Settings())
    mosa.take([])

    assert not is_broken(withdrawal(1, 2), made)
    assert made.targets.private == [hidden]


def test_a_broken_test_is_repaired_if_there_is_room() -> None:
    made = knowledge_of("bank:transfer")
    case = withdrawal(1, 2)

    fixed = with_covering_call(case, made, 40)
    assert fixed is not None
    assert fixed.statements[: len(case)] == case.statements
    assert not is_broken(fixed, made)
    assert with_covering_call(case, made, len(case)) is None
    assert with_covering_call(case, knowledge_of(), len(case)) is case


def test_a_search_covers_pairs() -> None:
    subject = bank()
    over, within = subject.probes[1], subject.probes[3]
    goals = [CoupledGoal("both", 4, 11, "", over, within)]
    targets = ["bank:Account.withdraw"]

    result = search(
        subject, goals, targets, FakeBank(), Settings(seed=1), Budget(20.0, 40_000), pair=PairCalls(targets)
    )

    [best] = result.archive.best.values()
    assert {1, 3} <= best.hits
