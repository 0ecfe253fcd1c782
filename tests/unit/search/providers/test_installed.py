"""A provider of another package may know all that the interface has, and is named if any of it fails."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from testloom.model.errors import ProviderError
from testloom.model.statements import CallStatement, Statement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.providers import Builder, ValueProvider
from testloom.providers.installed import Installed
from testloom.search import Knowledge
from tests.unit.search.bank import bank

COIN, MINT = TypeRef("coins:Coin"), "coins:mint"
PAYING = Callable("bank:pay", "function", parameters=(Parameter("coin"),))


class Coins(ValueProvider):
    """Coins, which only a mint makes."""

    name = "coins"
    types = frozenset({COIN.name})
    calls = frozenset({MINT})

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        return COIN if parameter.name == "coin" else None

    def returned(self, path: str, subject: Subject) -> TypeRef | None:
        return COIN

    def suits(self, path: str, wanted: Sequence[TypeRef], subject: Subject) -> bool:
        return COIN in wanted

    def prepares(self, path: str, subject: Subject) -> bool:
        return path == MINT

    def more_statements(self, subject: Subject) -> int:
        return 7

    def plain(self, kind: TypeRef, fresh: int) -> Sequence[Statement]:
        return (CallStatement(fresh, MINT),)

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        return kind == COIN

    def held(self, called: Callable, parameter: Parameter, builder: Builder) -> int | None:
        return 10_000 if called is PAYING else None


class Broken(Coins):
    """Coins of a mint that is closed."""

    def settles(self, kind: TypeRef, builder: Builder) -> bool:
        raise LookupError("no mint")


def test_all_that_a_provider_of_another_package_knows_counts() -> None:
    installed, subject = Installed(Coins(), "coins"), bank()
    builder = Knowledge(subject, [], Random(1)).builder()

    assert (installed.name, installed.types, installed.calls) == ("coins", {COIN.name}, {MINT})
    assert installed.kind_of(Parameter("coin"), subject) == COIN
    assert installed.kind_of(Parameter("name"), subject) is None
    assert installed.returned(MINT, subject) == COIN
    assert installed.suits(MINT, [COIN], subject) and not installed.suits(MINT, [], subject)
    assert installed.prepares(MINT, subject)
    assert installed.more_statements(subject) == 7
    assert installed.plain(COIN, 3) == (CallStatement(3, MINT),)
    assert installed.settles(COIN, builder)
    assert installed.held(Callable("bank:report", "function"), Parameter("coin"), builder) is None


def test_a_provider_is_named_whatever_of_it_fails() -> None:
    builder = Knowledge(bank(), [], Random(1)).builder()

    with pytest.raises(ProviderError, match=r"settles\('coins:Coin'\) raised LookupError: no mint"):
        Installed(Broken(), "coins").settles(COIN, builder)
    with pytest.raises(ProviderError, match=r"held.* returned 10000, which is not a value"):
        Installed(Coins(), "coins").held(PAYING, Parameter("coin"), builder)
