"""Functions as values suit what is known of the type that is wanted."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from testloom.model.settings import Settings
from testloom.model.statements import (
    InvokeStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable, Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.arguments import arguments
from testloom.search.providers.experience.last_resort import LastResort, is_last_resort, misuses
from testloom.search.providers.inputs.types.plausibility import plausible_types
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.functions import changed, parameters_of, result_of
from tests.unit.search.bank import bank

BYTES = TypeRef("bytes")
ASYNCHRONOUS = TypeRef("callable", (TypeRef("awaitable", (BYTES,)),))
FETCH = Callable("bank:fetch", "function", None, (Parameter("url"),), BYTES, is_coroutine=True)


def knowledge_of(*more: Callable) -> Knowledge:
    subject = bank()
    known = {**subject.callables, **{called.id: called for called in more}}
    made = Knowledge(replace(subject, callables=known), sorted(known), Random(1))
    made.last_resort = LastResort(Settings())
    return made


def functions(kind: TypeRef, knowledge: Knowledge) -> list[tuple[Statement, TestCase]]:
    """Many functions of a type, each with the test case that it ends."""
    found = []
    for _ in range(200):
        builder = knowledge.builder()
        builder.value(kind, depth=0)
        found.append((builder.draft.statements[-1], TestCase(tuple(builder.draft.statements))))
    return found


def answers(stub: StubStatement, case: TestCase) -> list[object]:
    """What a stub returns, as far as these are plain values."""
    values = {s.id: s.value for s in case if isinstance(s, LiteralStatement)}
    return [values[answer] for answer in stub.answers if answer not in stub.raises]


def test_where_a_result_is_awaited_every_function_is_asynchronous() -> None:
    found = functions(ASYNCHRONOUS, knowledge_of(FETCH))

    assert all(
        made.is_async if isinstance(made, StubStatement) else made == ReferenceStatement(made.id, FETCH.id)
        for made, _ in found
    )
    assert {type(made) for made, _ in found} == {StubStatement, ReferenceStatement}


def test_a_stub_answers_with_the_type_that_is_wanted_or_raises() -> None:
    stubs = [
        (made, case)
        for made, case in functions(ASYNCHRONOUS, knowledge_of())
        if isinstance(made, StubStatement)
    ]

    assert {type(answer) for stub, case in stubs for answer in answers(stub, case)} == {bytes}
    assert any(stub.raises for stub, _ in stubs)
    assert any(len(stub.answers) > 1 for stub, _ in stubs)


def test_a_function_of_the_subject_is_taken_only_where_its_annotations_fit() -> None:
    found = functions(TypeRef("callable", (TypeRef("dict"), TypeRef("tuple"))), knowledge_of())

    assert not any(isinstance(made, ReferenceStatement) for made, _ in found)


def test_without_doubles_there_are_no_stubs() -> None:
    knowledge = knowledge_of()
    knowledge.last_resort = LastResort(Settings(without=("doubles",)))

    found = functions(TypeRef("callable"), knowledge)

    assert all(isinstance(made, ReferenceStatement) for made, _ in found)


def test_a_clock_is_handed_over_and_never_raises_nor_left_to_its_default() -> None:
    clock = Parameter("clock", "either", TypeRef("callable", (TypeRef("float"),)), True, is_outward=True)
    called = Callable("bank:wait", "function", None, (clock,))
    knowledge = knowledge_of(called)

    for _ in range(100):
        builder = knowledge.builder()
        args, _ = arguments(builder.at(0), called)
        [stub] = [s for s in builder.draft.statements if isinstance(s, StubStatement)]
        assert args == [stub.id] and not stub.raises
        assert all(
            isinstance(told, float) for told in answers(stub, TestCase(tuple(builder.draft.statements)))
        )


def test_a_changed_stub_still_has_an_answer_and_raises_only_what_it_has() -> None:
    knowledge = knowledge_of()
    builder = knowledge.builder()
    builder.literal(1)
    stub = StubStatement(900, (builder.draft.statements[0].id,))

    for _ in range(200):
        after = changed(stub, builder)
        assert isinstance(after, StubStatement)
        assert after.answers
        assert set(after.raises) <= set(after.answers)
        stub = after


def test_a_stub_is_no_last_resort_but_nothing_to_be_tested() -> None:
    found = functions(ASYNCHRONOUS, knowledge_of())
    stub, case = next((made, case) for made, case in found if isinstance(made, StubStatement))

    assert not is_last_resort(case)
    assert misuses(TestCase((*case.statements, InvokeStatement(990, stub.id))))


def test_a_parameter_whose_result_is_awaited_is_a_coroutine_function() -> None:
    [kind] = plausible_types(Parameter("job", uses=("await()", "()")), bank())

    assert result_of(kind) == TypeRef("awaitable", (ANY,))
    assert parameters_of(kind) is None
