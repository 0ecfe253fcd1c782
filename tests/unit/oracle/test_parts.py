"""What a result holds can be asserted where it lies."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from testloom.model.execution import Observation, RaisedException
from testloom.model.mutation import Assessment, Difference, Effect
from testloom.model.observed import Instance, List, Scalar, Value
from testloom.model.statements import CallStatement, TestCase
from testloom.model.texts.names import plain_name, steps_of
from testloom.oracle.assertions.parts import MOST_ITEMS, about_parts, informative_parts
from testloom.oracle.selection.visibility import sees
from tests.values import listed, scalar

PARSE = TestCase((CallStatement(1, "shop:parse"),))


def made(kind: str = "shop:Line", **attributes: Any) -> Instance:
    given = {
        name: value if isinstance(value, Instance | List) else scalar(value)
        for name, value in attributes.items()
    }
    return Instance(kind, given)


def told(value: Value) -> dict[str | None, Any]:
    found = about_parts(PARSE, [Observation(1, value)])
    return {a.attribute: a.expected.value for a in found if isinstance(a.expected, Scalar)}


def test_attributes_of_what_an_object_holds_are_told_by_the_way_to_them() -> None:
    order = made("shop:Order", note="a", lines=listed(made(name="tea", price=2)), buyer=made(town="Kiel"))

    assert told(order) == {"lines[0].name": "tea", "lines[0].price": 2, "buyer.town": "Kiel"}


def test_attributes_of_what_a_list_holds_are_told_by_their_position() -> None:
    assert told(listed(scalar(1), made(name="tea"))) == {"[1].name": "tea"}


def test_long_lists_private_names_and_objects_of_others_or_of_the_test_are_left_out() -> None:
    lines = [made(name="tea")] * (MOST_ITEMS + 1)
    others = replace(made(name="b"), own=False)
    given = replace(made(name="c"), reference=7)
    order = made("shop:Order", lines=listed(*lines), other=others, given=given, own=made(_name="a"))

    assert told(order) == {}


def test_what_is_new_within_an_argument_or_the_receiver_is_told() -> None:
    case = TestCase((CallStatement(1, "shop:Till"), CallStatement(2, "shop:Till.add", 1, (3,))))
    old, new = made(name="tea", price=2), made(name="tea", price=3)
    before = Observation(1, made("shop:Till", lines=listed(old)))
    till = replace(made("shop:Till", lines=listed(new, made(name="oil"))), reference=1)
    after = Observation(2, scalar(None), receiver=till, arguments={3: listed(new)})

    found = about_parts(case, [before, after])

    assert [(entry.statement, entry.attribute, entry.after) for entry in found] == [
        (1, "lines[0].price", 2),
        (1, "lines[1].name", 2),
    ]
    assert sees(found[0], Difference(2, "receiver", (1, "lines", 0, "price")))


def test_only_parts_that_a_mutant_changes_are_told_of_mutants() -> None:
    order = Observation(1, made(lines=listed(made(name="tea", price=2), made(name="oil", price=3))))
    price = Difference(1, "value", ("lines", 1, "price"))
    assessment = Assessment({7: Effect("differs", (price,)), 8: Effect("survived")})

    [found] = informative_parts(PARSE, [order], assessment)

    assert found.attribute == "lines[1].price"
    assert informative_parts(PARSE, [order], Assessment({8: Effect("survived")})) == ()


def test_what_raised_or_returned_nothing_has_no_parts() -> None:
    error = RaisedException("builtins:ValueError", "a", True, True)

    assert about_parts(PARSE, []) == ()
    assert about_parts(PARSE, [Observation(1, None, exception=error)]) == ()


def test_an_assertion_of_a_part_sees_what_changes_there_and_nothing_beside_it() -> None:
    [name, *_] = about_parts(PARSE, [Observation(1, made(lines=listed(made(name="tea", price=2))))])

    assert name.attribute == "lines[0].name"
    assert sees(name, Difference(1, "value", ("lines", 0, "name")))
    assert not sees(name, Difference(1, "value", ("lines", 0, "price")))
    assert not sees(name, Difference(1, "value", ("lines", 1, "name")))
    assert not sees(name, Difference(1, "value", ("lines",)))


def test_the_way_to_a_part_has_names_and_positions_and_its_word_is_the_last() -> None:
    assert steps_of("lines[0].price") == ("lines", 0, "price")
    assert steps_of("[10].keys()") == (10, "keys()")
    assert plain_name("lines[0].price") == "price"
