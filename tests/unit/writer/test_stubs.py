"""Functions that a test makes are written where they are handed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from testloom.model.observed import Encoded, List, Made
from testloom.model.statements.environment import StateStatement
from testloom.oracle.assertions.showing import UNKNOWN
from testloom.writer import render
from tests.values import scalar

from .building import STYLE, SUBJECT, Case, built


def written(case: Case) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, STYLE).text


def test_a_function_that_answers_is_written_as_an_argument() -> None:
    case = Case("transfer")
    case.call("transfer", case.stub(3))

    text = written(case.equals(7))

    assert "mock" not in text
    assert "assert transfer(lambda *args, **kwargs: 3) == 7\n" in text


def test_a_function_that_is_asked_for_an_attribute_is_a_mock() -> None:
    case = Case("transfer")
    stub = case.stub(3)
    case.call("transfer", stub)
    test = replace(case.equals(7).done("test"), extended=frozenset({stub.id}))

    assert "assert transfer(Mock(return_value=3)) == 7\n" in render([test], SUBJECT, None, STYLE).text


def test_a_function_that_always_returns_the_same_list_is_a_mock() -> None:
    case = Case("transfer")
    case.call("transfer", case.stub(case.collection("list", 1)))

    text = written(case.equals(7))

    assert "from unittest.mock import Mock\n" in text
    assert "assert transfer(Mock(return_value=[1])) == 7\n" in text


def test_a_function_that_raises_says_what() -> None:
    case = Case("transfer")
    case.call("transfer", case.stub(case.name("builtins:OSError"), raises=True))

    assert "transfer(Mock(side_effect=OSError)) == 7\n" in written(case.equals(7))


def test_answers_in_turn_are_a_list() -> None:
    case = Case("transfer")
    case.call("transfer", case.stub(case.name("builtins:OSError"), 3, raises=True))

    assert "transfer(Mock(side_effect=[OSError, 3])) == 7\n" in written(case.equals(7))


def test_a_coroutine_function_is_an_asynchronous_mock() -> None:
    case = Case("transfer")
    case.call("transfer", case.collection("list", case.stub(b"a", is_async=True)))

    text = written(case.equals(7))

    assert "from unittest.mock import AsyncMock\n" in text
    assert 'transfer([AsyncMock(return_value=b"a")]) == 7\n' in text


def test_a_function_that_is_handed_over_twice_has_a_variable() -> None:
    case = Case("transfer")
    function = case.stub(3)
    case.call("transfer", function)
    case.call("transfer", function)

    text = written(case.equals(7))

    assert text.count("Mock(return_value=3)") == 1
    assert " = Mock(return_value=3)\n" in text


def handed_over(calls: Sequence[Encoded], of: Sequence[str] = ()) -> Case:
    """A function is handed over, gets calls, and the test says that."""
    case = Case("transfer")
    double = case.double(*of) if of else case.stub(None)
    case.call("transfer", double)
    noted = ".".join([*of, "call_args_list"])
    return case.equals(List(tuple(calls)), of=double, attribute=noted)


def called(*args: Encoded, **kwargs: Encoded) -> Made:
    return Made("unittest.mock:call", args, kwargs)


@pytest.mark.parametrize(
    ("calls", "line"),
    [
        pytest.param([], "assert_not_called()", id="none"),
        pytest.param([called(scalar(1), to=scalar("x"))], 'assert_called_once_with(1, to="x")', id="one"),
        pytest.param([UNKNOWN], "assert_called_once()", id="one with what nobody can write down"),
    ],
)
def test_calls_of_a_function_are_asserted_as_mocks_do_it(calls: Sequence[Encoded], line: str) -> None:
    text = written(handed_over(calls))

    assert " = Mock(return_value=None)\n" in text
    assert f".{line}\n" in text
    assert "call\n" not in text.partition("import pytest")[0]


def test_several_calls_are_compared_as_a_list() -> None:
    text = written(handed_over([called(scalar(1)), called()]))

    assert "from unittest.mock import Mock, call\n" in text
    assert ".call_args_list == [call(1), call()]\n" in text
    assert ".call_count == 2\n" in written(handed_over([called(scalar(1)), UNKNOWN]))


def test_calls_of_what_a_double_holds_name_it() -> None:
    text = written(handed_over([called()], of=("close",)))

    assert ".close.assert_called_once_with()\n" in text
    assert "def test_transfer_calls_close" in text


def test_calls_of_a_double_that_takes_the_place_of_a_method_name_it() -> None:
    case = Case("transfer")
    double = case.double()
    case.prepare(StateStatement, "shop:Account._write", double.id)
    case.call("transfer", 1)

    text = written(case.equals(List((called(),)), of=double, attribute="call_args_list"))

    assert "def test_transfer_calls_write(" in text


def test_calls_of_a_function_that_is_assigned_name_the_attribute() -> None:
    case = Case("Account.withdraw")
    account = case.call("Account", 5)
    stub = case.stub(3)
    case.assign(account, "notify", stub)
    case.call("Account.withdraw", 1, on=account)

    text = written(case.equals(List((called(),)), of=stub, attribute="call_args_list"))

    assert "calls_notify(" in text


def test_what_is_returned_is_called_behind_the_call_that_returns_it() -> None:
    case = Case("transfer")
    decorate = case.call("transfer", 1)
    case.invoke(case.invoke(decorate, case.stub(3)))

    assert "assert transfer(1)(lambda *args, **kwargs: 3)() == 3\n" in written(case.equals(3))


def test_what_something_happens_before_is_not_moved_behind_it() -> None:
    case = Case("transfer")
    function = case.call("transfer", 1)
    case.call("transfer", 2)
    case.invoke(function)

    text = written(case.equals(3))

    assert "the_transfer = transfer(1)\n    transfer(2)\n" in text
    assert "assert the_transfer() == 3\n" in text


def test_what_a_returned_function_yields_is_awaited() -> None:
    case = Case("transfer")
    result = case.invoke(case.call("transfer", 1))

    [made] = built(case.equals(3))
    test = replace(made, driven=((result.id, "coroutine"),))

    assert "assert asyncio.run(transfer(1)()) == 3\n" in render([test], SUBJECT, None, STYLE).text


def test_what_a_returned_manager_needs_is_awaited() -> None:
    case = Case("transfer")
    entered = case.enter(case.call("transfer", 1))

    [made] = built(case)
    test = replace(made, driven=((entered.id, "asynchronous manager"),))

    assert "async with transfer(1):\n" in render([test], SUBJECT, None, STYLE).text


def test_an_asynchronous_generator_is_written_whatever_is_asserted_of_its_items() -> None:
    case = Case("transfer")
    result = case.call("transfer", "a", "b")
    [made] = built(case)
    test = replace(made, driven=((result.id, "asynchronous generator"),))

    assert '[item async for item in transfer("a", "b")]' in render([test], SUBJECT, None, STYLE).text
