"""A better suite takes the place of what an earlier run wrote, and of nothing that its user touched."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from testloom.model.statements import LiteralStatement, TestCase
from testloom.model.suite import AssertedTest, EmittedTest, ValueAssertion
from testloom.writer import RenderedFile, render, render_instead
from tests.values import scalar

from .building import STYLE, SUBJECT
from .examples import EXAMPLES

TESTS = EXAMPLES["a_class_with_rules"]()
FIRST = render(TESTS, SUBJECT, None, STYLE)
KNOWN = [replace(test, was_seen=True) for test in FIRST.kept]
WITHDRAW = ("test_withdraw_raises_insufficient_funds", "test_withdraw_updates_balance")


def instead(
    tests: Sequence[AssertedTest],
    text: str = FIRST.text,
    superseded: Collection[str] = WITHDRAW,
    known: Sequence[EmittedTest] = KNOWN,
) -> RenderedFile:
    return render_instead(tests, SUBJECT, text, STYLE, known, (), superseded)


def named(*names: str) -> list[AssertedTest]:
    ids = {test.id for test in FIRST.tests if test.name in names}
    return [test for test in TESTS if test.id in ids]


def withdrawing(amount: int, like: AssertedTest) -> AssertedTest:
    """A test like another, with another amount; the balance is ten before."""
    first, account, _, call = like.case.statements
    case = TestCase((first, account, LiteralStatement(2, amount), call))
    left = scalar(10 - amount)
    assertions = tuple(
        replace(entry, expected=left) if isinstance(entry, ValueAssertion) else entry
        for entry in like.assertions
    )
    return replace(like, id=f"withdraw {amount}", case=case, assertions=assertions)


def joined(*tests: AssertedTest, text: str = FIRST.text) -> RenderedFile:
    """A file with tests beside those that it has, all of which stay."""
    return render_instead(tests, SUBJECT, text, STYLE, KNOWN, (), (), {test.name for test in KNOWN})


def test_a_test_that_joins_others_is_none_of_those_that_would_be_called_alike() -> None:
    [like] = named("test_withdraw_raises_insufficient_funds")

    rendered = joined(replace(withdrawing(40, like), covers=()))

    [test] = rendered.tests
    assert test.standing == "new"
    assert test.name.startswith("test_withdraw_raises_insufficient_funds_")
    assert "account.withdraw(11)" in rendered.text and "account.withdraw(40)" in rendered.text


def test_a_test_that_joins_others_is_none_that_was_edited_or_deleted_and_takes_no_such_name() -> None:
    name = "test_withdraw_raises_insufficient_funds"
    [like] = named(name)
    edited = FIRST.text.replace("account.withdraw(11)", "account.withdraw(1_000)")
    head, _, rest = FIRST.text.partition(f"def {name}")
    deleted = f"{head}@{rest.partition('@')[2]}"

    for text in (edited, deleted):
        assert [test.is_new for test in joined(like, text=text).tests] == [False]
        [other] = joined(replace(withdrawing(40, like), covers=()), text=text).tests
        assert (other.standing, other.name == name) == ("new", False)


def test_a_test_that_joins_others_takes_no_name_under_which_a_renamed_one_is_known() -> None:
    name = "test_withdraw_raises_insufficient_funds"
    [like] = named(name)

    rendered = joined(
        replace(withdrawing(40, like), covers=()), text=FIRST.text.replace(f"def {name}", "def test_mine")
    )

    [other] = rendered.tests
    assert (other.standing, other.name == name) == ("new", False)
    [known] = [test for test in rendered.kept if test.name == name]
    assert "withdraw(11)" in known.source


def test_a_test_that_the_file_has_joins_nothing() -> None:
    rendered = joined(*named("test_withdraw_raises_insufficient_funds"))

    assert rendered.text == FIRST.text
    assert {test.standing for test in rendered.tests} == {"kept"}


def test_rows_that_a_table_lacks_join_it() -> None:
    like, _ = named("test_withdraw_updates_balance")

    rendered = joined(*(replace(withdrawing(amount, like), covers=()) for amount in (4, 6)))

    assert [test.standing for test in rendered.tests] == ["extended", "extended"]
    assert "(4, 6)," in rendered.text and "(6, 4)," in rendered.text
    assert rendered.text.count("def test_") == FIRST.text.count("def test_")


def test_rows_that_a_table_has_are_not_written_again_with_those_that_join_it() -> None:
    like, zero = named("test_withdraw_updates_balance")
    more = [replace(withdrawing(amount, like), covers=()) for amount in (4, 6)]

    longer = joined(like, *more)
    again = joined(like, zero)

    assert [test.standing for test in longer.tests] == ["kept", "extended", "extended"]
    assert longer.text == joined(*more).text
    assert {test.standing for test in again.tests} == {"kept"} and again.text == FIRST.text


def test_rows_of_which_a_table_has_the_names_become_another_table() -> None:
    like, zero = named("test_withdraw_updates_balance")

    rendered = joined(withdrawing(4, like), withdrawing(6, zero))

    assert [test.standing for test in rendered.tests] == ["new", "new"]
    assert len({test.name for test in rendered.tests} - {"test_withdraw_updates_balance"}) == 1


def test_a_test_that_is_not_written_again_goes_with_the_imports_that_only_it_needed() -> None:
    rendered = instead(named("test_withdraw_updates_balance"))

    assert "test_withdraw_raises_insufficient_funds" not in rendered.text
    assert "from shop.account import Account, Kind\n" in rendered.text
    assert "import pytest\n" in rendered.text
    assert rendered.text.count("def test_") == 3
    assert "test_withdraw_raises_insufficient_funds" not in {test.name for test in rendered.kept}


def test_a_test_that_is_gone_can_come_again() -> None:
    rendered = instead(named("test_withdraw_updates_balance"))
    known = [replace(test, was_seen=True) for test in rendered.kept]

    again = instead(TESTS, rendered.text, (), known)

    def blocks(text: str) -> list[str]:
        return sorted(text.rstrip().split("\n\n\n")[1:])

    assert blocks(again.text) == blocks(FIRST.text)


def test_tests_that_are_written_again_stay_as_they_are() -> None:
    assert instead(TESTS).text == FIRST.text


def test_a_table_loses_the_rows_that_are_no_longer_found() -> None:
    rows = named("test_withdraw_updates_balance")

    rendered = instead(rows[:1])

    assert "balance is zero" not in rendered.text
    assert "== 7" in rendered.text or "3, 7" in rendered.text


def test_what_a_user_has_touched_stays() -> None:
    text = FIRST.text.replace("account.withdraw(11)", "account.withdraw(11)  # more than there is")
    text = text.replace("def test_withdraw_updates_balance", "def test_as_i_call_it")

    assert instead(named("test_account_raises_value_error"), text).text == text


def test_other_tests_stay_where_they_are() -> None:
    rendered = instead(named("test_withdraw_raises_insufficient_funds"), superseded=WITHDRAW[1:])

    head, _, _ = FIRST.text.partition("\n\n\n@pytest.mark.parametrize")
    assert rendered.text.rstrip() == head


def test_a_file_of_which_nothing_is_left_starts_anew() -> None:
    everything = {test.name for test in FIRST.tests}

    rendered = instead(named("test_account_raises_value_error"), superseded=everything)

    assert rendered.text == render(named("test_account_raises_value_error"), SUBJECT, None, STYLE).text
