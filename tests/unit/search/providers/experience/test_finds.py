"""Objects that tests came by, and what is done with them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

from testloom.model.execution import HeldObject, Watched
from testloom.model.settings import Settings
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import ArgumentsStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.search import Knowledge
from testloom.search.providers import arguments
from testloom.search.providers.experience.finds import Finds
from testloom.search.providers.experience.last_resort import LastResort
from tests.unit.search.bank import bank

PARSE = TestCase(
    (LiteralStatement(1, "a b"), LiteralStatement(2, 0), CallStatement(3, "tree:parse", None, (1,)))
)
NODE = HeldObject(("nodes", ("list", 0)), ("tree:Node", "tree:Item"))


def finds(case: TestCase, *held: HeldObject, value: int = 3) -> Finds:
    found = Finds()
    found.take(case, {value: held})
    return found


def test_what_a_result_holds_is_offered_with_the_steps_that_lead_there() -> None:
    [loan] = finds(PARSE, NODE).offers["tree:Node"]

    made, nodes, key, item = loan.statements[1:]
    assert (made, nodes) == (PARSE.statements[2], AttributeStatement(nodes.id, 3, "nodes"))
    assert isinstance(key, LiteralStatement) and key.value == 0
    assert item == CallStatement(loan.value, "builtins:list.__getitem__", nodes.id, (key.id,))


def test_what_offers_all_that_code_asks_is_found_by_that() -> None:
    found = finds(PARSE, HeldObject(("first",), ("tree:Node",), frozenset({"kind", "width"})))

    assert found.offering(["kind"]) == found.offering(["width", "kind"]) == ["tree:Node"]
    assert found.offering(["kind", "height"]) == found.offering([]) == []


def test_a_parameter_gets_what_was_found_where_code_asks_it_or_its_items_for_what_that_offers() -> None:
    knowledge = factory_for(Settings())
    knowledge.learn(PARSE, Watched(held={3: (replace(NODE, names=frozenset({"kind", "width"})),)}))
    called = []
    for uses in (("kind", "width"), ("for", "[]kind", "[]width")):
        for _ in range(20):
            builder = knowledge.builder()
            arguments.argument(builder, Parameter("thing", uses=uses))
            called.append("tree:parse" in TestCase(tuple(builder.draft.statements)).wire)

    assert sum(called[:20]) > 8
    assert sum(called[20:]) > 8


def test_an_object_supplies_the_bases_of_its_class_too() -> None:
    assert list(finds(PARSE, NODE).offers) == ["tree:Node", "tree:Item"]


def test_a_constructor_supplies_its_class_by_itself() -> None:
    made = TestCase((CallStatement(3, "tree:Node"),))

    assert not finds(made, HeldObject((), ("tree:Node",))).offers
    assert not finds(made, HeldObject((), ("<test>:CustomNode", "tree:Node"))).offers


def test_what_was_done_before_with_what_is_needed_comes_along() -> None:
    case = TestCase(
        (
            CallStatement(1, "tree:Parser"),
            CallStatement(2, "tree:Parser.feed", 1),
            CallStatement(4, "tree:other"),
            CallStatement(3, "tree:Parser.close", 1),
        )
    )
    [loan] = finds(case, HeldObject((), ("tree:Node",))).offers["tree:Node"]

    assert [statement.id for statement in loan.statements] == [1, 2, 3]


def test_doubles_private_names_and_the_environment_supply_nothing() -> None:
    doubled = TestCase((DoubleStatement(1, ""), CallStatement(3, "tree:parse", None, (1,))))
    private = TestCase((CallStatement(3, "tree:_parse"),))
    surrounded = TestCase((ArgumentsStatement(1, ("a",)), CallStatement(3, "tree:parse")))

    assert not any(finds(case, NODE).offers for case in (doubled, private, surrounded))


def test_the_shortest_ways_are_kept_and_each_once() -> None:
    found = finds(PARSE, NODE)
    found.take(PARSE, {3: [NODE]})
    found.take(PARSE, {3: [HeldObject(("first",), ("tree:Node",))]})

    assert [len(loan.statements) for loan in found.offers["tree:Node"]] == [3, 5]
    shortest = found.shortest("tree:Node", Random(1), itertools.count(90))
    assert shortest is not None and len(shortest.statements) == 3
    assert min(statement.id for statement in shortest.statements) == 90


def factory_for(settings: Settings) -> Knowledge:
    """What makes tests of a function that takes what no constructor makes."""
    taking = Callable("tree:depth", "function", parameters=(Parameter("node", type=TypeRef("tree:Node")),))
    parse = Callable("tree:parse", "function", parameters=(Parameter("text", type=TypeRef("str")),))
    subject = replace(bank(), callables={taking.id: taking, parse.id: parse})
    knowledge = Knowledge(subject, [taking.id], Random(1))
    knowledge.last_resort = LastResort(settings)
    return knowledge


def argument(knowledge: Knowledge) -> str:
    builder = knowledge.builder()
    value = builder.at(1).another(TypeRef("tree:Node"))
    assert TestCase(tuple(builder.draft.statements)).is_valid()
    return next(statement.tag for statement in builder.draft.statements if statement.id == value)


def test_what_was_found_is_used_rather_than_a_double() -> None:
    knowledge = factory_for(Settings())
    assert {argument(knowledge) for _ in range(30)} == {"double"}

    knowledge.learn(PARSE, Watched(held={3: (NODE,)}))

    assert {argument(knowledge) for _ in range(30)} == {"call"}


def test_once_doubles_are_due_there_are_both() -> None:
    knowledge = factory_for(Settings(doubles_after=0, doubles_probability=1))
    knowledge.learn(PARSE, Watched(held={3: (NODE,)}))

    assert {argument(knowledge) for _ in range(60)} == {"call", "double"}


def test_an_item_of_a_list_is_now_and_then_the_last_one() -> None:
    found, rng = finds(PARSE, NODE), Random(1)
    drawn = [found.draw("tree:Node", rng, itertools.count(90)) for _ in range(60)]

    keys = {loan.statements[3] for loan in drawn if loan is not None}
    assert {key.value for key in keys if isinstance(key, LiteralStatement)} == {0, -1}


def test_a_key_of_a_dictionary_stays() -> None:
    found, rng = finds(PARSE, HeldObject((("dict", 0),), ("tree:Node",))), Random(1)
    drawn = [found.draw("tree:Node", rng, itertools.count(90)) for _ in range(60)]

    keys = {loan.statements[2] for loan in drawn if loan is not None}
    assert {key.value for key in keys if isinstance(key, LiteralStatement)} == {0}


def test_what_was_found_is_looked_for_in_other_results_of_the_same_function_too() -> None:
    knowledge = factory_for(Settings())
    knowledge.learn(PARSE, Watched(held={3: (NODE,)}))
    texts = set()
    for _ in range(60):
        builder = knowledge.builder()
        builder.at(1).another(TypeRef("tree:Node"))
        made = builder.draft.statements
        assert TestCase(tuple(made)).is_valid()
        assert [statement.callable for statement in made if isinstance(statement, CallStatement)] == [
            "tree:parse",
            "builtins:list.__getitem__",
        ]
        texts |= {s.value for s in made if isinstance(s, LiteralStatement) and isinstance(s.value, str)}

    assert len(texts) > 1 and "a b" in texts
