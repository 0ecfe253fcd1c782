"""Environment variables that a test sets, or goes without."""

from __future__ import annotations

from testloom.capabilities.variables import VariableStatement
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


def written(**variables: str | None) -> str:
    """The text of a file with one test that sets and removes these variables."""
    case = Case("greeting")
    for name, value in variables.items():
        case.prepare(VariableStatement, name, value)
    case.call("greeting")
    return render(built(case.equals("Welcome")), SUBJECT, None, STYLE).text


def test_variables_are_set_and_removed_one_by_one() -> None:
    text = written(SHOP_NAME="Ann", SHOP_TOWN=None, SHOP_COUNTRY=None)

    assert 'monkeypatch.setenv("SHOP_NAME", "Ann")' in text
    assert 'monkeypatch.delenv("SHOP_TOWN", raising=False)' in text
    assert 'monkeypatch.delenv("SHOP_COUNTRY", raising=False)' in text


def test_many_absent_variables_that_begin_alike_are_removed_in_a_loop() -> None:
    text = written(SHOP_TOWN=None, LANG=None, SHOP_STREET=None, SHOP_COUNTRY=None, SHOP_NAME="Ann")

    assert "import os\n" in text
    assert (
        '    for name in [name for name in os.environ if name.startswith("SHOP_")]:\n'
        "        monkeypatch.delenv(name)\n"
        '    monkeypatch.delenv("LANG", raising=False)\n'
        '    monkeypatch.setenv("SHOP_NAME", "Ann")\n'
    ) in text
    assert text.count("delenv") == 2


def test_a_variable_that_was_set_before_is_not_removed_with_those_like_it() -> None:
    text = written(SHOP_NAME="Ann", SHOP_TOWN=None, SHOP_STREET=None, SHOP_COUNTRY=None)

    assert "for name" not in text
    assert text.count("delenv") == 3
