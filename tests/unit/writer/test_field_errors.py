"""What a model does not admit is asserted by field and kind."""

from __future__ import annotations

from testloom.model.execution import FieldError
from testloom.model.suite import ExceptionAssertion
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


def refused(balance: int, kind: str, *place: str | int) -> Case:
    case = Case("Account")
    case.call("Account", balance)
    error = FieldError(place, kind)
    last = case.statements[-1].id
    case.assertions.append(ExceptionAssertion(last, "pydantic:ValidationError", errors=(error,)))
    return case


def test_a_test_is_called_after_the_field_and_says_what_is_wrong_there() -> None:
    text = render(built(refused(-1, "greater_than", "balance")), SUBJECT, None, STYLE).text

    assert "def test_account_rejects_balance():\n" in text
    assert "    with pytest.raises(ValidationError) as caught:\n        Account(-1)\n" in text
    assert 'assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [' in text
    assert '(("balance",), "greater_than")' in text


def test_fields_and_kinds_are_columns_of_a_table() -> None:
    cases = [refused(-1, "greater_than", "balance"), refused(900, "less_than", "lines", 0)]

    text = render(built(*cases), SUBJECT, None, STYLE).text

    assert "def test_account_rejects(balance, expected_location, expected_kind):\n" in text
    assert 'pytest.param(-1, ("balance",), "greater_than", id="balance")' in text
    assert 'pytest.param(900, ("lines", 0), "less_than", id="0")' in text
    assert "(expected_location, expected_kind)" in text
