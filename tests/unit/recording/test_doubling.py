"""What was asked of a double becomes what it answers, or what it has to be told."""

from __future__ import annotations

from typing import Any

import pytest

from testloom.model.statements import (
    Answer,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    Order,
    Question,
    ReferenceStatement,
)
from testloom.model.statements.environment import StateStatement
from testloom.recording.doubling import Unanswerable
from testloom.recording.records import Record

DOUBLE, NAME = ["double", 1, "lib:Session", [], []], ["literal", 2, "ann"]
CALL = ["call", 3, "m:greet", None, [1, 2], {}]


def record(*more: list[Any], asks: list[list[Any]], places: dict[str, str] | None = None) -> Record:
    """A call of `m:greet` with a double and a text; `more` are steps from 4 on."""
    steps = [DOUBLE, NAME, CALL, *more]
    return Record.decode({"steps": steps, "asks": asks, "places": places or {}, "call": 3})


def ask(path: str, args: list[int] | None, value: int | None, *rest: Any, of: int = 1) -> list[Any]:
    return [3, [], of, path, args, {}, value, *(rest or (False, ""))]


def double(of: Record, *, placed: bool = False) -> DoubleStatement:
    """The first double of the test case."""
    return next(s for s in of.case(placed=of.places if placed else ()) if isinstance(s, DoubleStatement))


def test_answers_have_the_arguments_of_their_questions() -> None:
    recorded = record(["literal", 4, 1], asks=[ask("get()", [2], 4), ask("size", None, 4)])

    assert double(recorded).answers == (
        Answer("get()", 4, question=Question((2,))),
        Answer("size", 4),
    )
    assert [s.id for s in recorded.case()] == [4, 2, 1, 3]


def test_equal_answers_to_equal_questions_are_one() -> None:
    steps: list[list[Any]] = [["literal", 4, 1], ["literal", 5, "ann"], ["literal", 6, 1], ["literal", 7, 2]]
    same = record(*steps, asks=[ask("get()", [2], 4), ask("get()", [5], 6)])
    other = record(*steps, asks=[ask("get()", [2], 4), ask("get()", [5], 6), ask("get()", [5], 7)])

    assert [answer.value for answer in double(same).answers] == [4]
    assert [answer.value for answer in double(other).answers][-1] == 7


def test_questions_without_arguments_are_answered_in_turn() -> None:
    recorded = record(["literal", 4, 1], ["literal", 5, 2], asks=[ask("next()", [], 4), ask("next()", [], 5)])

    assert double(recorded).answers == (Answer("next()", 4), Answer("next()", 5))


def test_calls_whose_results_nobody_takes_are_orders() -> None:
    recorded = record(asks=[ask("send()", [2], None), ask("close()", [], None)])

    assert double(recorded).answers == ()
    assert double(recorded).orders == (Order("send()", Question((2,))), Order("close()"))


def test_a_double_answers_with_doubles_and_itself() -> None:
    recorded = record(
        ["double", 4, "", [], []],
        ["literal", 5, "x"],
        asks=[ask("__enter__()", [], 1), ask("open()", [], 4), ask("read()", [], 5, of=4)],
    )

    assert double(recorded) == DoubleStatement(4, "", ("read",), (Answer("read()", 5),))
    [session] = [s for s in recorded.case() if isinstance(s, DoubleStatement) and s.spec]
    assert session.answers == (Answer("__enter__()", 1), Answer("open()", 4))


def test_what_was_only_iterated_is_a_list() -> None:
    recorded = record(
        ["double", 4, "", [], []],
        ["collection", 5, "list", [2]],
        asks=[ask("rows()", [], 4), ask("__iter__()", [], 5, of=4)],
    )

    assert CollectionStatement(4, "list", (2,)) in recorded.case().statements


def test_an_iterator_of_which_items_were_taken_is_one_over_all_of_them() -> None:
    recorded = record(
        ["double", 4, "", [], []],
        ["literal", 5, "head"],
        ["collection", 6, "list", [2]],
        ["call", 7, "builtins:StopIteration", None, [], {}],
        asks=[
            ask("rows()", [], 4),
            ask("__next__()", [], 5, of=4),
            ask("__iter__()", [], 6, of=4),
            ask("__next__()", [], 7, True, "", of=4),
        ],
    )

    [rest] = [s for s in recorded.case() if isinstance(s, CollectionStatement)]
    assert rest.items == (5, 2)
    assert CallStatement(4, "builtins:iter", None, (rest.id,)) in recorded.case().statements


def test_an_argument_that_depends_on_the_double_equals_anything() -> None:
    recorded = record(["call", 4, "m:Wrapped", None, [1], {}], ["literal", 5, 1], asks=[ask("add()", [4], 5)])

    [anything] = [s for s in recorded.case() if isinstance(s, ReferenceStatement)]
    assert anything.path == "unittest.mock:ANY"
    assert double(recorded).answers[0].question == Question((anything.id,))


def test_doubles_take_the_place_of_functions_only_if_asked_to() -> None:
    recorded = record(
        ["double", 4, "", [], []],
        ["literal", 5, 1],
        asks=[ask("()", [2], 5, of=4)],
        places={"4": "m:lib.connect"},
    )

    assert not any(isinstance(s, StateStatement) for s in recorded.case())
    placed = recorded.case(placed=recorded.places)
    assert [(s.path, s.value) for s in placed if isinstance(s, StateStatement)] == [("m:lib.connect", 4)]


def test_without_earlier_calls_their_questions_are_gone() -> None:
    steps = [DOUBLE, ["call", 2, "m:A", None, [1], {}], ["call", 3, "m:A.old", 2, [], {}]]
    steps += [["call", 4, "m:A.new", 2, [], {}], ["literal", 5, 1]]
    asks = [[3, [], 1, "get()", [], {}, 5, False, ""], [4, [], 1, "size()", [], {}, 5, False, ""]]
    recorded = Record.decode({"steps": steps, "asks": asks, "places": {}, "call": 4})

    shorter = recorded.case({3})

    assert [s.id for s in shorter] == [5, 1, 2, 4]
    assert [a.path for s in shorter if isinstance(s, DoubleStatement) for a in s.answers] == ["size()"]


def test_an_answer_that_could_not_be_recorded_is_said() -> None:
    with pytest.raises(Unanswerable, match="too large"):
        record(asks=[ask("get()", [2], None, False, "a value that is too large")]).case()


def test_an_answer_that_is_made_by_a_call_of_a_double_is_not_known() -> None:
    steps = [
        ["call", 1, "m:Pool", None, [], {}],
        ["double", 2, "lib:Session", [], []],
        ["call", 3, "m:Pool.size", 1, [], {}],
        ["call", 4, "m:fill", None, [1, 2], {}],
    ]
    asks = [[4, [], 2, "get()", [], {}, 3, False, ""]]
    recorded = Record.decode({"steps": steps, "asks": asks, "places": {}, "call": 4, "made": [1]})

    with pytest.raises(Unanswerable, match="leaves out"):
        recorded.case(doubled={1})


STEPS = [
    ["double", 1, "lib:Session", [], []],
    ["call", 2, "m:Client", None, [1], {}],
    ["call", 3, "m:Gateway", None, [2], {}],
    ["call", 4, "m:Checkout", None, [3], {}],
    ["call", 5, "m:Checkout.pay", 4, [], {}],
    ["literal", 6, "sent"],
    ["literal", 7, True],
    ["literal", 8, "paid"],
]
"""A checkout holds a gateway, that holds a client, and that a session of a library."""
ASKS = [
    [5, [3, 2], 1, "post()", [], {}, 6, False, ""],
    [5, [3], 2, "send()", [], {}, 7, False, ""],
    [5, [], 3, "charge()", [], {}, 8, False, ""],
]


@pytest.mark.parametrize(
    ("distance", "doubled", "path"), [(1, 3, "charge()"), (2, 2, "send()"), (3, 1, "post()")]
)
def test_doubles_stand_at_a_distance(distance: int, doubled: int, path: str) -> None:
    recorded = Record.decode({"steps": STEPS, "asks": ASKS, "places": {}, "call": 5, "made": [2, 3]})

    case = recorded.case(doubled=recorded.at_distance(distance))

    [found] = [s for s in case if isinstance(s, DoubleStatement)]
    assert (found.id, [answer.path for answer in found.answers]) == (doubled, [path])


def test_objects_that_need_no_others_are_never_doubled_for_that() -> None:
    steps = [["call", 1, "m:Cart", None, [], {}], ["call", 2, "m:total", None, [1], {}], ["literal", 3, 1]]
    asks = [[2, [], 1, "sum()", [], {}, 3, False, ""]]
    recorded = Record.decode({"steps": steps, "asks": asks, "places": {}, "call": 2, "made": [1]})

    assert recorded.at_distance(1) == frozenset()
    assert recorded.asked == {1}


def test_a_double_that_answers_with_itself_leaves_open_what_it_is_compared_with() -> None:
    more: list[list[Any]] = [["double", 4, "lib:Node", [], []], ["collection", 5, "list", [4]]]
    recorded = record(*more, asks=[ask("put()", [4], 2), ask("all()", [], 5, of=4)])

    with pytest.raises(Unanswerable, match="depends on it"):
        recorded.case()


def test_collections_that_hold_the_same_again_and_again_are_looked_at_once() -> None:
    nested = [["collection", step, "list", [step - 1] * 10] for step in range(3, 20)]
    steps = [DOUBLE, ["call", 2, "m:Cart", None, [], {}], *nested, ["call", 20, "m:total", None, [19], {}]]
    asks = [[20, [2], 1, "send()", [], {}, None, False, ""]]
    recorded = Record.decode({"steps": steps, "asks": asks, "places": {}, "call": 20, "made": [2]})

    assert recorded.at_distance(1) == {2}
