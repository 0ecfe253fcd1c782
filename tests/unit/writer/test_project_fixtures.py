"""Tests ask for fixtures of the project by their names."""

from __future__ import annotations

import pytest

from testloom.writer import UnwritableError, render

from .building import STYLE, SUBJECT, Case, built


def test_a_fixture_is_a_parameter_and_nothing_makes_it() -> None:
    case = Case("share")
    account = case.call("pytest.fixture:account")
    case.call("share", account)

    text = render(built(case.equals(3)), SUBJECT, None, STYLE).text

    assert "(account):\n    assert share(account) == 3\n" in text
    assert "import account" not in text and "account =" not in text


def test_a_fixture_that_the_file_hides_is_not_asked_for() -> None:
    case = Case("share")
    case.call("share", case.call("pytest.fixture:share"))

    with pytest.raises(UnwritableError, match="The fixture share is hidden"):
        render(built(case.equals(3)), SUBJECT, None, STYLE)
