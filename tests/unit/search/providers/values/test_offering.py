"""Entries and items that no known type suits are objects with the attributes that code reads from them."""

from __future__ import annotations

from random import Random

from testloom.model.settings import Settings
from testloom.model.statements import CollectionStatement, DoubleStatement, Statement
from testloom.model.subject import Parameter
from testloom.search.providers.arguments import argument
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank


def made(parameter: Parameter, seed: int, *without: str) -> list[Statement]:
    """The statements of an argument for a parameter."""
    knowledge = Knowledge(bank(), [], Random(seed))
    knowledge.last_resort.settings = Settings(without=without)
    builder = knowledge.builder()
    argument(builder.at(1), parameter)
    return builder.draft.statements


def doubled(statements: list[Statement]) -> set[tuple[str, ...]]:
    return {s.names for s in statements if isinstance(s, DoubleStatement)}


def test_what_a_dictionary_holds_offers_what_is_read_from_it() -> None:
    record = Parameter("record", uses=("['level']unheard", "['level']title", "['message']+"))
    drafts = [made(record, seed) for seed in range(40)]

    assert sum(doubled(draft) == {("unheard", "title")} for draft in drafts) > 25
    assert not any(doubled(made(record, seed, "doubles")) for seed in range(40))


def test_the_items_of_a_list_offer_what_is_read_from_each() -> None:
    drafts = [made(Parameter("steps", uses=("for", "[]unheard")), seed) for seed in range(40)]
    lists = [draft[-1] for draft in drafts if isinstance(draft[-1], CollectionStatement)]

    assert len(lists) > 25 and {one.kind for one in lists} <= {"list", "tuple", "set", "dict"}
    assert sum(("unheard",) in doubled(draft) for draft in drafts) > 15
