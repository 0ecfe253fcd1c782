"""Which provider makes a value, and what a builder hands on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from testloom.model.subject import Callable
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.choice import Choice
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.provider import ValueProvider
from tests.unit.search.bank import bank


class Offering(ValueProvider):
    """Offers to make amounts, as often as it is told."""

    def __init__(self, name: str, offer: float, *, settles: bool = False) -> None:
        self.name = name
        self._offer, self._settles = offer, settles
        self.asked: list[tuple[str, bool]] = []

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        self.asked.append((kind.name, builder.is_receiver))
        return self._offer if kind.name == "amount" else 0.0

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        return self._settles


@pytest.fixture
def builder() -> Builder:
    return Knowledge(bank(), ["bank:transfer"], Random(1)).builder()


def chosen(choice: Choice, kind: str, builder: Builder) -> Counter[str]:
    return Counter(choice.provider(TypeRef(kind), builder).name for _ in range(400))


def test_a_provider_is_chosen_as_often_as_it_offers(builder: Builder) -> None:
    plain, seldom, often = Offering("plain", 0.0), Offering("seldom", 1.0), Offering("often", 3.0)

    shares = chosen(Choice((plain, seldom, often), plain), "amount", builder)

    assert not shares["plain"] and 2 < shares["often"] / shares["seldom"] < 4.5


def test_one_that_settles_a_type_makes_all_of_its_values(builder: Builder) -> None:
    often, settling = Offering("often", 3.0), Offering("settling", 0.1, settles=True)
    choice = Choice((often, settling), often)

    assert chosen(choice, "amount", builder).keys() == {"settling"}
    assert choice.is_settled(TypeRef("amount"), builder)


def test_what_none_offers_is_left_to_the_plain_one_and_counts_as_used(builder: Builder) -> None:
    plain, other = Offering("plain", 0.0), Offering("other", 1.0)
    choice = Choice((other, plain), plain)

    assert chosen(choice, "account", builder).keys() == {"plain"}
    assert list(choice.used) == ["plain"]


def test_a_provider_is_asked_once_for_each_type_and_for_the_object_under_test(builder: Builder) -> None:
    provider = Offering("own", 1.0)
    choice = Choice((provider,), provider)
    receiver = Builder(builder.draft, builder.knowledge, is_receiver=True)

    for other in (builder, receiver, builder.within(), receiver):
        choice.provider(TypeRef("amount"), other)

    assert provider.asked == [("amount", False), ("amount", True)]


def test_builders_of_what_a_value_contains_share_its_test_case(builder: Builder) -> None:
    inner = builder.within().within()

    inner.literal(1)

    assert inner.depth == 2 and inner.draft is builder.draft
    assert len(builder.draft.statements) == 1


def test_a_hash_is_no_value_for_others() -> None:
    kinds = {}
    for method in ("__hash__", "__len__"):
        called = Callable(f"bank:Account.{method}", "method", "bank:Account", (), TypeRef("int"))
        subject = replace(bank(), callables={**bank().callables, called.id: called})
        kinds[method] = Knowledge(subject, (), Random(0)).returned(called.id)

    assert kinds == {"__hash__": None, "__len__": TypeRef("int")}
