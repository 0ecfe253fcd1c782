from pathlib import Path

import pytest

from testloom.model.errors import OutputError
from testloom.model.subject import Subject
from testloom.writer import ProjectStyle, with_chosen

COMPLETE = '''\
"""Tests for shop.account."""

import pytest

from shop.account import Account, InsufficientFunds


def test_deposit():
    account = Account()

    account.deposit(1)

    assert account.balance == 1


def test_withdraw_raises():
    with pytest.raises(InsufficientFunds):
        Account().withdraw(1)


def test_transfer():
    Account(1).transfer(1, Account())
'''
MINE = """\
from shop.account import Account


def test_deposit():
    assert Account(3)  # mine


def test_transfer():
    ...
"""


def _chosen(existing: str | None, *names: str) -> str:
    subject = Subject("shop.account", str(Path("/shop/shop/account.py")))
    return with_chosen(existing, COMPLETE, names, subject, ProjectStyle(first_party=frozenset({"shop"})))


def test_a_new_file_has_the_chosen_tests_and_what_they_import() -> None:
    assert _chosen(None, "test_deposit") == (
        '"""Tests for shop.account."""\n\nfrom shop.account import Account\n\n\n'
        "def test_deposit():\n    account = Account()\n\n"
        "    account.deposit(1)\n\n    assert account.balance == 1\n"
    )


def test_all_chosen_give_the_complete_file() -> None:
    assert _chosen(None, "test_deposit", "test_withdraw_raises", "test_transfer") == COMPLETE


def test_a_test_gets_its_place_and_its_imports_in_an_existing_file() -> None:
    text = _chosen(MINE, "test_withdraw_raises")

    assert text.index("test_deposit") < text.index("test_withdraw_raises") < text.index("test_transfer")
    assert "import pytest" in text
    assert "from shop.account import Account, InsufficientFunds" in text
    assert "assert Account(3)  # mine" in text


def test_tests_can_be_chosen_one_after_the_other() -> None:
    first = _chosen(None, "test_transfer")
    second = _chosen(first, "test_deposit")

    assert second.count("def test_") == 2
    assert second.index("test_deposit") < second.index("test_transfer")
    assert second.count("import Account") == 1


def test_a_test_is_put_beside_one_that_was_chosen_before_and_not_before_a_class() -> None:
    complete = "def payload():\n    ...\n\n\nclass TestAccount:\n    ...\n"
    for name in ("raises_a", "raises_b", "raises_c"):
        complete += f"\n\ndef test_{name}():\n    ...\n"
    subject, style = Subject("shop.account", "/shop/account.py"), ProjectStyle()
    existing = complete.partition("\n\n\ndef test_")[0] + "\n"
    for name in ("test_raises_b", "test_raises_a", "test_raises_c"):
        existing = with_chosen(existing, complete, {name}, subject, style)

    assert existing == complete


def test_a_test_of_the_same_name_is_replaced() -> None:
    text = _chosen(MINE, "test_deposit")

    assert "mine" not in text
    assert text.count("def test_deposit") == 1
    assert "account.deposit(1)\n" in text
    assert text.endswith("def test_transfer():\n    ...\n")


def test_a_replaced_test_gets_its_imports_too() -> None:
    text = _chosen("def test_withdraw_raises():\n    pass\n", "test_withdraw_raises")

    assert "import pytest\n\nfrom shop.account import Account, InsufficientFunds\n" in text
    assert text.count("def ") == 1


def test_a_file_that_is_no_python_is_left_alone() -> None:
    with pytest.raises(OutputError, match="syntax error on line 1"):
        _chosen("def (:", "test_deposit")
