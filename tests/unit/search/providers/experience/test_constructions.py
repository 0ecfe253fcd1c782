"""What constructors that check their arguments did not refuse is used again, and values are not doubled."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, DoubleStatement, LiteralStatement, TestCase, substitute
from testloom.model.subject import Subject
from testloom.model.types import TypeRef
from testloom.search import Knowledge
from testloom.search.providers.experience.constructions import Constructions
from testloom.search.providers.experience.last_resort import LastResort
from tests.unit.search.bank import bank

MADE = TestCase(
    (
        LiteralStatement(1, 2024),
        CallStatement(2, "datetime:date", None, (1, 1, 1)),
        CallStatement(3, "bank:Account", None, (2,)),
    )
)


def checked(*raises: str) -> Subject:
    account = replace(bank().callables["bank:Account"], raises=raises)
    return replace(bank(), callables={**bank().callables, account.id: account})


def test_an_instance_that_a_test_has_made_is_offered_with_the_values_of_the_library_in_it() -> None:
    constructions = Constructions()

    constructions.take(MADE, checked("builtins:ValueError"), has_passed=True)

    [loan] = constructions.offers["bank:Account"]
    assert loan.statements == MADE.statements


def test_the_same_way_to_make_an_instance_is_kept_once() -> None:
    constructions = Constructions()
    again = {1: 11, 2: 12, 3: 13}

    constructions.take(MADE, checked("builtins:ValueError"), has_passed=True)
    constructions.take(
        TestCase(tuple(substitute(statement, again) for statement in MADE)),
        checked("builtins:ValueError"),
        has_passed=True,
    )

    assert len(constructions.offers["bank:Account"]) == 1


@pytest.mark.parametrize(
    ("raises", "has_passed"), [pytest.param((), True, id="no checks"), (("builtins:ValueError",), False)]
)
def test_what_checks_nothing_or_was_refused_is_not_offered(raises: tuple[str, ...], has_passed: bool) -> None:
    constructions = Constructions()

    constructions.take(MADE, checked(*raises), has_passed=has_passed)

    assert constructions.offers == {}


def test_the_search_learns_of_instances_from_tests_that_cover_something() -> None:
    knowledge = Knowledge(checked("builtins:ValueError"), ["bank:transfer"], Random(1))

    knowledge.note_success(MADE)

    made = [knowledge.builder() for _ in range(20)]
    for builder in made:
        builder.another(TypeRef("bank:Account"))
    assert any(s == LiteralStatement(s.id, 2024) for builder in made for s in builder.draft.statements)


def test_a_date_is_never_doubled() -> None:
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    knowledge.last_resort = LastResort(Settings(doubles_probability=1.0), lambda: 1.0)

    for _ in range(20):
        builder = knowledge.builder()
        builder.another(TypeRef("datetime:date"))
        assert not any(isinstance(s, DoubleStatement) for s in builder.draft.statements)
