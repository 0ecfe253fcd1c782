"""Tests tell of messages what stays the same in every run."""

from __future__ import annotations

import pytest

from testloom.model.texts.messages import both_ends, informative_ends, shown_message, stable_part


@pytest.mark.parametrize(
    ("message", "ends"),
    [
        ("<X object at 0x7f00> has no name", ("<X object", "> has no name")),
        ("<X object at 0x7f00>", ("<X object", "")),
        ("<X at 0x7f> is not in /home/a", ("<X", "")),
        ("balance is 10", ("balance is 10", "")),
    ],
)
def test_what_follows_an_address_is_told_of_a_message(message: str, ends: tuple[str, str]) -> None:
    assert informative_ends(message) == ends


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("cannot read /tmp/x: gone\nsecond line", "cannot read"),
        ("NonCallableMagicMock returned int", "returned int"),
        ("cannot read <MagicMock name='a' id='12'>", "cannot read"),
        ("expected a text, not Mock", "expected a text, not"),
        ("unittest.mock.AsyncMock", ""),
        ("Mocking is no name", "Mocking is no name"),
        ("(\"'size' must be in ('S', 'M')\", Attribute(name='size'), 'XL')", "'size' must be in ('S', 'M')"),
        (r"('no match for \\d{4}', 12)", "no match for"),
        ("(a remark in brackets)", "(a remark in brackets)"),
    ],
)
def test_paths_and_names_of_doubles_are_no_part_of_a_message(message: str, told: str) -> None:
    assert stable_part(message) == told


LONG = "A field of the record is not what its invariant is: invariant_errors=[], missing_fields=[Order.size]"


@pytest.mark.parametrize(
    ("message", "ends"),
    [
        (LONG, ("A field of the record is not what its", "missing_fields=[Order.size]")),
        ("a short message", ("", "")),
        (LONG[:80], (LONG[:80], "")),
        (LONG.replace("the record", "<X at 0x7f00>"), ("", "")),
    ],
)
def test_a_long_message_is_told_by_both_ends(message: str, ends: tuple[str, str]) -> None:
    assert both_ends(message) == ends


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("no such item\nsee above", "no such item"),
        ("<Foo object at \0> is bad", "<Foo object at …> is bad"),
        ("<Foo object at 0x7f01ab> is bad", "<Foo object…> is bad"),
        ("cannot read /etc/shop.ini", "cannot read /etc/shop.ini"),
        ("word " * 100, "word " * 60 + "…"),
    ],
)
def test_people_are_shown_nothing_that_differs_from_run_to_run(message: str, shown: str) -> None:
    assert shown_message(message) == shown
