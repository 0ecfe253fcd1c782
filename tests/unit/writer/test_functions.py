"""Functions that a test defines stand in it, as a person would write them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import FunctionStatement, FunctionStep
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


def written(case: Case, *, type_hints: bool = False) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, replace(STYLE, type_hints=type_hints)).text


def test_a_generator_begins_where_it_is_used() -> None:
    case = Case("transfer")
    steps = (
        FunctionStep("yield", case.literal("a").id),
        FunctionStep("raise", case.name("builtins:OSError").id),
    )
    case.call("transfer", case.function(FunctionStatement(0, (), steps, is_generator=True)))

    text = written(case.equals(7))

    lines = ["def source():", "    yield 'a'", "    raise OSError", "", "assert transfer(source()) == 7"]
    assert "\n".join(f"    {line}".rstrip() for line in lines).replace("'", '"') in text


def test_a_generator_that_two_calls_share_begins_before_them() -> None:
    case = Case("transfer")
    steps = (FunctionStep("yield", case.literal(1).id),)
    shared = case.function(FunctionStatement(0, (), steps, is_generator=True))
    case.call("transfer", shared)
    case.call("transfer", shared)

    text = written(case.equals(7))

    assert "    def make_source():\n        yield 1\n\n    source = make_source()\n" in text
    assert text.count("transfer(source)") == 2


@pytest.mark.parametrize(
    ("is_async", "head"), [(False, "def source():"), (True, "async def source():")], ids=["sync", "async"]
)
def test_a_generator_that_yields_nothing_is_still_one(is_async: bool, head: str) -> None:
    case = Case("transfer")
    made = FunctionStatement(0, (), (), is_async=is_async, is_generator=True)
    case.call("transfer", case.function(made))

    assert f"    {head}\n        return\n        yield\n" in written(case.equals(7))


def test_an_application_calls_what_it_is_given() -> None:
    case = Case("transfer")
    message = case.collection("dict", case.literal("type"), case.literal("a"))
    steps = (FunctionStep("call", called="receive"), FunctionStep("call", called="send", args=(message.id,)))
    case.call("transfer", case.function(FunctionStatement(0, ("receive", "send"), steps, is_async=True)))

    text = written(case.equals(7))

    assert (
        '    async def function(receive, send):\n        await receive()\n        await send({"type": "a"})'
        in text
    )
    assert "transfer(function)" in text


def test_a_parameter_hides_no_variable_that_its_function_uses() -> None:
    case = Case("transfer")
    items = case.collection("list")
    case.call("transfer", items)
    steps = (FunctionStep("return", items.id),)
    case.call("transfer", case.function(FunctionStatement(0, ("items",), steps)))

    assert "def function(items):\n        return the_items" in written(case.equals(7))


def test_functions_have_hints_where_tests_have() -> None:
    case = Case("transfer")
    steps = (FunctionStep("yield", case.literal(1).id),)
    case.call("transfer", case.function(FunctionStatement(0, (), steps, is_async=True, is_generator=True)))

    text = written(case.equals(7), type_hints=True)

    assert "from collections.abc import AsyncGenerator\n" in text
    assert "    async def source() -> AsyncGenerator[Any, Any]:\n" in text


def test_tests_that_differ_in_long_messages_are_one_table() -> None:
    """They would differ in nothing that a name could say."""
    tests = []
    for amount in (1, 2):
        case = Case("transfer")
        case.call("transfer", amount)
        message = f"transfer of {amount} needs the package 'currencies' to be installed"
        tests.append(case.raises("builtins:OSError", message).done(f"test {amount}"))

    text = render(tests, SUBJECT, None, STYLE).text

    assert text.count("def test_") == 1
    assert "match=message" in text


def test_rows_are_called_after_what_is_in_their_collections() -> None:
    tests = []
    for words in (("report", "low"), ("report", "high", "all")):
        case = Case("transfer")
        case.call("transfer", case.collection("list", *words))
        tests.append(case.equals(2).done(" ".join(words)))

    text = render(tests, SUBJECT, None, STYLE).text

    assert "report low" in text
    assert "items in" not in text
