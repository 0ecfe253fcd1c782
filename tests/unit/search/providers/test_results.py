"""Doubles answer what suits the code that takes their answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.statements import CollectionStatement, DoubleStatement, LiteralStatement, Statement
from testloom.model.subject import Parameter, Result
from testloom.model.types import TypeRef
from testloom.search.providers.doubles.results import taken
from testloom.search.providers.inputs.types.plausibility import FARTHEST, plausible_types
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

RESULTS = {
    "run": (Result("unpacked", (Parameter("code", uses=("==",)), Parameter("out", uses=("strip",)))),),
    "names": (Result("items", (Parameter("name", uses=("upper",)),)),),
    "rows": (Result("rows", (Parameter("key", uses=("lower",)), Parameter("row", uses=("unheard",)))),),
    "connect.__enter__": (Result("value", (Parameter("text", uses=("splitlines",)),)),),
}


def answered(path: str, own: str = "") -> list[list[Statement]]:
    """What doubles answer at a path, with all that it is made of, for many seeds."""
    found = []
    for seed in range(40):
        knowledge = Knowledge(replace(bank(), results=RESULTS), ["bank:transfer"], Random(seed))
        builder = knowledge.builder()
        if taken(path, own, builder) is not None:
            found.append(builder.draft.statements)
    return found


def values(statements: list[Statement]) -> list[type]:
    """The types of plain values, in order."""
    return [type(s.value) for s in statements if isinstance(s, LiteralStatement)]


def test_an_answer_that_is_unpacked_is_a_tuple_of_what_its_names_suit() -> None:
    answers = answered("module.run()")

    assert answers
    for statements in answers:
        last = statements[-1]
        assert isinstance(last, CollectionStatement) and (last.kind, len(last.items)) == ("tuple", 2)
        assert str in values(statements)


@pytest.mark.parametrize("path", ["names()", "names().__iter__()"])
def test_an_answer_that_is_iterated_is_a_list_of_what_its_items_suit(path: str) -> None:
    for statements in answered(path):
        last = statements[-1]
        assert isinstance(last, CollectionStatement) and last.kind == "list"
        assert set(values(statements)) <= {str}


def test_what_no_known_type_offers_is_a_double() -> None:
    rows = [statements for statements in answered("rows()") if len(statements) > 1]

    assert rows and all(any(isinstance(s, DoubleStatement) for s in statements) for statements in rows)


def test_a_double_that_is_entered_is_known_by_the_name_that_is_called() -> None:
    assert {kind for statements in answered("().__enter__()", "connect") for kind in values(statements)} == {
        str
    }


@pytest.mark.parametrize("path", ["other()", "run", "().__iter__()"])
def test_nothing_is_known_of_other_answers(path: str) -> None:
    assert not answered(path)


def test_an_answer_that_is_called_by_the_same_name_again_is_any() -> None:
    again, other = Parameter("val", uses=("()",)), Parameter("step", uses=("()",))
    subject = replace(
        bank(), results={"val": (Result("value", (other,)),), "step": (Result("value", (again,)),)}
    )

    assert plausible_types(again, subject) == [
        TypeRef("callable", (TypeRef("callable", (TypeRef("callable"),)),))
    ]


def test_answers_of_functions_that_answer_with_each_other_are_followed_only_so_far() -> None:
    names = [f"step{number}" for number in range(6)]
    ways = {
        name: tuple(Result("value", (Parameter(other, uses=("()",)),)) for other in names if other != name)
        for name in names
    }
    [kind] = plausible_types(Parameter("step0", uses=("()",)), replace(bank(), results=ways))

    assert called(kind) == FARTHEST + 1


def called(kind: TypeRef) -> int:
    """How many functions answer at most with the next one."""
    return (kind.name == "callable") + max(map(called, kind.args), default=0)
