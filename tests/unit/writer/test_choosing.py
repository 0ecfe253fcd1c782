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


WITH_FIXTURES = """\
import pytest

from shop.cart import Cart


@pytest.fixture
def shelf():
    return [1, 2]


@pytest.fixture
def cart(shelf):
    return Cart(shelf)


def test_total(cart):
    assert cart.total() == 3


def test_empty():
    cart = Cart([])
    shelf = [cart for pytest in (1, 2)]

    assert len(shelf) == 2
"""


def _chosen_of(complete: str, existing: str | None, *names: str) -> str:
    return with_chosen(existing, complete, names, Subject("shop.cart", "/shop/cart.py"), ProjectStyle())


def test_a_variable_of_a_test_is_no_fixture_and_no_import_that_it_needs() -> None:
    text = _chosen_of(WITH_FIXTURES, None, "test_empty")

    assert "fixture" not in text
    assert "import pytest" not in text
    assert "from shop.cart import Cart\n" in text


def test_fixtures_of_another_job_are_told_apart_from_those_that_the_file_has() -> None:
    other = WITH_FIXTURES.replace("[1, 2]", "[4]").replace("_total", "_sum").replace("== 3", "== 4")
    once = _chosen_of(WITH_FIXTURES, "", "test_total")

    text = _chosen_of(other, once, "test_sum")

    assert text.count("@pytest.fixture") == 4
    assert "def test_total(cart):\n    assert cart.total() == 3\n" in text
    assert "def shelf_2():\n    return [4]\n" in text
    assert "def cart_2(shelf_2):\n    return Cart(shelf_2)\n" in text
    assert "def test_sum(cart_2):\n    assert cart_2.total() == 4\n" in text


def test_what_was_told_apart_once_is_used_by_the_next_test() -> None:
    other = WITH_FIXTURES.replace("[1, 2]", "[4]")
    other += "\n\ndef test_size(cart):\n    assert len(cart) == 1\n"
    text = _chosen_of(WITH_FIXTURES.replace("_total", "_sum"), "", "test_sum")
    for name in ("test_total", "test_size"):
        text = _chosen_of(other, text, name)

    assert text.count("@pytest.fixture") == 4
    assert "def test_size(cart_2):\n    assert len(cart_2) == 1\n" in text
    assert _chosen_of(other, text, "test_total") == text


FIXTURE = "import pytest\n\n\n@pytest.fixture\ndef {}():\n    return {}\n"


def test_fixtures_that_have_each_other_s_name_in_the_file_are_told_apart() -> None:
    complete = FIXTURE.format("shop", 1) + FIXTURE.format("shop_2", 2).removeprefix("import pytest")
    complete += "\n\ndef test_a(shop, shop_2):\n    assert shop < shop_2\n"
    theirs = FIXTURE.format("shop_2", 1) + FIXTURE.format("shop", 2).removeprefix("import pytest")

    text = _chosen_of(complete, theirs, "test_a")

    assert "def test_a(shop_2, shop):\n    assert shop_2 < shop\n" in text
    assert text.count("@pytest.fixture") == 2


def test_a_column_of_a_table_is_no_fixture_that_is_called_alike() -> None:
    table = '@pytest.mark.parametrize("box", [1, 2])\ndef test_b(box):\n    assert box\n'
    asking = "def test_a(box):\n    assert box == 1\n"
    complete = "\n\n".join((FIXTURE.format("box", 1), asking, table))

    text = _chosen_of(complete, FIXTURE.format("box", 5), "test_a", "test_b")

    assert table in text
    assert "def test_a(box_2):\n    assert box_2 == 1\n" in text
    assert "box_2" not in _chosen_of(complete, FIXTURE.format("box", 5), "test_b")
