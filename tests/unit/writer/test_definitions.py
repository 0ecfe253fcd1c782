"""The functions that the tests of a file call stand once above them."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY, call

import pytest

from testloom.model.capabilities import NO_CAPABILITIES
from testloom.model.statements import Answer, DoubleStatement, Question
from testloom.model.suite import AssertedTest
from testloom.writer import render, with_chosen
from testloom.writer.rendering.definitions import RECORDED, definitions

from .building import STYLE, SUBJECT, Case, built


def asking() -> list[AssertedTest]:
    """A test whose double answers a call as recorded."""
    case = Case("transfer")
    account, paid = case.double("Account"), case.literal(7)
    case.call("transfer", account)
    place = next(n for n, statement in enumerate(case.statements) if statement.id == account.id)
    double = case.statements.pop(place)
    assert isinstance(double, DoubleStatement)
    answer = Answer("withdraw()", paid.id, question=Question((paid.id,)))
    case.statements.insert(-1, double.replace(answers=(answer,)))
    return built(case.equals(7))


def test_a_double_takes_anything_where_anything_was_recorded_whatever_that_equals() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            return False

        def __hash__(self) -> int:
            return 0

    names: dict[str, Any] = {"pytest": pytest}
    [source] = definitions([f"{RECORDED.name}("], STYLE, NO_CAPABILITIES).values()
    exec(source, names)
    answer = names[RECORDED.name]((call(1, kind=ANY), "yes"))

    assert answer(1, kind=Odd()) == "yes"
    with pytest.raises(pytest.fail.Exception, match="unexpected call"):
        answer(2, kind=Odd())


def test_a_function_that_a_test_calls_stands_once_above_the_tests() -> None:
    text = render(asking(), SUBJECT, None, STYLE).text

    assert text.count(f"def {RECORDED.name}(") == 1
    assert text.index(f"def {RECORDED.name}(") < text.index("def test_")
    assert f"withdraw.side_effect = {RECORDED.name}(" in text
    assert "import pytest\n" in text


def test_an_existing_file_gets_the_function_unless_it_has_it() -> None:
    once = render(asking(), SUBJECT, "import os\n\n\ndef test_mine():\n    pass\n", STYLE).text
    again = render(asking(), SUBJECT, once, STYLE).text

    assert once.count(f"def {RECORDED.name}(") == 1
    assert again == once


def test_a_test_that_is_chosen_brings_the_function_with_it() -> None:
    rendered = render(asking(), SUBJECT, None, STYLE)
    [test] = rendered.tests

    text = with_chosen(None, rendered.text, {test.name}, SUBJECT, STYLE)

    assert text.count(f"def {RECORDED.name}(") == 1
    assert "import pytest\n" in text
