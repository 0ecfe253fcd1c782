"""Of two observations, that differs which an assertion can tell apart."""

from __future__ import annotations

from typing import Any

import pytest

from testloom_agent.execution.reporting.differences import differences
from testloom_agent.execution.reporting.values.atoms import encode_scalar


def observed(value: object) -> list[dict[str, Any]]:
    """An observation of a call that returned a list with a value."""
    items = {"kind": "list", "items": [encode_scalar(value)]}
    return [{"statement": 1, "exception": None, "arguments": {}, "value": items}]


@pytest.mark.parametrize(("one", "other"), [(2, 2.0), (0.5, 0.5), (0, -0.0)])
def test_numbers_that_are_equal_are_not_told_apart(one: float, other: float) -> None:
    assert differences(observed(one), observed(other)) == []


@pytest.mark.parametrize(("one", "other"), [(2, 2.5), (1, True), (1, "1"), (2, None)])
def test_values_that_differ_are_told_apart(one: object, other: object) -> None:
    assert differences(observed(one), observed(other)) == [(1, "value", 0)]
