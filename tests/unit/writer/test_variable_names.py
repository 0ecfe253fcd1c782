"""What the variables of a test are called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import CallStatement
from testloom.model.subject import Callable, Parameter
from testloom.model.types import TypeRef
from testloom.writer import render
from testloom.writer.layout.usage import Usage, arguments_of
from testloom.writer.layout.variables import variables_of

from .building import STYLE, SUBJECT, Case, built


def test_only_the_first_of_its_kind_is_named_apart_from_what_the_file_imports() -> None:
    made = {number: CallStatement(number, "shop.account:Account") for number in (1, 2, 3)}
    used = dict.fromkeys(made, Usage())

    names = variables_of(made.values(), made, used, SUBJECT, {"account"})

    assert list(names.values()) == ["the_account", "other_account", "another_account"]


def test_a_factory_of_sessions_is_called_neither_like_its_class_nor_as_a_session() -> None:
    maker = "sqlalchemy.ext.asyncio:async_sessionmaker"
    made = {1: CallStatement(1, maker)}

    names = variables_of(made.values(), made, {1: Usage()}, SUBJECT, {"async_sessionmaker"})

    assert names == {1: "session_factory"}


def test_what_a_factory_makes_of_something_is_called_after_its_class() -> None:
    owner = "shop.money:Money"
    known = Callable(f"{owner}.from_text", "method", owner)
    subject = replace(SUBJECT, callables={known.id: known})
    made = {1: CallStatement(1, known.id)}

    names = variables_of(made.values(), made, {1: Usage(references=1, receivers=1)}, subject, ())

    assert names == {1: "money"}


def test_a_private_parameter_is_called_as_its_class_calls_it() -> None:
    names = ("_Cart__items", "_note", "first__last", "**_Cart__data")
    parameters = tuple(Parameter(name.strip("*"), "kwargs" if "*" in name else "either") for name in names)
    known = Callable("shop.cart:Cart.update", "method", "shop.cart:Cart", parameters)

    given = arguments_of(CallStatement(9, known.id, 8, (1, 2, 3), (("_Cart__data", 4),)), known)

    assert [name for _, name in given] == ["items", "note", "first__last", "data"]


@pytest.mark.parametrize(
    ("parameter", "called"),
    [
        ("names", "name"),
        ("registries", "registry"),
        ("series", "series"),
        ("session_cookies", "session_cookie"),
        ("statuses", "status"),
        ("boxes", "box"),
        ("classes", "class"),
        ("access", "access"),
        ("args", ""),
    ],
)
def test_one_of_several_arguments_is_called_by_the_singular_of_their_name(
    parameter: str, called: str
) -> None:
    known = Callable("shop.cart:merge", "function", parameters=(Parameter(parameter, "args"),))

    given = arguments_of(CallStatement(9, known.id, None, (1,)), known)

    assert list(given) == [(1, called)]


def test_a_row_of_a_table_says_what_goes_into_a_constant_under_a_variables_name() -> None:
    tests = []
    for limit in (1, 2):
        case = Case("Account.withdraw")
        account = case.call("Account", 10)
        case.assign(account, "_MAX_COUNT", limit)
        case.call("Account.withdraw", 3, on=account)
        tests.append(case.equals(limit))

    text = render(built(*tests), SUBJECT, None, STYLE).text

    assert "def test_withdraw(max_count, expected):" in text or '("max_count", "expected")' in text
    assert "._MAX_COUNT = max_count\n" in text


def test_what_goes_into_a_private_attribute_is_called_without_its_underscore() -> None:
    case = Case("Account.withdraw")
    account = case.call("Account", 10)
    case.assign(account, "_clerk", case.double("Account"))
    case.call("Account.withdraw", 3, on=account)

    text = render(built(case.equals(1)), SUBJECT, None, STYLE).text

    assert "    clerk = create_autospec(Account, instance=True, spec_set=True)\n" in text


def test_an_object_with_nothing_but_attributes_is_called_by_its_place() -> None:
    made = {1: CallStatement(1, "types:SimpleNamespace"), 2: CallStatement(2, "types:SimpleNamespace")}
    used = {1: Usage(parameter="token"), 2: Usage()}

    assert list(variables_of(made.values(), made, used, SUBJECT, ()).values()) == ["token", "item"]


def test_what_a_call_returns_beside_another_of_its_kind_is_the_result() -> None:
    made = {1: CallStatement(1, "shop.account:Account"), 2: CallStatement(2, "shop.account:latest")}
    latest = Callable("shop.account:latest", "function", returns=TypeRef("shop.account:Account"))
    subject = replace(SUBJECT, callables={**SUBJECT.callables, latest.id: latest})

    names = variables_of(made.values(), made, dict.fromkeys(made, Usage()), subject, ())

    assert list(names.values()) == ["account", "result"]


def test_an_object_is_not_called_like_a_fixture_of_pytest_but_still_by_its_place() -> None:
    made = {1: CallStatement(1, "types:SimpleNamespace")}

    names = variables_of(made.values(), made, {1: Usage(parameter="request")}, SUBJECT, ())

    assert list(names.values()) == ["the_request"]
