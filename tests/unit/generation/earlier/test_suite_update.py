"""A suite grows, or is replaced by a better one only."""

from __future__ import annotations

import pytest

from testloom.generation.earlier.suite_update import SuiteUpdate
from testloom.model.execution import ExecutionResult, Trace
from testloom.model.generation_request import Earlier
from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.subject import Probe, Subject
from testloom.model.suite import AssertedTest
from testloom.search import Chromosome, Goal
from testloom.search.goals.branches import ProbeGoal


def asserted(id: str, callable: str, *goals: str, length: int = 2) -> AssertedTest:
    case = TestCase(tuple(LiteralStatement(number, number) for number in range(length)))
    return AssertedTest(id, case, (), callable, goals=goals)


CART = [
    asserted("a", "shop:Cart.add", "Cart.add/entry//1", "Cart.add/branch/x/1"),
    asserted("b", "shop:Cart", "Cart.__init__/entry//1"),
]


@pytest.mark.parametrize(
    ("to_beat", "is_better"),
    [(None, True), ((2, 1), True), ((3, 5), True), ((3, 4), False), ((3, 3), False), ((4, 9), False)],
)
def test_more_goals_win_then_fewer_statements(to_beat: tuple[int, int] | None, is_better: bool) -> None:
    update = SuiteUpdate([Earlier("Cart", to_beat=to_beat)])

    assert update.admitted(CART) == (CART if is_better else [])


def test_each_unit_has_its_own_contest() -> None:
    update = SuiteUpdate(
        [Earlier("Cart", (), ("test_cart",), (9, 1)), Earlier("tax", (), ("test_tax",), None)]
    )
    tax = asserted("c", "shop:tax", "tax/entry//1")

    assert update.admitted([*CART, tax]) == [tax]
    assert update.superseded(update.improved_units([*CART, tax])) == {"test_tax"}


def test_a_test_belongs_to_what_it_calls_if_it_covers_a_goal_of_it() -> None:
    update = SuiteUpdate([Earlier("_rate"), Earlier("tax")])

    assert update.unit_of(asserted("a", "shop:tax", "_rate/branch//1")) == "_rate"
    assert update.unit_of(asserted("a", "shop:tax", "_rate/branch//1", "tax/entry//1")) == "tax"
    assert update.unit_of(asserted("a", "shop:tax")) == "tax"


def test_goals_that_others_owe_to_the_suite_are_not_given_up() -> None:
    shared = ("tax/entry//1",)
    update = SuiteUpdate([Earlier("Cart", to_beat=(1, 1), shared=shared)])
    both = [*CART, asserted("c", "shop:Cart.add", "Cart.add/branch/y/1", *shared)]

    assert update.admitted(CART) == []
    assert update.admitted(both) == both
    assert SuiteUpdate([Earlier("Cart", shared=shared)]).admitted(CART) == CART


def test_a_unit_whose_goals_go_with_the_suite_of_another_is_replaced_with_it() -> None:
    cart = Earlier("Cart", to_beat=(3, 1))
    tax = asserted("c", "shop:tax", "tax/entry//1")

    assert SuiteUpdate([cart, Earlier("tax", shared=("Cart.add/entry//1",))]).admitted([*CART, tax]) == [
        *CART,
        tax,
    ]
    assert SuiteUpdate([cart, Earlier("tax", shared=("Cart.pay/entry//1",))]).admitted([*CART, tax]) == [tax]
    assert SuiteUpdate([cart, Earlier("tax")]).admitted([*CART, tax]) == [tax]


def test_no_suite_at_all_replaces_none() -> None:
    update = SuiteUpdate([Earlier("Cart", (), ("test_cart",), None)])

    assert update.improved_units([]) == frozenset()


def test_a_wish_without_memory_takes_every_test() -> None:
    assert SuiteUpdate().admitted(CART) == CART


def test_what_beats_no_suite_is_not_worth_assertions() -> None:
    begun = (TestCase((LiteralStatement(1, 1),)),)
    update = SuiteUpdate([Earlier("Cart", begun, (), (1, 9)), Earlier("tax", begun, (), (5, 1))])
    kept = [found("Cart.add"), found("Cart.add", "Cart.remove"), found("tax"), found()]

    assert update.beating_earlier(kept, Subject("shop", "shop.py")) == [kept[0], kept[1], kept[3]]
    assert (
        SuiteUpdate([Earlier("tax", to_beat=(5, 1))]).beating_earlier(kept, Subject("shop", "shop.py"))
        == kept
    )
    assert SuiteUpdate().beating_earlier(kept, Subject("shop", "shop.py")) == kept


def test_what_suites_cover_that_stay_needs_no_tests() -> None:
    covers = (("Cart.add/entry//1",), ("Cart.pay/entry//1", "tax/entry//1"))
    update = SuiteUpdate([Earlier("Cart", grows=True, covers=covers, covered=("Cart.sum/entry//1",))])
    kept = [found("Cart.add"), found("Cart.sum", "Cart.remove"), found("tax"), found("rate"), found()]

    left = [[goal.id for goal in goals] for _, goals in update.with_new_goals(kept)]

    assert left == [["Cart.remove/entry//1"], ["rate/entry//1"], []]
    assert [entry for entry, _ in update.with_new_goals(kept)] == [kept[1][0], kept[3][0], kept[4][0]]


def test_a_goal_needs_a_test_that_only_a_suite_covers_which_makes_way() -> None:
    tax = Earlier("tax", grows=True, covers=(("tax/entry//1",),), covered=("tax/entry//1", "tax/branch/x/1"))

    assert SuiteUpdate([tax]).already_covered == {"tax/entry//1", "tax/branch/x/1"}
    assert SuiteUpdate([tax, Earlier("Cart", shared=("tax/entry//1", "tax/branch/x/1"))]).already_covered == {
        "tax/entry//1"
    }


def test_what_covered_before_the_code_changed_is_not_known_to_cover_now() -> None:
    tax = Earlier("tax", grows=True, covers=((),), covered=("tax/entry//1",), to_revalidate=("test_tax",))

    assert SuiteUpdate([tax]).already_covered == frozenset()


def test_a_suite_grows_by_any_test_that_is_for_a_goal_and_loses_none() -> None:
    update = SuiteUpdate([Earlier("Cart", functions=("test_cart",), grows=True)])
    aimless = asserted("d", "shop:Cart.pay")

    assert update.improved_units(CART) == {"Cart"}
    assert update.superseded({"Cart"}) == frozenset()
    assert update.improved_units([aimless]) == frozenset()


def test_tests_that_kill_more_are_looked_for_where_something_is_new() -> None:
    update = SuiteUpdate([Earlier("Cart", grows=True)])
    new, tax = found("Cart.add"), found("tax")
    old = found("Cart.pay")

    assert update.wanted([*new[1], *old[1], *tax[1]], [new]) == [*new[1], *tax[1]]


def found(*functions: str) -> tuple[Chromosome, list[Goal]]:
    """A test without assertions for the entries of some functions."""
    goals: list[Goal] = [ProbeGoal.of(f"{name}/entry//1", Probe(0, "entry", 1, name)) for name in functions]
    case, result = TestCase((LiteralStatement(1, 1),)), ExecutionResult("passed", Trace(frozenset()))
    return Chromosome(case, result, frozenset()), goals
