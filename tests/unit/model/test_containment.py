"""A step that fails unforeseen costs only what it was for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from testloom.model.containment import Contained, most_of, raised
from testloom.model.errors import AgentError, EnoughError


def test_an_unforeseen_failure_is_told_and_the_work_goes_on() -> None:
    told: list[Exception] = []
    error = LookupError("nothing there")

    with Contained(told.append):
        raise error

    assert told == [error]


def test_a_failure_is_raised_where_nobody_is_told() -> None:
    with pytest.raises(LookupError), Contained(raised):
        raise LookupError("nothing there")


@pytest.mark.parametrize("error", [AgentError("It has ended.", ""), EnoughError(), KeyboardInterrupt()])
def test_what_is_no_defect_passes(error: BaseException) -> None:
    told: list[Exception] = []

    with pytest.raises(type(error)), Contained(told.append):
        raise error

    assert told == []


@pytest.mark.parametrize(
    ("bad", "kept"),
    [
        ((), "abcdefg"),
        (("c",), "abdefg"),
        (("a", "g"), "bcdef"),
        (("ab",), "bcdefg"),
        (("ag",), "defg"),
        (("abcdefg"), ""),
    ],
)
def test_the_most_that_a_step_does_not_fail_with_is_kept(bad: Sequence[str], kept: str) -> None:
    def joined(items: Sequence[str]) -> str:
        if any(set(one) <= set(items) for one in bad):
            raise LookupError("nothing there")
        return "".join(items)

    left, made = most_of(tuple("abcdefg"), joined, lambda error: None)

    assert "".join(left) == (made or "") == kept
