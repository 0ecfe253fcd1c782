from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.observed import DefaultAnswer
from testloom.model.statements import DoubleStatement
from testloom.model.statements.environment import StateStatement
from testloom.writer import render
from testloom.writer.project.style import ProjectStyle

from .building import STYLE, SUBJECT, Case, built


def written(case: Case, style: ProjectStyle = STYLE) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, style).text


def test_a_double_of_a_class_is_specified_and_answers_before_it_is_used() -> None:
    case = Case("transfer")
    account = case.double("Account", withdraw=7)
    case.call("transfer", account)

    text = written(case.equals(7))

    assert "from unittest.mock import create_autospec\n" in text
    assert "= create_autospec(Account, instance=True, spec_set=True)\n" in text
    assert ".withdraw.return_value = 7\n" in text


def test_only_a_double_that_was_seen_to_get_attributes_that_it_does_not_offer_takes_them() -> None:
    case = Case("transfer")
    account, client = case.double("Account", balance_=3), case.double("", "get")
    other, closed = case.double("Account"), case.double("", "post")
    for one in (account, client, other, closed):
        case.call("transfer", one)
    test = replace(case.equals(None).done("test"), extended=frozenset({account.id, client.id}))

    text = render([test], SUBJECT, None, STYLE).text

    assert text.count("create_autospec(Account, instance=True)\n") == 1
    assert text.count("create_autospec(Account, instance=True, spec_set=True)\n") == 1
    assert 'MagicMock(spec=["get"])\n' in text and 'MagicMock(spec_set=["post"])\n' in text


def test_a_module_that_is_not_installed_is_put_among_the_modules() -> None:
    case = Case("transfer")
    canvas = case.double()
    case.prepare(StateStatement, "sys.modules:plot.canvas", canvas.id).call("transfer", 1)

    text = written(case.equals(7))

    assert "import sys\n" in text
    assert '    monkeypatch.setitem(sys.modules, "plot.canvas", canvas)\n' in text


def test_the_fixture_of_pytest_mock_makes_doubles_and_puts_them_in_place_where_the_project_uses_it() -> None:
    case = Case("transfer")
    account, clock = case.double("Account", withdraw=7), case.double()
    case.prepare(StateStatement, "shop.account:_clock", clock.id)
    case.prepare(StateStatement, "shop.account:Account.limit", clock.id).call("transfer", account)

    text = written(case.equals(7), replace(STYLE, mocker=True, type_hints=True))

    assert "unittest" not in text and "monkeypatch" not in text
    assert "(mocker: MockerFixture) -> None:" in text
    assert "= mocker.create_autospec(Account, instance=True, spec_set=True)\n" in text
    assert "clock = mocker.MagicMock()\n" in text
    assert 'mocker.patch("shop.account._clock", clock)\n' in text
    assert 'mocker.patch.object(Account, "limit", clock)\n' in text


def test_the_fixture_of_pytest_mock_puts_functions_that_only_answer_in_place_too() -> None:
    case = Case("transfer")
    case.prepare(StateStatement, "shop.account:_clock", case.stub(7).id).call("transfer", 1)

    text = written(case.equals(7), replace(STYLE, mocker=True))

    assert 'mocker.patch("shop.account._clock", lambda *args, **kwargs: 7)\n' in text
    assert "monkeypatch" not in text


def test_a_double_of_no_class_offers_what_is_asked_of_it() -> None:
    case = Case("transfer")
    case.call("transfer", case.double("", "get", get__json="text"))

    text = written(case.equals(None))

    assert 'MagicMock(spec_set=["get"])\n' in text
    assert '.get.return_value.json.return_value = "text"\n' in text


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("()", ".return_value"),
        ("get.()", ".get.return_value"),
        ("headers.get.().json", ".headers.get.return_value.json"),
    ],
)
def test_a_result_that_a_double_answered_is_that_answer(asked: str, answer: str) -> None:
    case = Case("transfer")
    account = case.double("Account")
    case.call("transfer", account)

    text = written(case.equals(DefaultAnswer(account.id, asked)))

    assert (
        f"assert transfer(account) is account{answer}\n" in text
        or f"assert result is account{answer}\n" in text
    )


def test_an_answer_within_a_result_is_expected_there() -> None:
    case = Case("transfer")
    account = case.double("Account")
    case.call("transfer", account)
    answer = DefaultAnswer(account.id, "()")

    text = written(case.equals([answer, 400]))

    assert "assert transfer(account) == [account.return_value, 400]\n" in text


def test_variables_of_tests_stay_out_of_tables() -> None:
    cases = []
    for note in ("a", "b", "c"):
        case = Case("transfer")
        account = case.double("Account")
        case.call("transfer", account, note=note)
        answer = DefaultAnswer(account.id, "()")
        cases.append(case.equals([answer, note]))

    text = render(built(*cases), SUBJECT, None, STYLE).text

    assert text.count("[account.return_value, ") == 3
    assert "parametrize" not in text


def test_a_double_that_is_asked_repeatedly_gives_one_answer_after_the_other() -> None:
    case = Case("transfer")
    rows = case.double("Account", withdraw=1)
    case.call("transfer", rows)
    first = case.statements[1]
    assert isinstance(first, DoubleStatement)
    case.statements[1] = first.replace(answers=first.answers * 2)

    text = written(case.equals(None))

    assert "from itertools import chain, repeat\n" in text
    assert ".withdraw.side_effect = chain([1], repeat(1))\n" in text


def test_a_private_function_is_looked_up_in_its_module() -> None:
    case = Case("_audit")
    case.call("_audit", 1)

    text = written(case.equals(2))

    assert "from shop import account\n" in text
    assert "skip" not in text
    assert "assert account._audit(1) == 2\n" in text


def test_a_private_method_is_called_of_its_object() -> None:
    case = Case("Account._check")
    account = case.call("Account", 1)
    case.call("Account._check", 2, on=account)

    text = written(case.equals(True))

    assert "skip" not in text
    assert "assert account._check(2)\n" in text


def test_a_private_class_that_is_only_mentioned_is_looked_up_in_its_module() -> None:
    case = Case("transfer")
    case.call("transfer", case.name("_Owner"), 1)

    text = written(case.raises("_Broken"))

    assert "from shop import account\n" in text
    assert "import _" not in text
    assert "    with pytest.raises(account._Broken):\n        transfer(account._Owner, 1)\n" in text


def test_a_public_method_of_a_private_base_is_called_of_its_object() -> None:
    case = Case("_Owner.pay")
    case.call("_Owner.pay", 2, on=case.call("Account", 1))

    text = written(case.equals(True))

    assert "import account" not in text
    assert ".pay(2)\n" in text


@pytest.mark.parametrize(
    ("name", "imported", "call"),
    [
        ("shop._ledger:_audit", "from shop import _ledger\n", "_ledger._audit(1)"),
        ("shop._books._ledger:_audit", "from shop._books import _ledger\n", "_ledger._audit(1)"),
        ("_ledger:_audit", "import _ledger\n", "_ledger._audit(1)"),
    ],
)
def test_a_private_function_of_a_private_module_is_looked_up_there(
    name: str, imported: str, call: str
) -> None:
    case = Case(name)
    case.call(name, 1)
    text = written(case.equals(2))

    assert imported in text
    assert f"assert {call} == 2\n" in text
