"""An argument is another object than the receiver and the other arguments of its call."""

from __future__ import annotations

import pytest

from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.search.minimisation.values.conformance import separated
from testloom.search.minimisation.values.sharing import unshared
from tests.unit.search.bank import bank

ACCOUNT = (LiteralStatement(1, 7), CallStatement(2, "bank:Account", None, (1,)))


def test_an_object_that_is_handed_to_its_own_method_is_another_one_made_alike() -> None:
    case = TestCase((*ACCOUNT, CallStatement(3, "bank:Account.withdraw", 2, (2,))))

    assert list(unshared(case, bank())) == [
        TestCase(
            (
                *ACCOUNT,
                CallStatement(4, "bank:Account", None, (1,)),
                CallStatement(3, "bank:Account.withdraw", 2, (4,)),
            )
        )
    ]


def test_the_second_of_two_arguments_is_another_object() -> None:
    accounts = TestCase((*ACCOUNT, CallStatement(3, "bank:transfer", None, (2, 2))))
    lists = TestCase((CollectionStatement(2, "list", ()), CallStatement(3, "bank:transfer", None, (2, 2))))

    assert [variant.statements[-1].references for variant in unshared(accounts, bank())] == [(2, 4)]
    assert [variant.statements[-1].references for variant in unshared(lists, bank())] == [(2, 4)]


def test_a_decorator_does_not_get_itself() -> None:
    made = CallStatement(1, "bank:decorator")

    variants = list(unshared(TestCase((made, InvokeStatement(2, 1, (1,)))), bank()))

    length = ReferenceStatement(3, "builtins:len")
    assert variants[0] == TestCase((made, length, InvokeStatement(2, 1, (3,))))
    assert not list(unshared(variants[0], bank()))


def test_a_collection_within_another_argument_is_another_one() -> None:
    inner, d1 = CollectionStatement(1, "list", ()), CollectionStatement(2, "list", (1,))
    d2 = CollectionStatement(3, "list", (1,))
    call = CallStatement(4, "bank:transfer", None, (2, 3))

    variants = list(unshared(TestCase((inner, d1, d2, call)), bank()))

    assert [[s.references for s in variant] for variant in variants] == [[(), (), (5,), (1,), (2, 3)]]


def test_an_item_is_another_collection_than_what_an_earlier_call_got() -> None:
    inner, outer = CollectionStatement(1, "list", ()), CollectionStatement(3, "list", (1,))
    first, second = (CallStatement(id, "bank:transfer", None, (id - 1,)) for id in (2, 4))

    variants = list(unshared(TestCase((inner, first, outer, second)), bank()))

    assert [[s.references for s in variant] for variant in variants] == [[(), (1,), (), (5,), (3,)]]


def test_an_item_that_is_no_collection_stays_what_an_earlier_call_got() -> None:
    outer = CollectionStatement(3, "list", (1,))
    case = TestCase((*ACCOUNT, outer, CallStatement(4, "bank:transfer", None, (3,))))

    assert not list(unshared(case, bank()))


def test_two_items_are_two_doubles_that_each_do_what_one_did() -> None:
    status, double = LiteralStatement(1, 200), DoubleStatement(2, answers=(Answer("status", 1),))
    pair = CollectionStatement(3, "list", (2, 2))
    call = CallStatement(4, "bank:transfer", None, (3,))

    assert list(unshared(TestCase((status, double, pair, call)), bank())) == [
        TestCase((status, double, double.replace(id=5), pair.replace(items=(2, 5)), call))
    ]


def test_a_collection_of_an_earlier_call_stays_that_of_a_later_one() -> None:
    inner, outer = CollectionStatement(1, "list", ()), CollectionStatement(2, "list", (1,))
    first, second = (CallStatement(id, "bank:transfer", None, (2,)) for id in (3, 4))

    assert not list(unshared(TestCase((inner, outer, first, second)), bank()))


def test_what_others_make_and_plain_values_stay_where_they_are_used_twice() -> None:
    session = TestCase(
        (CallStatement(2, "db:Session", None), CallStatement(3, "bank:transfer", None, (2, 2)))
    )
    number = TestCase((LiteralStatement(2, 7), CallStatement(3, "bank:transfer", None, (2, 2))))

    assert not list(unshared(session, bank()))
    assert not list(unshared(number, bank()))


def test_the_value_of_a_key_is_another_text() -> None:
    text, given = LiteralStatement(1, "CacheControl"), CollectionStatement(2, "dict", (1, 1))

    first, *_ = separated(TestCase((text, given)))

    assert first == TestCase((text, LiteralStatement(3, "a"), given.replace(items=(1, 3))))


@pytest.mark.parametrize(("value", "has_copy"), [("patternProperties", True), ("name", False)])
def test_a_long_text_gets_a_copy_where_no_shorter_one_will_do(value: str, has_copy: bool) -> None:
    text, given = LiteralStatement(1, value), CollectionStatement(2, "list", (1, 1))

    copied = TestCase((text, LiteralStatement(3, value), given.replace(items=(1, 3))))

    assert (copied in separated(TestCase((text, given)))) is has_copy
