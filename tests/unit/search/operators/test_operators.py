from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from testloom.model.statements import TestCase
from testloom.search.minimisation.removal import without
from testloom.search.operators.creation import random_test
from testloom.search.operators.crossover import cross
from testloom.search.operators.mutator import Mutator
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

SEEDS = st.integers(min_value=0, max_value=1 << 32)


def knowledge_of(seed: int) -> Knowledge:
    subject = bank()
    return Knowledge(subject, sorted(subject.callables), Random(seed))


def bred(seed: int, generations: int) -> list[TestCase]:
    knowledge = knowledge_of(seed)
    cases = [random_test(knowledge)]
    for _ in range(generations):
        cases.append(Mutator().mutated(cases[-1], knowledge, max_statements=30))
    return cases


@given(SEEDS)
@settings(deadline=None)
def test_created_and_mutated_test_cases_are_valid(seed: int) -> None:
    assert all(case.is_valid() for case in bred(seed, 25))


@given(SEEDS)
@settings(deadline=None)
def test_mutation_never_grows_a_test_case_beyond_the_limit(seed: int) -> None:
    first, *children = bred(seed, 25)
    assert all(len(child) <= max(30, len(first)) for child in children)


@given(SEEDS)
@settings(deadline=None)
def test_children_of_a_crossover_are_valid_and_not_too_long(seed: int) -> None:
    knowledge = knowledge_of(seed)
    one, other = random_test(knowledge), random_test(knowledge)
    for _ in range(10):
        one, other = cross(
            Mutator().mutated(one, knowledge, 30),
            Mutator().mutated(other, knowledge, 30),
            knowledge,
            max_statements=30,
        )
        assert one.is_valid() and other.is_valid()


@given(SEEDS)
@settings(deadline=None)
def test_removing_any_statement_leaves_a_valid_test_case(seed: int) -> None:
    case = bred(seed, 5)[-1]
    assert all(without(case, index).is_valid() for index in range(len(case)))


def test_the_same_seed_breeds_the_same_test_cases() -> None:
    assert [case.wire for case in bred(7, 30)] == [case.wire for case in bred(7, 30)]


def test_bytes_are_also_binary_data_where_the_subject_takes_bytes() -> None:
    values = ValueSource.of(replace(bank(), imports=("struct",)), Random(1))
    as_text = ValueSource.of(bank(), Random(1))

    made = {values.byte_string() for _ in range(400)}
    near = {values.neighbour(b"\x10frame") for _ in range(4000)}

    assert any(one.isascii() and one.isalnum() for one in made)
    assert any(b"\0\0" in one for one in made) and b"\xff" in made
    assert all(b"\0" not in as_text.byte_string() for _ in range(400))
    assert {b"\0frame", b"\x10frame\0\0\0", b"\x10\x10frame"} <= near


def test_lines_are_repeated_as_lines() -> None:
    values = knowledge_of(1).values

    near = {values.neighbour("[a]\nx = 1") for _ in range(400)}

    assert "[a]\nx = 1\n[a]\nx = 1" in near


def test_a_text_gets_a_line_more_where_the_subject_speaks_of_ends_of_lines() -> None:
    with_lines = ValueSource.of(replace(bank(), constants=("\n",)), Random(1))
    without_lines = ValueSource.of(bank(), Random(1))
    for values in (with_lines, without_lines):
        values.learn(["x = 1"])

    assert "[a]\nx = 1" in {with_lines.neighbour("[a]") for _ in range(400)}
    assert "[a]\nx = 1" not in {without_lines.neighbour("[a]") for _ in range(400)}


def test_values_from_elsewhere_are_used_like_constants_of_the_subject() -> None:
    values = knowledge_of(1).values

    values.learn(["ticket", 4711, True, None])

    assert 4711 in {values.integer() for _ in range(100)}
    assert "ticket" in {values.piece() for _ in range(100)}
    assert values.integers.count(7) == 1
