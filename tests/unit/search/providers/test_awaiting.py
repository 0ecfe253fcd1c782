"""Coroutine functions answer what the subject awaits of a double."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import (
    Answer,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    ReferenceStatement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Parameter, Result
from testloom.search.chromosome import evaluated
from testloom.search.operators.directed.exceptions.failing_tests import FailingTests
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.operators.replacing import doubled
from testloom.search.providers.doubles.awaiting import is_awaited
from testloom.search.providers.doubles.doubles import changed
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

SUBJECT = replace(bank(), awaited={"execute": True, "get": False})
IN_VAIN = "object {} can't be used in 'await' expression"
CALL = CallStatement(-9, "bank:transfer", None, (-1,))


def knowledge_of(seed: int, *asked: str) -> Knowledge:
    knowledge = Knowledge(SUBJECT, ["bank:transfer"], Random(seed))
    knowledge.experience.learned.take_uses({-1: asked})
    return knowledge


def error(message: str, line: int = 3) -> RaisedException:
    return RaisedException("builtins:TypeError", message, explicit=False, in_subject=True, line=line)


def repairs(case: TestCase, message: str, *asked: str) -> list[TestCase]:
    """What becomes of a test that failed so, over a few draws."""
    found = [repaired(case, error(message), knowledge_of(seed, *asked)) for seed in range(30)]
    assert all(better.is_valid() for better in found if better is not None)
    return [better for better in found if better is not None]


def coroutine_functions(case: TestCase) -> dict[str, StubStatement]:
    """The coroutine functions that a double has, by their paths."""
    made = {s.id: s for s in case if isinstance(s, StubStatement) and s.is_async}
    [double] = [s for s in case if isinstance(s, DoubleStatement) and s.id == -1]
    return {answer.path: made[answer.value] for answer in double.answers if answer.value in made}


@pytest.mark.parametrize(
    ("path", "spec", "at_times", "expected"),
    [
        ("execute()", "", False, True),
        ("session.begin().execute()", "", False, True),
        ("execute", "", False, False),
        ("commit()", "", True, False),
        ("get()", "", False, False),
        ("get()", "", True, True),
        ("execute()", "net:Session", False, False),
        ("session.execute()", "net:Session", False, True),
    ],
)
def test_a_call_is_awaited_where_the_code_says_so_and_no_class_does(
    path: str, spec: str, at_times: bool, expected: bool
) -> None:
    assert is_awaited(path, spec, SUBJECT, at_times=at_times) is expected


def test_all_that_is_awaited_of_a_double_is_answered_at_once() -> None:
    case = TestCase((DoubleStatement(-1), CALL))

    for better in repairs(case, IN_VAIN.format("MagicMock"), "execute()", "db.execute()", "close()"):
        assert set(coroutine_functions(better)) >= {"execute", "db.execute"}


def test_a_plain_answer_to_what_is_awaited_comes_from_a_coroutine_function() -> None:
    answers = (Answer("get()", -2),)
    case = TestCase((LiteralStatement(-2, 5), DoubleStatement(-1, answers=answers), CALL))

    found = repairs(case, IN_VAIN.format("int"), "get()")

    assert found
    assert all(coroutine_functions(better)["get"].answers == (-2,) for better in found)


def test_another_answer_to_what_is_awaited_comes_from_a_coroutine_function_again() -> None:
    stub = StubStatement(-3, (-2,), is_async=True)
    double = DoubleStatement(-1, answers=(Answer("execute", -3),))
    for seed in range(20):
        knowledge = knowledge_of(seed, "execute()", "execute().rows")
        builder = knowledge.builder((LiteralStatement(-2, 5), stub))

        better = changed(double, builder)

        case = TestCase((*builder.draft.statements, better))
        assert set(coroutine_functions(case)) <= {"execute"}
        assert not isinstance(better, DoubleStatement) or {a.path for a in better.answers} <= {"execute"}


def test_a_function_of_the_test_is_a_coroutine_function_only_where_it_is_awaited() -> None:
    plain, awaited = StubStatement(-1, (-2,)), StubStatement(-1, (-2,), is_async=True)
    literal = LiteralStatement(-2, 5)

    assert awaited in repairs(TestCase((literal, plain, CALL)), IN_VAIN.format("int"))[0].statements
    message = "'coroutine' object is not iterable"
    assert any(plain in better.statements for better in repairs(TestCase((literal, awaited, CALL)), message))


def test_a_builtin_function_makes_room_for_a_coroutine_function() -> None:
    [better, *_] = repairs(TestCase((ReferenceStatement(-1, "builtins:len"), CALL)), IN_VAIN.format("int"))

    [stub] = [s for s in better if isinstance(s, StubStatement)]
    assert (stub.id, stub.is_async) == (-1, True)


def test_a_coroutine_function_stands_where_the_subject_awaits_what_it_imports() -> None:
    statements = doubled("bank:execute", knowledge_of(1))

    [state] = [s for s in statements if isinstance(s, StateStatement)]
    [stub] = [s for s in statements if isinstance(s, StubStatement)]
    assert (state.value, stub.is_async) == (stub.id, True)


def test_each_line_where_a_double_is_awaited_in_vain_is_worth_a_repair() -> None:
    failing = FailingTests()
    for line in (3, 4):
        result = ExecutionResult("raised", Trace(frozenset()), -9, error(IN_VAIN.format("MagicMock"), line))
        failing.note(evaluated(TestCase((DoubleStatement(-1), CALL)), result))

    assert len(failing.tests) == 2


def test_what_is_entered_is_answered_with_a_double() -> None:
    results = {"acquire.__enter__": (Result("value", (Parameter("connection"),)),)}
    knowledge = Knowledge(replace(bank(), results=results), ["bank:transfer"], Random(1))
    knowledge.experience.learned.take_uses({-1: ["acquire()"]})
    builder = knowledge.builder()

    made = [changed(DoubleStatement(-1, "", ("acquire",)), builder) for _ in range(20)]

    doubles = {s.id for s in builder.draft.statements if isinstance(s, DoubleStatement)}
    entered = [
        a for double in made if isinstance(double, DoubleStatement) for a in double.answers if not a.raises
    ]
    assert entered and all(answer.value in doubles for answer in entered)


def test_what_is_entered_later_is_answered_at_once_as_it_would_be_asynchronous_itself() -> None:
    knowledge = knowledge_of(1)
    knowledge.experience.learned.take_uses({-1: ["get()", "get().__aenter__()"]})
    builder = knowledge.builder()

    double = changed(DoubleStatement(-1), builder)

    assert isinstance(double, DoubleStatement)
    answers = {answer.path: answer.value for answer in double.answers}
    entered = next(s for s in builder.draft.statements if s.id == answers["get().__aenter__()"])
    assert isinstance(entered, DoubleStatement)


def test_a_test_with_a_coroutine_that_nothing_awaits_is_not_shown() -> None:
    result = ExecutionResult("passed", Trace(frozenset()), touched=(("unawaited",),))

    assert not evaluated(TestCase((DoubleStatement(-1), CALL)), result).is_presentable
