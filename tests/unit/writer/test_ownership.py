"""What a user did to generated tests stays done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testloom.model.suite import AssertedTest, EmittedTest
from testloom.writer import RenderedFile, owned_tests, render

from .building import STYLE, SUBJECT, Case, built
from .examples import EXAMPLES

TESTS = EXAMPLES["a_class_with_rules"]()


def emitted(rendered: RenderedFile) -> list[EmittedTest]:
    """What is remembered of a file that was written."""
    return [replace(test, was_seen=True) for test in rendered.kept]


def again(text: str, known: Sequence[EmittedTest], tests: Sequence[AssertedTest] = TESTS) -> RenderedFile:
    return render(tests, SUBJECT, text, STYLE, known)


FIRST = render(TESTS, SUBJECT, None, STYLE)
KNOWN = emitted(FIRST)


def standings(rendered: RenderedFile) -> dict[str, str]:
    return {test.name: test.standing for test in rendered.tests}


def test_an_edited_a_renamed_and_a_deleted_test_stay_so_with_comments_and_fixtures() -> None:
    text = FIRST.text
    head, _, rest = text.partition("def test_account_raises_value_error")
    _, _, tail = rest.partition("def test_withdraw_raises")
    text = f"{head}def test_withdraw_raises{tail}"  # deleted
    text = text.replace(
        "def test_account_sets_balance_and_kind", "def test_a_new_account_is_basic"
    )  # renamed
    text = text.replace("account.withdraw(11)", "account.withdraw(1_000)  # much more")  # edited
    text = text.replace(
        "@pytest.mark.parametrize",
        "# These matter.\n\n\n@pytest.fixture\ndef   purse():\n    return  Account( 3 )  # odd layout\n\n\n"
        "@pytest.mark.parametrize",
    )

    second = again(text, KNOWN)

    assert second.text == text
    assert standings(second) == {
        "test_a_new_account_is_basic": "kept",
        "test_account_raises_value_error": "deleted",
        "test_withdraw_raises_insufficient_funds": "edited",
        "test_withdraw_updates_balance": "kept",
    }
    third = again(text, emitted(second))
    assert third.text == text
    assert standings(third) == standings(second)


def test_an_edited_test_is_not_added_again_in_another_version() -> None:
    text = FIRST.text.replace("account.withdraw(11)", "account.withdraw(10.5)")
    case = Case("Account.withdraw", "amount > self.balance is true")
    account = case.call("Account", 4)
    case.call("Account.withdraw", 99, on=account)
    case.raises("InsufficientFunds", "balance is 4")

    second = again(text, KNOWN, built(case))

    assert second.text == text
    assert [test.standing for test in second.tests] == ["edited"]


def test_a_test_that_was_renamed_and_edited_is_its_users() -> None:
    text = FIRST.text.replace("account.withdraw(11)", "account.withdraw(1_000)  # much more")
    text = text.replace("test_withdraw_raises_insufficient_funds", "test_nobody_gets_more_than_there_is")

    second = again(text, [replace(test, was_seen=False) for test in KNOWN])

    assert second.text == text
    assert standings(second)["test_withdraw_raises_insufficient_funds"] == "edited"
    assert again(text, emitted(second)).text == text


def test_a_test_of_the_user_that_is_much_like_one_does_not_stand_for_two() -> None:
    mine = "def test_mine():\n    with pytest.raises(ValueError, match='a'):\n        Account(-1, 'b')\n"
    head, _, rest = FIRST.text.partition("def test_account_raises_value_error")
    text = f"{head}{mine}\n\ndef test_withdraw_raises{rest.partition('def test_withdraw_raises')[2]}"

    assert again(text, KNOWN).text == text


def test_without_the_store_an_edited_test_still_stays_as_it_is() -> None:
    text = FIRST.text.replace("account.withdraw(11)", "account.withdraw(1_000)")

    second = again(text, [])

    assert text.rstrip() in second.text
    assert second.text.count("def test_withdraw_raises_insufficient_funds") == 2
    assert "def test_withdraw_raises_insufficient_funds(" in second.text


def test_a_file_that_has_none_of_its_tests_any_more_starts_anew() -> None:
    second = again("import os\n", KNOWN)

    assert "def test_account_raises_value_error" in second.text
    assert all(test.is_new for test in second.tests)


def test_what_was_offered_and_not_accepted_is_offered_again() -> None:
    known = [replace(test, was_seen=False) for test in KNOWN]
    head, _, _ = FIRST.text.partition("def test_account_raises_value_error")

    second = again(head, known)

    assert standings(second)["test_account_raises_value_error"] == "new"


def withdrawal(balance: int, amount: int, *covers: str) -> Case:
    case = Case("Account.withdraw", *covers)
    account = case.call("Account", balance)
    case.call("Account.withdraw", amount, on=account)
    return case.equals(balance - amount, of=account, attribute="balance")


def grown() -> list[AssertedTest]:
    return built(
        withdrawal(10, 3, "amount > self.balance is false"),
        withdrawal(10, 10, "self.balance == 0 is true"),
        withdrawal(10, 1, "amount == 1 is true"),
    )


def test_a_table_of_ours_gets_the_rows_that_it_lacks() -> None:
    second = again(FIRST.text, KNOWN, grown())

    assert 'pytest.param(1, 9, id="amount is 1"),' in second.text
    assert second.text.count("def test_withdraw_updates_balance") == 1
    assert {test.case: test.standing for test in second.tests} == {
        "test_withdraw_updates_balance[amount is at most balance]": "kept",
        "test_withdraw_updates_balance[balance is zero]": "kept",
        "test_withdraw_updates_balance[amount is 1]": "extended",
    }
    assert again(second.text, emitted(second), grown()).text == second.text


def test_a_table_with_a_comment_of_the_user_is_left_alone() -> None:
    text = FIRST.text.replace(
        "        pytest.param(3, 7", "        # a usual case\n        pytest.param(3, 7"
    )

    assert again(text, KNOWN, grown()).text == text


def test_a_test_goes_where_the_source_has_what_it_tests() -> None:
    text = (
        "from shop.account import Account, slugify\n\n\n"
        "def test_constructor():\n    assert Account(1).balance == 1\n\n\n"
        "# texts\n"
        "def test_slugs():\n    assert slugify('A b') == 'a-b'\n"
    )
    case = Case("is_even")
    case.call("is_even", 2)

    merged = again(text, [], built(withdrawal(5, 2), case.equals(True))).text

    order = [line.partition("(")[0] for line in merged.splitlines() if line.startswith("def ")]
    assert order == [
        "def test_constructor",
        "def test_withdraw_updates_balance",
        "def test_is_even_returns_true",
        "def test_slugs",
    ]
    assert "\n\n\n# texts\ndef test_slugs():\n    assert slugify('A b') == 'a-b'\n" in merged


def test_an_untouched_test_of_another_signature_is_written_anew() -> None:
    case = Case("Account.withdraw", "amount > self.balance is true")
    account = case.call("Account", 4)
    case.call("Account.withdraw", 99, on=account)
    case.raises("InsufficientFunds", "balance is 4")
    tests = built(case)

    kept = again(FIRST.text, KNOWN, tests)
    renewed = render(tests, SUBJECT, FIRST.text, STYLE, KNOWN, ["test_withdraw_raises_insufficient_funds"])

    assert kept.text == FIRST.text
    assert "account.withdraw(99)" in kept.today["test_withdraw_raises_insufficient_funds"]
    assert "account.withdraw(99)" in renewed.text and "account.withdraw(11)" not in renewed.text
    assert again(renewed.text, emitted(renewed), tests).text == renewed.text


def test_tests_of_ours_are_found_under_the_names_that_they_have_now() -> None:
    text = FIRST.text.replace("def test_account_raises_value_error", "def test_no_debts")
    text = text.replace("account.withdraw(11)", "account.withdraw(1_000)")

    owned = owned_tests(text, KNOWN)

    assert owned["test_no_debts"].name == "test_account_raises_value_error"
    assert "test_withdraw_raises_insufficient_funds" not in owned
