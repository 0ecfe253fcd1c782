"""What is said of a generated test whose subject has changed, and the test with the new value."""

from __future__ import annotations

import pytest

from testloom.model.failures import Compared, Failure
from testloom.writer import ChangedValue, changed_value, expected_value


def changed(
    body: str,
    at: str,
    *,
    compared: Compared | None = None,
    exception: str = "AssertionError",
    message: str = "",
    context: str = "",
    row: str = "",
) -> tuple[ChangedValue, str]:
    """What changed in a function with this body whose line with the text `at` failed, and its source then."""
    text = f"import pytest\n\n\n{body}"
    line = next(number for number, source in enumerate(text.splitlines()) if at in source)
    change = changed_value(text, "test_it", row, Failure(line, exception, message, context, compared))
    assert change is not None and change.line == line
    return change, (change.text or "").removeprefix("import pytest\n\n\n")


def eq(left: str, right: str, *, literal: bool = True, op: str = "==") -> Compared:
    return Compared(op, left, right, left if literal else "")


@pytest.mark.parametrize(
    ("assertion", "compared", "what", "new"),
    [
        ("total(3) == 9", eq("12", "9"), "total(3) was 9, is now 12", "total(3) == 12"),
        ("total(3) == 9", eq("None", "9"), "total(3) was 9, is now None", "total(3) is None"),
        ("find(3) is None", eq("4", "None", op="is"), "find(3) was None, is now 4", "find(3) == 4"),
        (
            "mean([1]) == pytest.approx(0.5)",
            eq("0.25", "0.5 ± 5.0e-07"),
            "mean([1]) was pytest.approx(0.5), is now 0.25",
            "mean([1]) == pytest.approx(0.25)",
        ),
        ('name("ü") == "ä"', eq("'ö'", "'ä'"), "name('ü') was \"ä\", is now 'ö'", "name(\"ü\") == 'ö'"),
    ],
    ids=["a number", "nothing any more", "something now", "a float", "text beyond ASCII"],
)
def test_a_value_that_changed_takes_the_place_of_the_old_one(
    assertion: str, compared: Compared, what: str, new: str
) -> None:
    change, text = changed(f"def test_it():\n    assert {assertion}\n", "assert", compared=compared)

    assert change.what == what
    assert text == f"def test_it():\n    assert {new}\n"


def test_where_an_object_lies_is_not_told_but_for_a_text_that_says_so() -> None:
    def now(value: str, *, literal: bool) -> str:
        compared = eq(value, "[1]", literal=literal)
        return changed("def test_it():\n    assert f() == [1]\n", "assert", compared=compared)[0].what

    assert now("[<a 'b' at 0x7F823CE62980>]", literal=False) == "f() was [1], is now [<a 'b'>]"
    assert now("'<a at 0x7f>'", literal=True) == "f() was [1], is now '<a at 0x7f>'"

    failed, _ = changed(
        "def test_it():\n    f()\n", "f()", exception="TypeError", message="<A at 0x7f> is odd"
    )
    assert failed.what == "f() now raises TypeError: <A> is odd"


def test_a_truth_that_changed_is_negated() -> None:
    yes, positive = changed("def test_it():\n    assert not is_even(1)\n", "assert")
    no, negative = changed("def test_it():\n    assert is_even(2)\n", "assert")

    assert (yes.what, positive) == (
        "is_even(1) was false, is now true",
        "def test_it():\n    assert is_even(1)\n",
    )
    assert (no.what, negative) == (
        "is_even(2) was true, is now false",
        "def test_it():\n    assert not is_even(2)\n",
    )


TABLE = """\
@pytest.mark.parametrize(
    ("level", "expected"),
    [
        pytest.param(0, "black", id="dark"),
        pytest.param(255, "white", id="bright"),
    ],
)
def test_it(level, expected):
    assert grey(level) == expected
"""


def test_the_row_of_a_table_gets_the_new_value() -> None:
    change, text = changed(TABLE, "assert", compared=eq("'snow'", "'white'"), row="bright")

    assert change.what == "grey(255) was \"white\", is now 'snow'"
    assert text == TABLE.replace('"white"', "'snow'")


def test_a_result_is_said_as_the_call_that_it_comes_from() -> None:
    body = "def test_it():\n    result = total(3)\n\n    assert result == 9\n"
    change, text = changed(body, "assert", compared=eq("12", "9"))

    assert change.what == "total(3) was 9, is now 12"
    assert text == body.replace("9", "12")


def test_an_expected_value_in_a_variable_is_changed_there() -> None:
    body = "def test_it():\n    expected = [1]\n\n    assert items() == expected\n"
    _, text = changed(body, "assert", compared=eq("[1, 2]", "[1]"))

    assert text == body.replace("[1]", "[1, 2]")


def test_a_value_that_no_source_says_is_told_but_not_written() -> None:
    change, _ = changed(
        "def test_it():\n    assert f() == 1\n", "assert", compared=eq("<object>", "1", literal=False)
    )

    assert (change.what, change.text) == ("f() was 1, is now <object>", None)


RAISES = 'def test_it():\n    with pytest.raises(ValueError, match="too low"):\n        check(-1)\n'


@pytest.mark.parametrize(
    ("exception", "message", "what"),
    [
        ("Failed", "DID NOT RAISE", "check(-1) no longer raises ValueError"),
        ("KeyError", "'a'", "check(-1) raised ValueError, now raises KeyError: 'a'"),
    ],
)
def test_an_exception_that_changed_is_said(exception: str, message: str, what: str) -> None:
    change, _ = changed(RAISES, "with", exception=exception, message=message)

    assert (change.what, change.text) == (what, None)


def test_a_message_that_changed_is_accepted_as_a_pattern() -> None:
    change, text = changed(RAISES, "with", message="Regex pattern did not match.", context="why (not)?")

    assert change.what == "check(-1) said \"too low\", now says 'why (not)?'"
    assert text == RAISES.replace('"too low"', 'r"why \\(not\\)\\?"')


@pytest.mark.parametrize(
    ("message", "pattern"),
    [
        ("<Till object at 0x7f3a> is closed for today", 'r"<Till object.*> is closed for today"'),
        ("cannot read /tmp/pytest-of-me/pytest-3/till.json", '"cannot read"'),
        ("cannot read /scratch/pytest-of-me/pytest-3/till.json", '"cannot read"'),
        ("too low\nsee above", '"too low"'),
    ],
)
def test_what_differs_from_run_to_run_is_no_part_of_a_pattern(message: str, pattern: str) -> None:
    _, text = changed(RAISES.replace("low", "high"), "with", context=message)

    assert text == RAISES.replace('"too low"', pattern)


def test_a_message_that_is_another_in_each_run_is_told_but_not_written() -> None:
    change, _ = changed(RAISES, "with", context="/tmp/pytest-of-me/pytest-3/till.json")

    assert change.what == "check(-1) said \"too low\", now says '/tmp/pytest-of-me/pytest-3/till.json'"
    assert change.text is None


@pytest.mark.parametrize(
    ("was", "now", "is_written"),
    [
        ('"a"', "'<X object at 0x7f3a>'", False),
        ('"<X object at 0x7f3b>"', "'<X object at 0x7f3a>'", False),
        ('"a"', "'/tmp/pytest-of-me/a'", False),
        ('"/etc/shop.toml"', "'/etc/till.toml'", True),
        ('"a"', "'b'", True),
    ],
)
def test_a_value_that_differs_from_run_to_run_is_not_written(was: str, now: str, is_written: bool) -> None:
    change, _ = changed(f"def test_it():\n    assert f() == {was}\n", "assert", compared=eq(now, was))
    own = expected_value(
        f"def test_it():\n    assert f() == {was}\n",
        "test_it",
        "",
        Failure(1, "AssertionError", "", "", eq(now, was)),
    )

    assert (change.text is not None) is is_written
    assert (own is not None) is is_written


def test_an_exception_that_nobody_expected_is_said() -> None:
    body = "def test_it():\n    result = total(3)\n\n    assert result == 9\n"
    change, _ = changed(body, "result = total", exception="KeyError", message="'x'")

    assert change.what == "result = total(3) now raises KeyError: 'x'"


def test_a_call_that_raises_within_a_comparison_is_not_said_to_compare_otherwise() -> None:
    body = "def test_it():\n    assert total(3) == 9\n"
    change, _ = changed(body, "assert", exception="KeyError", message="'x'")

    assert change.what == "total(3) now raises KeyError: 'x'"


@pytest.mark.parametrize(
    ("body", "new"),
    [
        ("assert total(3) == 9", "assert total(3) == 12"),
        ("assert 9 == total(3)", "assert 12 == total(3)"),
        ("assert total(3) == pytest.approx(9)", "assert total(3) == pytest.approx(12)"),
        ("expected = 9; assert total(3) == expected", "expected = 12; assert total(3) == expected"),
        ("assert total(3) == nine()", None),
        ("assert total(3) < 9", None),
        ("assert 12 == 9", None),
        ("assert total(3) is 9", None),
        ("expected = 9; expected += 0; assert total(3) == expected", None),
        ("for n in (3, 4): assert total(n) == 9", None),
        ("check(total(3), 9)", None),
    ],
)
def test_a_users_test_gets_a_new_value_only_in_the_place_of_a_literal(body: str, new: str | None) -> None:
    text = f"class TestIt:\n    def test_it(self):\n        {body}\n"
    left, right = ("9", "12") if body.startswith("assert 9") else ("12", "9")
    compared = Compared("==", left, right, left, right)
    change = expected_value(text, "TestIt::test_it", "", Failure(2, "AssertionError", "", "", compared))

    assert (change and change.text) == (None if new is None else text.replace(body, new))


def test_a_value_that_no_source_says_is_not_told_of_a_users_test() -> None:
    failure = Failure(1, "AssertionError", "", "", Compared("==", "<object>", "1", "", "1"))

    assert expected_value("def test_it():\n    assert f() == 1\n", "test_it", "", failure) is None
