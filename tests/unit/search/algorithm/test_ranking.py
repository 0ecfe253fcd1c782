from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Probe
from testloom.search import Chromosome, Goal
from testloom.search.algorithm.ranking import FAR, dominates, leaders, survivors
from testloom.search.chromosome import evaluated
from testloom.search.goals.branches import ProbeGoal

GOALS: list[Goal] = [ProbeGoal.of(str(index), Probe(index, "branch", index, "f")) for index in range(4)]
DISTANCES = st.dictionaries(st.sampled_from(GOALS), st.sampled_from([0.0, 0.25, 0.5, 0.9]))


def chromosome(length: int = 1) -> Chromosome:
    case = TestCase(tuple(LiteralStatement(index, None) for index in range(length)))
    return evaluated(case, ExecutionResult("passed", Trace(frozenset())))


def test_the_nearest_test_to_each_goal_survives_whatever_else_it_is() -> None:
    near_one, near_other, middling = chromosome(), chromosome(), chromosome()
    vectors = {
        near_one: {GOALS[0]: 0.1},
        near_other: {GOALS[1]: 0.1},
        middling: {GOALS[0]: 0.2, GOALS[1]: 0.2, GOALS[2]: 0.9},
    }

    assert survivors([middling, near_other, near_one], vectors, GOALS[:2], 2) == [near_one, near_other]


def test_the_nearest_test_that_can_be_kept_survives_beside_one_that_cannot() -> None:
    error = RaisedException("builtins:TypeError", "", explicit=False, in_subject=True)
    result = ExecutionResult("raised", Trace(frozenset()), 0, error)
    senseless = evaluated(TestCase((LiteralStatement(0, None),)), result)
    sensible, other = chromosome(), chromosome()
    vectors = {senseless: {GOALS[0]: 0.0}, sensible: {GOALS[0]: 0.1}, other: {GOALS[0]: 0.2}}

    assert survivors([other, sensible, senseless], vectors, GOALS[:1], 2) == [senseless, sensible]


def test_the_shorter_of_equally_near_tests_leads() -> None:
    short, long = chromosome(1), chromosome(5)
    vectors = {long: {GOALS[0]: 0.5}, short: {GOALS[0]: 0.5}}

    assert leaders([long, short], vectors) == {GOALS[0]: short}


def test_the_front_that_nobody_dominates_comes_before_the_rest() -> None:
    best, front, dominated = chromosome(), chromosome(), chromosome()
    vectors = {best: {GOALS[0]: 0.0}, front: {GOALS[1]: 0.2}, dominated: {GOALS[1]: 0.4}}

    assert survivors([dominated, front, best], vectors, GOALS[:1], 2) == [best, front]


@given(DISTANCES, DISTANCES)
def test_dominance_is_a_strict_order_on_full_vectors(
    one: Mapping[Goal, float], other: Mapping[Goal, float]
) -> None:
    full = [tuple(vector.get(goal, FAR) for goal in GOALS) for vector in (one, other)]
    expected = full[0] != full[1] and all(a <= b for a, b in zip(*full, strict=True))

    assert dominates(one, other) == expected
    assert not (dominates(one, other) and dominates(other, one))


@given(st.lists(DISTANCES, min_size=1, max_size=12), st.integers(1, 12))
def test_as_many_survive_as_there_is_room_for(vectors: list[Mapping[Goal, float]], size: int) -> None:
    population = {chromosome(): vector for vector in vectors}

    kept = survivors(list(population), population, GOALS, size)

    assert len(kept) == len(set(kept)) == min(size, len(population))
