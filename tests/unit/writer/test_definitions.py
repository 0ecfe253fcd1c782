"""A test skips once its double is asked more than it was when the test was written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any
from unittest.mock import ANY, call, create_autospec

import pytest

from testloom.model.capabilities import NO_CAPABILITIES
from testloom.model.statements import DoubleStatement
from testloom.model.suite import AssertedTest
from testloom.writer import render, with_chosen
from testloom.writer.rendering.definitions import RECORDED, SKIPPING, definitions

from .building import STYLE, SUBJECT, Case, built


class Gateway(ABC):
    @abstractmethod
    def authorize(self, amount: int) -> bool: ...

    @abstractmethod
    async def refund(self, amount: int) -> bool: ...


def asking() -> list[AssertedTest]:
    """A test whose double was asked for one thing."""
    case = Case("transfer")
    account = case.double("Account", withdraw=7)
    case.call("transfer", account)
    statement = case.statements[1]
    assert isinstance(statement, DoubleStatement)
    case.statements[1] = statement.replace(names=("withdraw",))
    return built(case.equals(7))


def skipping() -> Callable[..., None]:
    names: dict[str, Any] = {"pytest": pytest}
    [source] = definitions([f"{SKIPPING.name}("], STYLE, NO_CAPABILITIES).values()
    exec(source, names)
    function: Callable[..., None] = names[SKIPPING.name]
    return function


async def test_a_double_answers_what_is_known_and_skips_the_test_for_all_else() -> None:
    gateway = create_autospec(Gateway, instance=True, spec_set=True)
    gateway.authorize.return_value = True

    skipping()(gateway, "authorize")

    assert gateway.authorize(1) is True
    with pytest.raises(pytest.skip.Exception, match=r"no answer for refund\(\)"):
        await gateway.refund(1)


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


def test_the_function_that_skips_stands_once_above_the_tests() -> None:
    text = render(asking(), SUBJECT, None, STYLE).text

    assert text.count(f"def {SKIPPING.name}(") == 1
    assert text.index(f"def {SKIPPING.name}(") < text.index("def test_")
    assert f'    {SKIPPING.name}(account, "withdraw")\n' in text
    assert "import pytest\n" in text


def test_an_existing_file_gets_the_function_unless_it_has_it() -> None:
    once = render(asking(), SUBJECT, "import os\n\n\ndef test_mine():\n    pass\n", STYLE).text
    again = render(asking(), SUBJECT, once, STYLE).text

    assert once.count(f"def {SKIPPING.name}(") == 1
    assert again == once


def test_a_test_that_is_chosen_brings_the_function_with_it() -> None:
    rendered = render(asking(), SUBJECT, None, STYLE)
    [test] = rendered.tests

    text = with_chosen(None, rendered.text, {test.name}, SUBJECT, STYLE)

    assert text.count(f"def {SKIPPING.name}(") == 1
    assert "import pytest\n" in text
