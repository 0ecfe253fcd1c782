"""Literals that become plain together."""

from __future__ import annotations

from itertools import islice

from testloom.model.statements import (
    Answer,
    CallStatement,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    Member,
    Statement,
    TestCase,
)
from testloom.model.types import Scalar
from testloom.search.minimisation.statements.at_once import (
    bare_at_once,
    fewer_items,
    fewer_keywords,
    fewer_members,
    plain_at_once,
    shorter_texts,
)
from tests.unit.search.bank import bank


def test_all_literals_become_plain_in_one_step_then_each_half_of_them() -> None:
    case = given("You have to pass either", -17, b"\x00", 2.75)

    first, _, second, third = islice(plain_at_once(case, bank()), 4)

    assert values(first) == ["a", 1, b"a", 0.5]
    assert values(second) == ["a", 1, b"\x00", 2.75]
    assert values(third) == ["You have to pass either", -17, b"a", 0.5]


def test_values_are_plain_in_the_order_of_their_use() -> None:
    first, second = LiteralStatement(1, 9.25), LiteralStatement(2, 7.0)
    case = TestCase((first, second, CollectionStatement(3, "list", (2, 1))))

    assert next(plain_at_once(case, bank())).statements[:2] == (
        LiteralStatement(1, 1.5),
        LiteralStatement(2, 0.5),
    )


def test_equal_literals_become_different_or_stay_equal() -> None:
    different, equal = islice(plain_at_once(given("WV", "WV", "(", 3, 40), bank()), 2)

    assert values(different) == ["a", "b", "c", 1, 2]
    assert values(equal) == ["a", "a", "b", 1, 2]


def test_the_first_plain_values_stay() -> None:
    case = given("a", 1, 0.5, True, None)

    assert set(plain_at_once(case, bank())) == {case}


def test_parts_of_a_date_stay() -> None:
    parts = tuple(LiteralStatement(place, value) for place, value in enumerate((2024, 12, 31), 1))
    case = TestCase((*parts, CallStatement(4, "datetime:date", None, (1, 2, 3))))

    assert set(plain_at_once(case, bank())) == {case}


TRANSFER = CallStatement(3, "bank:transfer", None, (1, 1, 2, 2), (("kind", 2), ("other", 2)))


def test_what_is_not_required_goes_in_one_step_then_from_each_half() -> None:
    double = DoubleStatement(4, answers=(Answer("pay()", 2),))
    many = CollectionStatement(5, "dict", (2, 1, 1, 2))
    case = TestCase(
        (LiteralStatement(1, 7), LiteralStatement(2, 8), TRANSFER, double, called(4), many, called(5))
    )

    every, first, second, *_ = bare_at_once(case, bank())

    assert [bare(every, 3), bare(every, 4), bare(every, 5)] == [(1, 1), (), (2, 1)]
    assert [bare(first, 3), bare(first, 4), bare(first, 5)] == [(1, 1), (2,), (2, 1, 1, 2)]
    assert [bare(second, 3), bare(second, 4), bare(second, 5)] == [(1, 1, 2, 2, 2, 2), (), (2, 1, 1, 2)]


def test_arguments_given_by_name_go_together_then_from_each_half() -> None:
    names = ("kind", "a", "b", "c")
    call = CallStatement(2, "bank:transfer", None, (1, 1), tuple((name, 1) for name in names))
    case = TestCase((LiteralStatement(1, 7), call))

    left = [
        [name for name, _ in shorter.statements[1].kwargs]
        for shorter in fewer_keywords(case, bank())
        if isinstance(shorter.statements[1], CallStatement)
    ]

    assert left[:3] == [[], ["b", "c"], ["kind", "a"]]
    assert left[3:] == [[other for other in names if other != name] for name in names]


def test_a_class_of_the_test_loses_all_its_names_at_once() -> None:
    item = ClassStatement(1, "Item", members=(Member("method", "__len__"), Member("method", "close")))
    case = TestCase((item, called(1)))

    assert next(bare_at_once(case, bank())) == TestCase((item.having(()), called(1)))


def test_what_has_no_more_than_it_needs_stays() -> None:
    case = TestCase((LiteralStatement(1, 7), CallStatement(2, "bank:transfer", None, (1, 1))))

    assert not list(bare_at_once(case, bank()))


def called(argument: int) -> CallStatement:
    """A call that keeps its argument in use."""
    return CallStatement(argument + 10, "bank:transfer", None, (argument, argument))


def bare(case: TestCase, statement: int) -> tuple[int, ...]:
    [found] = [s for s in case.statements if s.id == statement]
    assert isinstance(found, Statement)
    return found.references


def given(*literals: Scalar) -> TestCase:
    statements = tuple(LiteralStatement(place, value) for place, value in enumerate(literals, 1))
    together = CollectionStatement(len(literals) + 1, "list", tuple(s.id for s in statements))
    return TestCase((*statements, together))


def values(case: TestCase) -> list[Scalar]:
    return [statement.value for statement in case.statements if isinstance(statement, LiteralStatement)]


def test_a_long_collection_loses_half_of_its_items_then_a_quarter() -> None:
    literals = tuple(LiteralStatement(n, n) for n in range(8))
    case = TestCase(
        (*literals, CollectionStatement(8, "dict", tuple(range(8))), CallStatement(9, "m:f", None, (8,)))
    )

    shorter = [values(variant) for variant in fewer_items(case, bank())]

    assert shorter[:3] == [[4, 5, 6, 7], [0, 1, 2, 3], [2, 3, 4, 5, 6, 7]]
    assert len(shorter) == 6


def test_a_short_collection_is_none_of_those_that_lose_half() -> None:
    literals = tuple(LiteralStatement(n, n) for n in range(3))
    case = TestCase(
        (*literals, CollectionStatement(8, "list", tuple(range(3))), CallStatement(9, "m:f", None, (8,)))
    )

    assert list(fewer_items(case, bank())) == []


def test_a_class_loses_half_of_its_names_then_each_of_them() -> None:
    names = ["version", "kind", "block", "rows"]
    members = tuple(Member("method", name) for name in names)
    case = TestCase((ClassStatement(1, "Custom", ("bank:Account",), members=members), called(1)))

    left = [
        [member.name for member in s.members]
        for variant in fewer_members(case, bank())
        for s in variant
        if isinstance(s, ClassStatement)
    ]

    each = [[name for name in names if name != gone] for gone in names]
    assert left == [[], ["block", "rows"], ["version", "kind"], *each]


def test_long_texts_lose_halves_and_quarters_the_longest_first_and_equal_ones_together() -> None:
    case = given("abcdefgh", "k" * 12, "abcdefgh", "short")

    shorter = [
        [s.value for s in made if isinstance(s, LiteralStatement)] for made in shorter_texts(case, bank())
    ]

    assert [values[1] for values in shorter[:2]] == ["k" * 6] * 2
    assert ["efgh", "k" * 12, "efgh", "short"] in shorter
    assert ["abefgh", "k" * 12, "abefgh", "short"] in shorter
    assert all(values[3] == "short" for values in shorter)


def test_no_more_is_tried_for_a_text_the_longer_it_is() -> None:
    assert len(list(shorter_texts(given("k" * 4_000), bank()))) == 2 + 4 + 8
