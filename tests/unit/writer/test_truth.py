"""A condition is no part of a name where it is not true of the arguments that a reader sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.writer.naming.conditions import denied_by
from testloom.writer.naming.descriptions import describe

from .building import SUBJECT, Case, built


@pytest.mark.parametrize(
    ("label", "is_denied"),
    [
        ("isinstance(value, set) is true", True),
        ("isinstance(value, (list, tuple)) is true", False),
        ("isinstance(value, (list, tuple)) is false", True),
        ("not value is true", True),
        ("value is false", True),
        ("other is false", False),
        ("isinstance(value, Account) is true", False),
        ("value.name is false", False),
        ("`for item in value` is entered", False),
    ],
)
def test_what_an_argument_is_not_is_not_said_of_it(label: str, is_denied: bool) -> None:
    assert denied_by({"value": (1,)}, label) is is_denied


def test_a_name_leaves_out_what_was_true_of_a_part_of_an_argument() -> None:
    case = Case("echo", "isinstance(value, tuple) is true")
    case.call("echo", case.collection("tuple", case.collection("set", 1)))
    [test] = built(case.equals(1))

    said = describe(replace(test, meets=("isinstance(value, set) is true",)), SUBJECT)

    assert said.conditions == ("when value is tuple",)
