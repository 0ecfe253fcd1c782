"""The choice of the provider that makes a value, by offers and credit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.model.types import TypeRef
from testloom.search.portfolio import Portfolio
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider


class Choice:
    """Chooses among providers; the `plain` one makes values that no other offers.

    Attributes:
        credit: the rewards from the test cases of each provider.
        used: the names of the providers chosen since it was last cleared.
    """

    def __init__(self, providers: Sequence[ValueProvider], plain: ValueProvider) -> None:
        self.credit = Portfolio({provider.name: 1.0 for provider in providers})
        self.used: dict[str, None] = {}
        self._providers = tuple(providers)
        self._plain = plain
        self._offers: dict[tuple[TypeRef, bool], Mapping[ValueProvider, float]] = {}

    def provider(self, kind: TypeRef, builder: Builder) -> ValueProvider:
        """Choose the provider that makes a value of a type."""
        offers = self._offers.get((kind, builder.is_receiver))
        if offers is None:
            offers = {known: offer for known in self._providers if (offer := known.offers(kind, builder)) > 0}
            self._offers[kind, builder.is_receiver] = offers
        chosen = self._drawn(offers, kind, builder) if len(offers) > 1 else next(iter(offers), self._plain)
        self.used[chosen.name] = None
        return chosen

    def _drawn(self, offers: Mapping[ValueProvider, float], kind: TypeRef, builder: Builder) -> ValueProvider:
        """One of several that offer such values, of those that settle the type if there are some."""
        settled = [known for known in offers if known.settles(kind, builder)]
        by_name = {known.name: known for known in settled or offers}
        weights = {name: offers[known] for name, known in by_name.items()}
        return by_name[self.credit.choose(list(weights), builder.rng, weights)]

    def is_settled(self, kind: TypeRef, builder: Builder) -> bool:
        """Check whether a provider alone makes the values of a type."""
        return any(provider.settles(kind, builder) for provider in self._providers)
