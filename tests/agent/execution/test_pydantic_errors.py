"""Of an error of pydantic it is told which fields are wrong, and how."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.execution.reporting.frameworks.pydantic_errors import errors_in


class ValidationError(ValueError):
    """Has what pydantic's errors have."""

    def __init__(self, *told: dict[str, Any]) -> None:
        self._told = list(told)

    def errors(self, **_: bool) -> list[dict[str, Any]]:
        return self._told


ValidationError.__module__ = "pydantic_core._pydantic_core"


@pytest.fixture(autouse=True)
def core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that has this error."""
    module = ModuleType("pydantic_core")
    vars(module)["ValidationError"] = ValidationError
    monkeypatch.setitem(sys.modules, "pydantic_core", module)


def test_each_place_comes_with_what_is_wrong_there() -> None:
    error = ValidationError(
        {"loc": ("lines", 0, "price"), "type": "greater_than", "msg": "Input should be greater than 0"},
        {"loc": ("name",), "type": "value_error", "msg": "Value error, no name, please"},
    )

    assert errors_in(error) == [
        [["lines", 0, "price"], "greater_than", ""],
        [["name"], "value_error", "no name, please"],
    ]


def test_other_errors_and_odd_keys_tell_nothing() -> None:
    assert errors_in(ValueError("no")) == []
    assert errors_in(ValidationError({"loc": (1.5,), "type": "missing", "msg": ""})) == []
