"""Optional arguments that messages of exceptions blame are given less often."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar, TypeRef
from testloom.search import Knowledge
from testloom.search.providers.arguments import arguments
from testloom.search.providers.experience.blames import blamed_in
from tests.unit.search.bank import bank

LEDGER = Callable(
    "bank:Ledger",
    "constructor",
    parameters=(
        Parameter("owner"),
        Parameter("mode", type=TypeRef("str"), has_default=True),
        Parameter("size", "keyword", TypeRef("int"), has_default=True),
    ),
)


def subject() -> Subject:
    return replace(bank(), callables={**bank().callables, LEDGER.id: LEDGER})


def opened(owner: Scalar, mode: Scalar, size: Scalar) -> TestCase:
    values = (LiteralStatement(-1, owner), LiteralStatement(-2, mode), LiteralStatement(-3, size))
    return TestCase((*values, CallStatement(-4, LEDGER.id, None, (-1, -2), (("size", -3),))))


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("invalid mode: 'xq'", ["mode"]),
        ("no ledger has 17 pages", ["size"]),
        ("no ledger has 1.17 pages", []),
        ("invalid owner: 'mary'", []),
        ("nothing fits", []),
    ],
)
def test_what_a_message_shows_of_optional_arguments_is_blamed(message: str, names: list[str]) -> None:
    case, error = opened("mary", "xq", 17), RaisedException("builtins:ValueError", message, False, True)

    assert [blamed.parameter.name for blamed in blamed_in(case, error, subject())] == names


def test_what_the_interpreter_says_of_numbers_of_arguments_blames_none() -> None:
    message = "open() takes 17 positional arguments but 18 were given"
    error = RaisedException("builtins:TypeError", message, explicit=False, in_subject=True)

    assert not list(blamed_in(opened("mary", "xq", 17), error, subject()))


def test_what_is_blamed_again_and_again_is_left_out_of_most_calls() -> None:
    knowledge = Knowledge(subject(), [LEDGER.id], Random(1))

    def share(name: str) -> float:
        given = [arguments(knowledge.builder(), LEDGER) for _ in range(200)]
        return sum(name in named or (name == "mode" and len(args) > 1) for args, named in given) / 200

    before = share("mode"), share("size")
    error = RaisedException("builtins:ValueError", "invalid mode: 'xq'", explicit=True, in_subject=True)
    failed = ExecutionResult("raised", Trace(frozenset()), statement=-4, exception=error)
    for _ in range(20):
        knowledge.experience.blames.note(opened("mary", "xq", 17), failed, subject())

    assert share("mode") < before[0] / 2
    assert share("size") > before[1] / 2
