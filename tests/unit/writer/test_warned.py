"""A test says of what it warns beside what it asserts, so that it passes where warnings are errors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.model.statements import CallStatement
from testloom.model.suite import AssertedTest, WarningAssertion
from testloom.writer import render

from .building import STYLE, SUBJECT, Case

OLD = "builtins:DeprecationWarning"


def written(*warned: WarningAssertion, expected: str | None = None) -> str:
    """A test of two calls of which the first may warn, and of whose second a warning may be asserted."""
    return render([warning(*warned, expected=expected)], SUBJECT, None, STYLE).text


def warning(*warned: WarningAssertion, expected: str | None = None) -> AssertedTest:
    """The test itself."""
    case = Case("old_share")
    case.call("old_share", case.call("old_share", 9, 3), 2)
    case = case.equals(1)
    case = case if expected is None else case.warns(OLD, expected)
    return replace(case.done("t"), warned=warned)


FIRST, LAST = (s.id for s in warning().case.statements if isinstance(s, CallStatement))
"""The calls of that test."""


@pytest.mark.parametrize(
    ("warned", "filters"),
    [
        (
            [WarningAssertion(FIRST, OLD, "use share(n): now")],
            ["ignore:use share.n.. now:DeprecationWarning"],
        ),
        ([WarningAssertion(FIRST, OLD)], ["ignore::DeprecationWarning"]),
        ([WarningAssertion(FIRST, "shop.ways:Old", "use")], ["ignore:use:shop.ways.Old"]),
        ([WarningAssertion(FIRST, "shop.ways:Ways.Old", "use")], ["ignore:use"]),
        ([WarningAssertion(FIRST, "<test>:Old", "use")], ["ignore:use"]),
        (
            [WarningAssertion(FIRST, OLD, "use"), WarningAssertion(LAST, "builtins:UserWarning", "no")],
            ["ignore:use:DeprecationWarning", "ignore:no:UserWarning"],
        ),
        (
            [WarningAssertion(FIRST, OLD, "use"), WarningAssertion(LAST, OLD, "other")],
            ["ignore::DeprecationWarning"],
        ),
        ([WarningAssertion(99, OLD, "not written")], []),
        ([], []),
    ],
)
def test_what_no_assertion_expects_is_ignored(warned: list[WarningAssertion], filters: list[str]) -> None:
    text = written(*warned)

    assert text.count("filterwarnings") == len(filters)
    for entry in filters:
        assert f'@pytest.mark.filterwarnings("{entry}")\n' in text


@pytest.mark.parametrize(
    ("expected", "message", "is_ignored"),
    [("use share", "use share", False), ("", "use share", False), ("use share", "other", True)],
)
def test_what_is_expected_is_not_ignored(expected: str, message: str, is_ignored: bool) -> None:
    text = written(WarningAssertion(LAST, OLD, message), expected=expected)

    assert ("filterwarnings" in text) == is_ignored
    assert "pytest.warns(DeprecationWarning" in text


def test_of_a_statement_that_warns_twice_what_says_nothing_is_expected_once() -> None:
    silent = WarningAssertion(LAST, OLD, "")

    assert "filterwarnings" not in written(silent, expected="use share")
    assert "filterwarnings" in written(silent, silent, expected="use share")


def test_a_long_filter_stands_in_pieces() -> None:
    begin = "use the share of all others " * 2

    text = written(WarningAssertion(FIRST, OLD, begin.strip()))

    assert "filterwarnings((" not in text
    assert "@pytest.mark.filterwarnings(" in text


def test_where_pytest_does_not_know_the_mark_there_is_none() -> None:
    tests, without = [warning(WarningAssertion(FIRST, OLD))], replace(STYLE, filters_warnings=False)

    assert "filterwarnings" in render(tests, SUBJECT, None, STYLE).text
    assert "filterwarnings" not in render(tests, SUBJECT, None, without).text
