from __future__ import annotations

import ast
import re
from dataclasses import replace

import pytest

from testloom.model.errors import OutputError
from testloom.model.observed import Class, Opaque
from testloom.model.suite import StateAssertion
from testloom.model.types import TypeRef
from testloom.writer import ProjectStyle, UnwritableError, render
from testloom.writer.files.formatting import formatted
from testloom.writer.files.merging import line_tested
from testloom.writer.project.style import Asynchronous

from .building import STYLE, SUBJECT, Case, built, encode, function, object_


def even(number: int) -> Case:
    case = Case("is_even")
    case.call("is_even", number)
    return case.equals(number % 2 == 0)


def test_the_same_input_gives_the_same_bytes() -> None:
    tests = built(even(2), even(3))

    assert render(tests, SUBJECT, None, STYLE) == render(tests, SUBJECT, None, STYLE)


def test_rows_of_a_table_are_found_under_the_names_that_pytest_gives_them() -> None:
    rendered = render(built(even(2), even(4), even(3)), SUBJECT, None, STYLE)

    assert [test.case for test in rendered.tests] == [
        "test_is_even_returns_true[2]",
        "test_is_even_returns_true[4]",
        "test_is_even_returns_false",
    ]


def test_equal_tests_become_one() -> None:
    rendered = render(built(even(3), even(3)), SUBJECT, None, STYLE)

    assert rendered.text.count("def test_") == 1
    assert [test.id for test in rendered.tests] == ["test-0", "test-1"]


def test_lines_and_quotes_follow_the_project() -> None:
    case = Case("slugify")
    case.call("slugify", "a b")
    case.equals("a-b")

    text = render(built(case), SUBJECT, None, ProjectStyle(line_length=31, single_quotes=True)).text

    assert "'a-b'" in text
    assert max(len(line) for line in text.splitlines()) <= 31


def test_what_a_name_of_a_module_holds_is_read_at_the_module() -> None:
    case = Case("echo")
    case.call("echo", 1)
    case.holds("latest", 1).holds("Account.count", 2)

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "assert account.latest == 1" in text
    assert "assert Account.count == 2" in text
    assert "test_echo_updates_latest_and_count" in text


def test_what_a_name_of_a_private_module_holds_is_read_at_the_module() -> None:
    case = Case("echo")
    case.call("echo", 1)
    case.assertions += [
        StateAssertion("shop._stock:LIMIT", encode(3), case.statements[-1].id),
        StateAssertion("shop._core._loop:count", encode(4), case.statements[-1].id),
    ]

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "from shop import _stock\n" in text and "assert _stock.LIMIT == 3\n" in text
    assert "from shop._core import _loop\n" in text and "assert _loop.count == 4\n" in text


def test_an_unwritable_test_is_named_by_its_id() -> None:
    case = Case("echo")
    case.call("echo", 1)
    case.equals(Opaque("m:Secret"))

    with pytest.raises(UnwritableError, match="Secret") as caught:
        render(built(even(2), case), SUBJECT, None, STYLE)

    assert caught.value.test == "test-1"


def test_what_is_local_to_a_function_cannot_be_imported() -> None:
    case = Case("echo")
    case.call("echo", 1)
    case.equals(Class("shop.account:make.<locals>.Inner"))

    with pytest.raises(UnwritableError, match="cannot be imported"):
        render(built(case), SUBJECT, None, STYLE)


def test_an_object_without_attributes_is_asserted_by_its_class() -> None:
    case = Case("echo")
    case.call("echo", 1)
    case.equals(object_("Account"))

    assert "assert isinstance(echo(1), Account)" in render(built(case), SUBJECT, None, STYLE).text


def test_attributes_of_which_nothing_is_known_are_left_out() -> None:
    case = Case("accounts")
    case.call("accounts", 1)
    case.equals([object_("Account", balance=1, owner=Opaque("m:Secret"))])

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "result[0].balance == 1" in text
    assert "owner" not in text


def test_a_value_that_is_used_twice_gets_a_variable() -> None:
    case = Case("Account.transfer")
    source = case.call("Account", 5)
    case.call("Account.transfer", 0, source, on=source)
    case.equals(source)

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "assert account.transfer(0, account) is account" in text


@pytest.mark.parametrize(
    ("type_hints", "expected"),
    [(True, "    Account.close(5)\n"), (False, "    assert Account.close(5) is None\n")],
)
def test_a_typed_test_does_not_use_what_is_annotated_as_none(type_hints: bool, expected: str) -> None:
    close = function("Account.close", "amount", "staticmethod", returns=TypeRef("none"))
    subject = replace(SUBJECT, callables={**SUBJECT.callables, close.id: close})
    case = Case("Account.close")
    case.call("Account.close", 5)
    case.equals(None)

    text = render(built(case), subject, None, replace(STYLE, type_hints=type_hints)).text

    assert expected in text


def test_a_key_of_a_dict_with_a_variable_is_written_once() -> None:
    case = Case("Account.transfer")
    source = case.call("Account", 5)
    case.call("Account.transfer", 0, case.collection("dict", "a", source, "a", 1, "b", source), on=source)
    case.equals(None)

    text = render(built(case), SUBJECT, None, STYLE).text

    assert '{"a": 1, "b": account}' in text


EXISTING = '''\
"""Mine."""
from shop.account import Account   # the class


@pytest.fixture
def account( ):
    return Account( 3 )   # keep

def test_is_even_returns_true():
    assert True
'''


def test_what_the_user_wrote_stays_as_it_is() -> None:
    text = render(built(even(2)), SUBJECT, EXISTING, STYLE).text

    assert "from shop.account import Account, is_even   # the class" in text
    assert EXISTING.split("# the class")[1] in text


def test_a_name_that_the_file_has_is_not_given_again() -> None:
    rendered = render(built(even(2)), SUBJECT, EXISTING, STYLE)

    assert rendered.tests[0].name == "test_is_even_returns_true_with_number_2"


def test_names_of_the_file_are_not_hidden() -> None:
    case = Case("Account.withdraw")
    account = case.call("Account", 3)
    case.call("Account.withdraw", 1, on=account)
    case.equals(2, of=account, attribute="balance")

    assert "the_account = Account(3)" in render(built(case), SUBJECT, EXISTING, STYLE).text


def test_a_test_that_the_user_renamed_is_not_added_again() -> None:
    first = render(built(even(3)), SUBJECT, None, STYLE).text
    renamed = first.replace("test_is_even_returns_false", "test_three_is_odd").replace("(3)", "( 3 )")

    rendered = render(built(even(3)), SUBJECT, renamed, STYLE)

    assert rendered.text == renamed
    assert [(test.name, test.is_new) for test in rendered.tests] == [("test_three_is_odd", False)]


def test_an_alias_of_the_file_is_used() -> None:
    existing = "from shop.account import is_even as even\n"

    text = render(built(even(2)), SUBJECT, existing, STYLE).text

    assert text == f"{existing}\n\ndef test_is_even_returns_true():\n    assert even(2)\n"


def test_a_name_that_means_something_else_in_the_file_is_avoided() -> None:
    existing = "def is_even(x):\n    return x\n"

    text = render(built(even(2)), SUBJECT, existing, STYLE).text

    assert "from shop.account import is_even as account_is_even" in text
    assert "assert account_is_even(2)" in text


def test_tests_go_before_the_main_guard() -> None:
    existing = 'import pytest\n\n\nif __name__ == "__main__":\n    pytest.main()\n'

    text = render(built(even(2)), SUBJECT, existing, STYLE).text

    assert text.endswith('    assert is_even(2)\n\n\nif __name__ == "__main__":\n    pytest.main()\n')


@pytest.mark.parametrize("name", ["test_slug", "check_slug"])
def test_tests_go_beside_tests_and_not_beside_what_helps_all_of_them(name: str) -> None:
    existing = (
        "import pytest\n\nfrom shop.account import Account, slugify\n\n\n"
        "@pytest.fixture\ndef account():\n    return Account(1)\n\n\n"
        "class TestAccount:\n    def test_is_open(self, account):\n        assert account\n\n\n"
        f'def {name}():\n    assert slugify("A") == "a"\n'
    )

    text = render(built(even(2)), SUBJECT, existing, replace(STYLE, functions=("test", "check_*"))).text

    assert text.index("class TestAccount") < text.index("def test_is_even") < text.index(f"def {name}")


def _user_tests(*tested: str) -> str:
    """A test file whose tests call these callables, in this order."""
    return "from shop.account import Account, is_even, share, slugify\n" + "".join(
        f"\n\ndef test_mine_{number}():\n    assert Account(1) and {call}\n"
        for number, call in enumerate(tested)
    )


@pytest.mark.parametrize(
    ("tested", "after"),
    [
        pytest.param(["is_even(4)", "slugify('A')", "Account(2)"], 0, id="beside the tests of its subject"),
        pytest.param(
            ["is_even(4)", "Account(2).withdraw(1)"], 0, id="beside those of what is last in the code"
        ),
        pytest.param(
            ["Account(2)", "slugify('A')", "share(4, 2)"], 2, id="at the end of what is in no order"
        ),
        pytest.param(["slugify('A')", "Account(2)", "slugify('B')"], 1, id="in the order of the last ones"),
    ],
)
def test_tests_go_where_a_user_who_has_an_order_of_his_own_looks_for_them(
    tested: list[str], after: int
) -> None:
    text = render(built(even(2)), SUBJECT, _user_tests(*tested), STYLE).text
    names = re.findall(r"def (test_\w+)", text)

    assert names[after : after + 2] == [f"test_mine_{after}", "test_is_even_returns_true"]


def test_a_method_that_several_classes_have_does_not_say_where_a_test_belongs() -> None:
    again = function("Shop.withdraw", "amount", "method", line=2)
    subject = replace(SUBJECT, callables={**SUBJECT.callables, again.id: again})
    [test] = ast.parse("def test_mine():\n    account = Account(3)\n    account.withdraw(1)\n").body
    assert isinstance(test, ast.FunctionDef)

    assert (line_tested(test, SUBJECT), line_tested(test, subject)) == (26, 18)


def test_line_ends_of_the_file_are_kept() -> None:
    text = render(built(even(2)), SUBJECT, EXISTING.replace("\n", "\r\n"), STYLE).text

    assert text.count("\n") == text.count("\r\n")


def test_imports_go_into_their_groups() -> None:
    existing = (
        "from __future__ import annotations\n\nimport os\n\nimport requests\n\nfrom shop import other\n"
    )
    case = Case("fetch")
    case.call("fetch", "a")
    divided = Case("share")
    divided.call("share", 1, 0)
    tests = built(case.equals({"key": "a"}), divided.raises("builtins:ZeroDivisionError"))

    text = render(tests, SUBJECT, existing, STYLE).text

    assert text.startswith(
        "from __future__ import annotations\n\nimport asyncio\nimport os\n\n"
        "import pytest\nimport requests\n\n"
        "from shop import other\nfrom shop.account import fetch, share\n\n\ndef "
    )


def test_a_broken_test_file_is_named_with_its_line() -> None:
    with pytest.raises(OutputError, match="syntax error on line 2"):
        render(built(even(2)), SUBJECT, "x = 1\ndef f(:\n", STYLE)


def fetched() -> Case:
    case = Case("fetch")
    case.call("fetch", "a")
    return case.equals({"key": "a"})


@pytest.mark.parametrize(
    ("style", "head"),
    [
        ("asyncio", "@pytest.mark.asyncio\nasync def test_fetch():\n"),
        ("asyncio-auto", "\nasync def test_fetch():\n"),
        ("anyio", "@pytest.mark.anyio\nasync def test_fetch():\n"),
    ],
)
def test_a_coroutine_is_awaited_as_the_project_does_it(style: Asynchronous, head: str) -> None:
    text = render(built(fetched()), SUBJECT, None, replace(STYLE, asynchronous=style)).text

    assert head + '    assert await fetch("a") == {"key": "a"}\n' in text
    assert "import asyncio" not in text


def test_hints_follow_the_project() -> None:
    printed = Case("announce")
    printed.call("announce", "Ann")
    tests = built(even(2), even(4), fetched(), printed.prints("Welcome, Ann\n"))

    text = render(tests, SUBJECT, None, replace(STYLE, type_hints=True)).text

    assert "def test_is_even_returns_true(number: int) -> None:" in text
    assert "def test_announce_prints(capsys: pytest.CaptureFixture[str]) -> None:" in text
    assert "def test_fetch() -> None:" in text
    assert "Any" not in text


def test_hints_of_several_types_can_be_imported_by_each_python_that_the_project_supports() -> None:
    other = Case("is_even")
    other.call("is_even", "4")
    tests = built(even(2), other.equals(True))
    style = replace(STYLE, type_hints=True)

    assert "(number: int | str)" in render(tests, SUBJECT, None, style).text
    text = render(tests, SUBJECT, None, replace(style, unions=False)).text
    assert "(number: Union[int, str])" in text
    assert "from typing import Union\n" in text


def test_an_attribute_is_set_and_a_slice_is_taken_as_python_writes_it() -> None:
    case = Case("Account.__getitem__")
    account = case.call("Account", 3)
    case.call("Account.__setattr__", "owner", "Ann", on=account)
    bounds = case.call("builtins:slice", None, -1)
    case.call("Account.__getitem__", bounds, on=account)

    text = render(built(case.equals("ab")), SUBJECT, None, STYLE).text

    assert '    account.owner = "Ann"\n' in text
    assert '    assert account[:-1] == "ab"\n' in text
    assert "slice" not in text


def test_slices_are_set_and_deleted_as_python_writes_it() -> None:
    case = Case("Bag.__setitem__")
    bag = case.call("Bag")
    case.call("Bag.__setitem__", case.call("builtins:slice", 1, None), "ab", on=bag)
    case.call("Bag.__delitem__", case.call("builtins:slice", 3), on=bag)
    case.call("Bag.total", on=bag)

    text = render(built(case.equals(7)), SUBJECT, None, STYLE).text

    assert '    bag[1:] = "ab"\n    del bag[:3]\n' in text
    assert "slice" not in text


def test_a_text_of_many_lines_is_one_piece_where_it_fits_into_a_line() -> None:
    case = Case("slugify")
    case.call("slugify", "a\nb\nc\nd\n1234567890 1234567890 1234567890")

    text = render(built(case.equals(None)), SUBJECT, None, STYLE).text

    assert r'slugify("a\nb\nc\nd\n1234567890 1234567890 1234567890")' in text


def test_a_text_in_one_piece_has_no_parentheses_of_its_own() -> None:
    source = """def f():\n    g(("a\\n" "b"), 'say ("hi")', ("c"), h("d"), ("e",))\n"""

    assert formatted(source, STYLE) == """def f():\n    g("a\\nb", 'say ("hi")', "c", h("d"), ("e",))\n"""


def test_what_may_change_as_a_with_ends_is_asserted_behind_it() -> None:
    case = Case("transfer")
    entered = case.enter(case.call("transfer", 1))
    case.equals(3, of=entered, attribute="first")
    case.equals(True, of=entered)

    text = render(built(case), SUBJECT, None, STYLE).text

    assert text.endswith("        assert entered\n    assert entered.first == 3\n")


def test_what_a_method_enters_has_a_name_where_it_is_asserted() -> None:
    case = Case("Account.__enter__")
    account = case.call("Account", "ann")
    case.call("Account.__enter__", on=account)

    text = render(built(case.equals(account)), SUBJECT, None, STYLE).text

    assert "    with account as entered:\n        assert entered is account\n" in text


def test_an_attribute_is_entered_where_it_lies() -> None:
    case = Case("Account.__enter__")
    held = case.attribute(case.call("Account", "ann"), "owner")
    case.equals(3, of=case.call("Account.__enter__", on=held))

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "    with account.owner as entered:\n        assert entered == 3\n" in text


def test_what_is_told_of_an_exception_as_it_is_left_is_left_by_a_call() -> None:
    case = Case("Account.__exit__")
    account = case.call("Account", "ann")
    case.call("Account.__enter__", on=account)
    case.equals(
        None, of=case.call("Account.__exit__", None, case.call("builtins:ValueError"), None, on=account)
    )

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "    account.__enter__()\n" in text
    assert "    assert account.__exit__(None, value_error, None) is None\n" in text


def test_what_is_told_of_no_exception_is_left_by_a_with() -> None:
    case = Case("Account.__exit__")
    account = case.call("Account", "ann")
    case.call("Account.__enter__", on=account)
    case.call("Account.__exit__", None, None, None, on=account)
    case.equals(3, of=account, attribute="balance")

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "    with account:\n        pass\n" in text
    assert "__exit__" not in text


def test_the_body_of_a_with_raises_what_the_manager_is_tried_with() -> None:
    suppressed = Case("transfer")
    error = suppressed.name("builtins:ValueError")
    suppressed.enter(suppressed.call("transfer", 1), error)
    suppressed.equals(None)
    passed_on = Case("transfer")
    error = passed_on.name("builtins:KeyError")
    passed_on.enter(passed_on.call("transfer", 2), error)
    passed_on.raises("builtins:KeyError")

    text = render(built(suppressed, passed_on), SUBJECT, None, STYLE).text

    assert "def test_transfer_suppresses_value_error" in text
    assert "with transfer(1):\n        raise ValueError\n" in text
    assert "with pytest.raises(KeyError), transfer(2):\n        raise KeyError\n" in text


def test_an_exception_with_a_message_is_made_where_it_is_raised() -> None:
    case = Case("transfer")
    error = case.call("builtins:KeyError", "x")
    case.enter(case.call("transfer", 2), error)
    case.raises("builtins:KeyError")

    text = render(built(case), SUBJECT, None, STYLE).text

    assert 'with pytest.raises(KeyError), transfer(2):\n        raise KeyError("x")\n' in text


def test_what_was_made_for_asynchronous_use_is_entered_so() -> None:
    made = function("connected", returns=TypeRef("contextlib:AbstractAsyncContextManager"))
    case = Case("connected")
    entered = case.enter(case.call("connected"))

    text = render(
        built(case.equals(3, of=entered)), replace(SUBJECT, callables={made.id: made}), None, STYLE
    ).text

    assert "async with connected() as entered:\n            assert entered == 3" in text
