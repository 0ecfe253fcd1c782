from dataclasses import replace
from random import Random

from testloom.model.execution import KnownObject, Operands, Watched
from testloom.model.statements import (
    CallStatement,
    EnterStatement,
    InvokeStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable
from testloom.model.types import ANY, TypeRef
from testloom.search.operators.creation import followed, random_test
from testloom.search.providers.experience.learned import MOST_LOOKS, Learned, SeenType, made_by
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank


def factory_that_saw(text: str) -> Knowledge:
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    knowledge.learn(TestCase((CallStatement(7, "bank:transfer"),)), Watched(types={7: text}))
    return knowledge


def test_types_are_read_as_the_protocol_writes_them() -> None:
    assert SeenType.parse("builtins:str") == SeenType(TypeRef("str"))
    assert SeenType.parse("m:f()") == SeenType(TypeRef("m:f"), is_callable=True)
    assert SeenType.parse("m:Lock()with") == SeenType(TypeRef("m:Lock"), is_callable=True, is_manager=True)


def test_a_returned_function_is_called() -> None:
    knowledge = factory_that_saw("builtins:function()")
    kinds = {type(statement) for _ in range(30) for statement in random_test(knowledge)}

    assert InvokeStatement in kinds and EnterStatement not in kinds


def test_a_returned_context_manager_is_entered() -> None:
    knowledge = factory_that_saw("contextlib:Managerwith")
    kinds = {type(statement) for _ in range(30) for statement in random_test(knowledge)}

    assert EnterStatement in kinds and InvokeStatement not in kinds


def test_a_function_that_returned_an_instance_makes_instances_from_then_on() -> None:
    knowledge = factory_that_saw("bank:Account")
    builder = knowledge.builder(())
    for _ in range(40):
        builder.at(6).another(TypeRef("bank:Account"))

    assert any(
        s.callable == "bank:transfer" for s in builder.draft.statements if isinstance(s, CallStatement)
    )


def test_doubles_are_known_once_somebody_has_looked_at_what_they_are_asked() -> None:
    learned = Learned()

    learned.take_uses({1: ["read()"], 2: []})
    learned.take_name(1, "open")

    assert learned.has_watched([1, 2]) and not learned.has_watched([1, 3])
    assert (learned.name(1), learned.name(2)) == ("open", "")


def test_what_may_be_empty_is_looked_at_again_a_few_times() -> None:
    learned, case = Learned(), TestCase((CallStatement(7, "bank:transfer"),))
    looks = 0
    while not learned.knows("bank:transfer"):
        learned.take(case, {7: "builtins:list"})
        looks += 1

    assert looks == MOST_LOOKS
    learned.take(TestCase((CallStatement(7, "bank:close"),)), {7: "bank:Account"})
    assert learned.knows("bank:close")


def test_what_was_returned_is_called_again_once_it_was_seen_to_be_a_function() -> None:
    knowledge = factory_that_saw("builtins:function()")
    twice = TestCase((CallStatement(7, "bank:transfer"), InvokeStatement(8, 7), InvokeStatement(9, 8)))

    knowledge.learn(twice, Watched(types={8: "builtins:function()", 9: "builtins:str"}))

    made = [made_by(random_test(knowledge).statements) for _ in range(60)]
    names = {name for found in made for name in found.values()}
    assert {"bank:transfer", "bank:transfer()", "bank:transfer()()"} <= names
    assert "bank:transfer()()()" not in names


def test_a_function_that_an_annotation_promises_gets_what_it_takes() -> None:
    subject = bank()
    decorator = TypeRef("callable", (ANY, TypeRef("tuple", (TypeRef("callable"),))))
    known = {**subject.callables, "bank:retry": Callable("bank:retry", "function", returns=decorator)}
    knowledge = Knowledge(replace(subject, callables=known), ["bank:retry"], Random(1))

    cases = [followed(TestCase((CallStatement(1, "bank:retry"),)), knowledge) for _ in range(50)]

    functions = sum(
        isinstance(case.statements[-2], ReferenceStatement | StubStatement)
        for case in cases
        if case is not None
    )
    assert None not in cases
    assert functions > 40


def test_what_the_subject_looks_for_by_a_name_stands_where_anything_may() -> None:
    removed = Operands(0, "is", None, KnownObject("bank:REMOVED"), False)
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1))
    knowledge.learn(TestCase(()), Watched(comparisons=[removed]))
    builder = knowledge.builder()

    for _ in range(60):
        builder.value(ANY, depth=0)

    assert ReferenceStatement in {
        type(s) for s in builder.draft.statements if getattr(s, "path", "") == "bank:REMOVED"
    }
