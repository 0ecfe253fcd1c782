"""Limits say which plain values keep within them."""

from __future__ import annotations

from typing import Any

import pytest

from testloom.model.limits import Limits


@pytest.mark.parametrize(
    ("limits", "admitted", "refused"),
    [
        (Limits(gt=0), 1, 0),
        (Limits(ge=0, lt=5), 0, 5),
        (Limits(le=2.5), 2.5, 2.6),
        (Limits(multiple_of=3), 9, 10),
        (Limits(min_length=2), "ab", "a"),
        (Limits(max_length=2), b"ab", b"abc"),
        (Limits(pattern=r"^\d+$"), "12", "1a"),
    ],
)
def test_a_value_is_admitted_or_refused(limits: Limits, admitted: object, refused: object) -> None:
    assert limits.admit(admitted)
    assert not limits.admit(refused)


def test_what_limits_say_nothing_about_is_admitted() -> None:
    assert Limits(gt=5).admit(None)
    assert Limits(gt=5).admit(True)
    assert Limits(pattern="(?<").admit("a form that Python cannot read")


@pytest.mark.parametrize(
    "data", [{"gt": "0"}, {"min_length": 1.5}, {"pattern": 1}, {"size": 1}, {"le": True}]
)
def test_what_is_no_description_of_limits_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="is not a"):
        Limits.decode(data)
