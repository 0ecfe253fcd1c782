"""When doubles and private names are used, and what becomes of tests with them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testloom.model.execution import ExecutionResult, Trace
from testloom.model.settings import Settings
from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, SubjectClass
from testloom.model.texts.names import home_of, is_private
from testloom.model.types import ANY, TypeRef
from testloom.search.chromosome import evaluated
from testloom.search.minimisation.minimise import minimise, one_by_one
from testloom.search.operators.creation import add_assignment, private_test, random_test
from testloom.search.operators.crossover import cross
from testloom.search.operators.mutator import Mutator
from testloom.search.providers.experience.last_resort import (
    OBSTINATE,
    PATIENCE,
    LastResort,
    doubled_in,
    has_double,
    is_last_resort,
    misuses,
    private_in,
)
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import FakeBank, bank
from tests.unit.search.providers.last_resorts import ALWAYS, doubles_in, knowledge_of, shop


def test_what_nothing_offers_and_what_cannot_be_built_is_doubled_at_once() -> None:
    tests = [random_test(knowledge_of(seed, Settings())) for seed in range(60)]

    assert doubles_in(tests) == {"debug,info", "net:Gateway"}


def test_what_can_be_built_is_doubled_late() -> None:
    late = Settings(doubles_after=0, doubles_probability=1)

    assert "bank:Account" not in doubles_in(
        [random_test(knowledge_of(seed, Settings())) for seed in range(60)]
    )
    assert "bank:Account" in doubles_in([random_test(knowledge_of(seed, late)) for seed in range(60)])


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_doubled_before_each_way_to_make_it_was_tried(seed: int) -> None:
    knowledge = knowledge_of(seed, Settings(doubles_after=0, doubles_probability=1))
    knowledge.experience.makers.add("bank:Account", Callable("bank:open_account", "function"))
    builder = knowledge.builder()
    while not any(isinstance(statement, DoubleStatement) for statement in builder.draft.statements):
        builder.at(1).another(TypeRef("bank:Account"))

    tried = {
        statement.callable for statement in builder.draft.statements if isinstance(statement, CallStatement)
    }
    assert tried >= {"bank:Account", "bank:open_account"}


def test_without_doubles_and_private_there_are_none() -> None:
    plain = replace(ALWAYS, without=("doubles", "private"))

    assert not any(is_last_resort(random_test(knowledge_of(seed, plain))) for seed in range(60))


@pytest.mark.parametrize(("spent", "expected"), [(0.49, False), (0.5, True)])
def test_what_could_be_built_is_built_for_half_of_the_budget_even_when_the_search_stagnates(
    spent: float, expected: bool
) -> None:
    resort = LastResort(Settings(doubles_probability=1), lambda: spent)

    for _ in range(2 * PATIENCE):
        resort.note_generation(0)

    assert resort.doubles(Random(1)) is expected


def test_what_tests_fail_within_again_and_again_is_doubled_at_once() -> None:
    resort = LastResort(Settings(doubles_probability=1))

    for _ in range(OBSTINATE):
        assert not resort.replaces("fetch", Random(1))
        resort.note_failure("fetch")

    assert resort.replaces("fetch", Random(1)) and not resort.replaces("parse", Random(1))


def test_without_doubles_nothing_that_fails_is_doubled() -> None:
    resort = LastResort(Settings(without=("doubles",)))

    for _ in range(OBSTINATE):
        resort.note_failure("fetch")

    assert not resort.replaces("fetch", Random(1))


@pytest.mark.parametrize(("spent", "expected"), [(0.39, False), (0.41, True)])
def test_what_is_private_waits_for_half_of_its_share_even_when_the_search_stagnates(
    spent: float, expected: bool
) -> None:
    resort = LastResort(Settings(private_after=0.8, private_probability=1), lambda: spent)

    for _ in range(2 * PATIENCE):
        resort.note_generation(0)

    assert resort.private(Random(1)) is expected


@pytest.mark.parametrize(("spent", "expected"), [(0.19, False), (0.21, True)])
def test_what_is_private_and_no_test_has_run_waits_for_a_quarter_of_its_share(
    spent: float, expected: bool
) -> None:
    resort = LastResort(Settings(private_after=0.8, private_probability=1), lambda: spent)

    assert resort.unreached(Random(1)) is expected and not resort.private(Random(1))
    with resort.suspended():
        assert not resort.unreached(Random(1))


def test_something_private_that_no_test_has_run_is_called_before_the_rest() -> None:
    early = knowledge_of(1, Settings(private_after=1, private_probability=1))
    early.last_resort.spent = lambda: 0.5

    assert private_test(early) is None

    early.targets.unreached = early.targets.private
    case = private_test(early)

    assert case is not None and private_in(case) == ("bank:_audit",)


@given(st.integers(min_value=0, max_value=1 << 32))
@settings(deadline=None, max_examples=50)
def test_tests_with_doubles_stay_valid_and_give_none_to_nothing_private(seed: int) -> None:
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
    assert not misuses(random_test(knowledge))


def test_what_was_a_last_resort_is_told() -> None:
    case = TestCase(
        (
            DoubleStatement(1, "shop:Gateway"),
            DoubleStatement(2),
            StateStatement(3, "shop:connect", 2),
            DoubleStatement(4, "", ("get", "post")),
            CallStatement(5, "shop:Till._open"),
        )
    )

    assert doubled_in(case) == ("shop:Gateway", "shop:connect", "get, post")
    assert private_in(case) == ("shop:Till._open",)


def test_a_test_without_doubles_is_preferred_however_long_it_is() -> None:
    passed = ExecutionResult("passed", Trace(frozenset({1})))
    doubled = evaluated(TestCase((DoubleStatement(1),)), passed)
    long = evaluated(TestCase(tuple(LiteralStatement(n, "x" * 50) for n in range(30))), passed)

    assert long.cost < doubled.cost


def test_minimisation_drops_answers_and_never_gives_none_to_what_is_private() -> None:
    case = TestCase(
        (
            LiteralStatement(1, "memo"),
            DoubleStatement(2, "", ("debug",), (Answer("debug()", 1),)),
            CallStatement(3, "bank:_audit", None, (1,)),
            CallStatement(4, "bank:report", None, (2,)),
        )
    )
    executor = FakeBank(lambda _: ExecutionResult("passed", Trace(frozenset())))
    small = minimise(evaluated(case, executor.execute([case])[0]), [], shop(), executor, lambda: False)

    assert not any(s.answers for s in small.case if isinstance(s, DoubleStatement))
    assert not misuses(small.case)


def test_minimisation_puts_a_plain_value_in_place_of_a_double_that_makes_no_difference() -> None:
    case = TestCase(
        (DoubleStatement(1), DoubleStatement(2, "net:Gateway"), CallStatement(3, "bank:pay", None, (1, 2)))
    )
    executor = FakeBank(lambda _: ExecutionResult("passed", Trace(frozenset())))

    small = minimise(evaluated(case, executor.execute([case])[0]), [], shop(), executor, lambda: False)

    assert not any(isinstance(s, DoubleStatement) and not s.spec for s in small.case)


def test_minimisation_hands_over_a_double_itself_where_an_object_only_held_it() -> None:
    made = CallStatement(2, "net:Gateway", None, (1,))
    case = TestCase((DoubleStatement(1), made, CallStatement(3, "bank:report", None, (2,))))
    subject = replace(shop(), classes={**shop().classes, "net:Gateway": SubjectClass("net:Gateway")})
    passed = ExecutionResult("passed", Trace(frozenset()))
    executor = FakeBank(lambda _: passed)

    def reports(case: TestCase) -> bool:
        return has_double(case) and getattr(case.statements[-1], "callable", "") == "bank:report"

    small = minimise(evaluated(case, passed), [], subject, executor, lambda: False, one_by_one(reports))

    assert [getattr(statement, "callable", "double") for statement in small.case] == ["double", "bank:report"]


@pytest.mark.parametrize(
    ("path", "private", "home"),
    [
        ("shop.cart:Cart._total", True, "shop.cart:Cart"),
        ("shop.cart:_total", True, "shop:cart"),
        ("cart:_total", True, "cart"),
        ("shop.cart:_Cart.total", True, "shop:cart"),
        ("shop._cart:Cart.__len__", False, "shop._cart:Cart"),
    ],
)
def test_private_names_are_known_by_how_they_begin(path: str, private: bool, home: str) -> None:
    assert is_private(path) is private
    assert home_of(path) == home


def test_an_assigned_private_attribute_is_a_last_resort_and_never_none() -> None:
    made = (LiteralStatement(1, 5), CallStatement(2, "bank:Account", None, (1,)))
    case = TestCase((*made, AssignmentStatement(3, 2, "_limit", 1)))

    assert is_last_resort(case) and private_in(case) == ("bank:Account._limit",)
    assert not misuses(case)
    assert misuses(TestCase((LiteralStatement(0, None), *made, AssignmentStatement(3, 2, "_limit", 0))))


@pytest.mark.parametrize(("chosen", "expected"), [(ALWAYS, "_limit"), (Settings(), "owner")])
def test_private_attributes_are_assigned_late(chosen: Settings, expected: str) -> None:
    account = SubjectClass("bank:Account", assignable={"owner": ANY}, private={"_limit": TypeRef("none")})
    knowledge = Knowledge(replace(bank(), classes={"bank:Account": account}), ["bank:transfer"], Random(1))
    knowledge.last_resort = LastResort(chosen)
    builder = knowledge.builder([LiteralStatement(-1, 1), CallStatement(-2, "bank:Account", None, (-1,))])

    assert add_assignment(builder)
    case = TestCase(tuple(builder.draft.statements))
    assert [s.name for s in case if isinstance(s, AssignmentStatement)] == [expected]
    assert not misuses(case)
