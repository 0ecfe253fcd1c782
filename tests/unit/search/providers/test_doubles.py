"""What doubles answer, and where one stands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import EndKind, ExecutionResult, RaisedException, Touch, Trace
from testloom.model.statements import (
    Answer,
    AttributeStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    EnterStatement,
    InvokeStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.subject import Callable
from testloom.model.types import TypeRef
from testloom.search.chromosome import Chromosome, evaluated
from testloom.search.operators.replacing import replaced
from testloom.search.providers.callables.pair_calls import PairCalls
from testloom.search.providers.doubles.doubles import changed as change
from testloom.search.providers.draft import Draft
from testloom.search.providers.experience.last_resort import (
    LastResort,
    misuses,
)
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .last_resorts import ALWAYS, changed, knowledge_of, shop


def test_what_a_double_was_asked_becomes_an_answer() -> None:
    knowledge = knowledge_of(1)
    knowledge.experience.learned.take_uses({5: ("debug()", "info()")})
    statement = DoubleStatement(5, "", ("debug", "info"))

    answered = changed(statement, knowledge.builder())

    assert next(answer.path for answer in answered.answers) in ("debug()", "info()")


def test_a_call_that_is_made_again_gets_another_answer() -> None:
    knowledge = knowledge_of(1)
    knowledge.experience.learned.take_uses({5: ("next()", "next()")})
    statement = DoubleStatement(5, "", (), (Answer("next()", 1),))

    changes = [changed(statement, knowledge.builder()).answers for _ in range(20)]

    assert max(map(len, changes)) == 2
    assert {answer.path for answers in changes for answer in answers} == {"next()"}


def test_answers_that_are_asked_no_more_disappear() -> None:
    knowledge = knowledge_of(1)
    knowledge.experience.learned.take_uses({5: ("debug()",)})
    statement = DoubleStatement(5, "", (), (Answer("close()", 1), Answer("debug()", 2)))

    for _ in range(5):
        assert "close()" not in [a.path for a in changed(statement, knowledge.builder()).answers]


@pytest.mark.parametrize(("explicit", "kept"), [(True, True), (False, False)])
def test_an_error_that_a_double_may_have_caused_is_not_shown(explicit: bool, kept: bool) -> None:
    error = RaisedException("builtins:ValueError", "", explicit, in_subject=True)
    result = ExecutionResult("raised", Trace(frozenset()), 2, error)

    assert evaluated(TestCase((DoubleStatement(1),)), result).is_presentable is kept


def test_what_the_subject_imports_is_replaced_by_a_double_that_may_raise_what_it_handles() -> None:
    subject = replace(shop(), collaborators=("bank:send",), caught=("builtins:OSError",))
    made = [
        replaced(
            TestCase((CallStatement(-1, "bank:report"),)), Knowledge(subject, ["bank:report"], Random(n))
        )
        for n in range(20)
    ]

    assert all(case is not None and case.is_valid() for case in made)
    answers = {s.answers for case in made if case for s in case if isinstance(s, DoubleStatement)}
    assert {bool(answer) for answer in answers} == {True, False}


def test_without_collaborators_nothing_is_replaced() -> None:
    assert replaced(TestCase((CallStatement(-1, "bank:report"),)), knowledge_of(1)) is None


def test_a_dict_takes_the_place_of_what_keys_were_looked_up_in() -> None:
    knowledge = knowledge_of(1)
    knowledge.experience.learned.take_uses(
        {5: ("params['path']", "params.__getitem__()"), 6: ("['a[0]']", "[0]")}
    )
    has, itself = DoubleStatement(5), DoubleStatement(6)
    builders = [knowledge.builder() for _ in range(20)]

    answered = [
        (builder, s) for builder in builders if isinstance(s := change(has, builder), DoubleStatement)
    ]
    replaced_by = [s for builder in builders if isinstance(s := change(itself, builder), CollectionStatement)]

    keys = [
        literals_of(builder.draft, answer.value)
        for builder, s in answered
        for answer in s.answers
        if answer.path == "params"
    ]
    assert keys and all("path" in found for found in keys)
    assert {s.id for s in replaced_by} == {6} and len(replaced_by[0].items) == 4


def test_dicts_stand_in_a_dict_where_keys_were_looked_up_in_what_was_found() -> None:
    knowledge = knowledge_of(1)
    knowledge.experience.learned.take_uses({5: ("()['data']", "().__getitem__()['title']")})
    builders = [knowledge.builder() for _ in range(20)]

    answered = [
        (builder, s)
        for builder in builders
        if isinstance(s := change(DoubleStatement(5), builder), DoubleStatement)
    ]

    depths = [
        depth_of(builder.draft, answer.value)
        for builder, s in answered
        for answer in s.answers
        if answer.path == "()"
    ]
    assert max(depths) == 2


def depth_of(draft: Draft, value: int) -> int:
    """How deep the collections of a draft are nested."""
    found = [s for s in draft.statements if s.id == value and isinstance(s, CollectionStatement)]
    return max((1 + depth_of(draft, item) for s in found for item in s.items), default=0)


def literals_of(draft: Draft, value: int) -> list[object]:
    """The plain items of a collection of a draft."""
    literals = {s.id: s.value for s in draft.statements if isinstance(s, LiteralStatement)}
    [collection] = [s for s in draft.statements if s.id == value and isinstance(s, CollectionStatement)]
    return [literals[item] for item in collection.items if item in literals]


@pytest.mark.parametrize(
    "asking",
    [
        CallStatement(2, "bank:Vault.open", 1),
        AttributeStatement(2, 1, "is_open"),
        InvokeStatement(2, 1),
        EnterStatement(2, 1),
    ],
)
def test_a_test_that_asks_a_double_itself_is_none(asking: Statement) -> None:
    assert misuses(TestCase((DoubleStatement(1, "bank:Vault"), asking)))
    assert not misuses(TestCase((LiteralStatement(1, 5), asking)))


def test_what_a_test_calls_a_method_of_is_no_double_of_the_draft() -> None:
    knowledge = Knowledge(bank(), ["bank:Account.withdraw"], Random(1))
    builder = knowledge.builder([DoubleStatement(1, "bank:Account")])

    receivers = {builder.at(1).receiver("bank:Account") for _ in range(20)}

    assert 1 not in receivers


@pytest.mark.parametrize(("real", "is_doubled"), [((), True), (("bank:Vault",), False)])
def test_what_is_to_be_real_is_not_doubled(real: tuple[str, ...], is_doubled: bool) -> None:
    knowledge = Knowledge(bank(), ["bank:transfer"], Random(1), PairCalls(real=real))
    knowledge.last_resort = LastResort(ALWAYS)
    builder = knowledge.builder()

    builder.at(1).another(TypeRef("bank:Vault"))

    assert any(isinstance(statement, DoubleStatement) for statement in builder.draft.statements) is is_doubled


def test_a_message_that_names_what_nobody_told_a_double_to_answer_is_not_kept() -> None:
    case = TestCase((DoubleStatement(5, "bank:Account"), CallStatement(6, "bank:transfer", None, (5,))))

    def ended(message: str) -> Chromosome:
        error = RaisedException("builtins:TypeError", message, explicit=True, in_subject=True)
        return evaluated(case, ExecutionResult("raised", Trace(frozenset()), 6, error))

    assert not ended("NonCallableMagicMock returned MagicMock").is_presentable
    assert ended("NonCallableMagicMock returned int").is_presentable


def test_a_double_answers_from_the_start_what_others_of_its_class_were_asked() -> None:
    subject = bank()
    method = Callable("bank:Account.label", "method", "bank:Account", returns=TypeRef("str"))
    known = {**subject.callables, method.id: method}
    knowledge = Knowledge(replace(subject, callables=known), ["bank:transfer"], Random(1))
    knowledge.experience.learned.take_calls(
        DoubleStatement(5, "bank:Account"), ("label()", "withdraw()", "name")
    )

    builder = knowledge.builder()
    builder.double("bank:Account")

    [text, double] = builder.draft.statements
    assert isinstance(text, LiteralStatement) and isinstance(text.value, str)
    assert isinstance(double, DoubleStatement)
    assert double.answers == (Answer("label()", text.id),)


@pytest.mark.parametrize("end", ["passed", "raised"])
@pytest.mark.parametrize("touch", [("endless",), ("unhandled",)])
def test_a_test_that_was_ended_as_it_asked_again_and_again_or_lost_a_thread_is_not_kept(
    end: EndKind, touch: Touch
) -> None:
    made = LiteralStatement(4, 1), StubStatement(5, (4,))
    case = TestCase((*made, CallStatement(6, "bank:transfer", None, (5,))))
    error = RaisedException("testloom_agent.doubles.making:Unanswered", "", explicit=False, in_subject=True)
    raised = error if end == "raised" else None
    result = ExecutionResult(end, Trace(frozenset()), 6, raised, touched=(touch,))

    assert not evaluated(case, result).is_presentable
