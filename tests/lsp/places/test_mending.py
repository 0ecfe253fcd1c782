"""Texts that somebody is typing."""

from __future__ import annotations

import pytest

from testloom.lsp.places.outline import Outline, outline_of

SOUND = """\
import os


class Account:
    limit = 3

    def withdraw(self, amount):
        if amount > self.limit:
            raise ValueError(amount)
        return amount

    def close(self):
        return os


def total(prices):
    return sum(prices)
"""
PLACES = {"Account": 3, "Account.withdraw": 6, "Account.close": 11, "total": 15}


def units(text: str) -> dict[str, int]:
    outline = outline_of(text)
    assert outline is not None
    return {unit.qualname: unit.line for unit in outline.units}


@pytest.mark.parametrize(
    ("sound", "typed"),
    [
        ("        return amount\n", "        return (amount\n"),
        ("        return amount\n", "        amount.\n"),
        ("        if amount > self.limit:\n", "        if amount > :\n"),
        ("    def withdraw(self, amount):\n", "    def withdraw(self, :\n"),
        ("    def close(self):\n", "    def close(\n"),
        ("class Account:\n", "class Account(:\n"),
        ("import os\n", "import\n"),
        ("    limit = 3\n", "    limit =\n"),
        ("    return sum(prices)\n", "    return '''sum(prices)\n"),
        ("    return sum(prices)\n", "return sum prices\n"),
    ],
)
def test_an_error_leaves_the_sound_functions_their_places(sound: str, typed: str) -> None:
    assert sound in SOUND
    assert units(SOUND) == PLACES
    found = units(SOUND.replace(sound, typed))

    assert found.items() <= PLACES.items()
    assert len(found) >= (1 if "limit" in typed and "if" not in typed else 3)


def test_the_decisions_of_sound_functions_stay() -> None:
    outline = outline_of(SOUND.replace("    return sum(prices)", "    return sum(prices"))

    assert outline is not None
    assert [*outline.decisions] == [7]


def test_several_errors_are_taken_out_and_too_many_are_not() -> None:
    broken = "def f{0}(:\n    pass\n\n\n"
    sound = "def total(prices):\n    return sum(prices)\n"

    assert "total" in units("".join(broken.format(number) for number in range(3)) + sound)
    assert outline_of("".join(broken.format(number) for number in range(9)) + sound) is None


def test_an_empty_text_and_one_with_null_bytes_are_no_trouble() -> None:
    assert units("") == {}
    assert outline_of("\0") in (None, Outline())
