from __future__ import annotations

import pytest

from testloom.lsp.places.targets import qualname_at
from testloom.model.texts.lines import split_lines

SOURCE = """\
import os

LIMIT = 3


def free(
    a,
):
    def inner():
        return a

    return inner


@decorated
class Account:
    rate = 1

    def __init__(self):
        self.balance = 0

    # about withdraw
    @property
    def withdraw(self):
        return self.balance

    class Entry:
        def total(self):
            return 1


if os.name == "nt":
    async def later():
        pass
else:
    try:
        def fallback():
            pass
    except ValueError:
        pass
"""

LINES = split_lines(SOURCE)
PLACES = [
    ("LIMIT = 3", None),
    ("def free(", "free"),
    ("    a,", "free"),
    ("    def inner():", "free"),
    ("        return a\n", "free"),
    ("@decorated", "Account"),
    ("class Account:", "Account"),
    ("    rate = 1", "Account"),
    ("        self.balance = 0", "Account"),
    ("    # about withdraw", "Account"),
    ("    @property", "Account.withdraw"),
    ("        return self.balance", "Account.withdraw"),
    ("    class Entry:", "Account.Entry"),
    ("            return 1", "Account.Entry.total"),
    ("    async def later():", "later"),
    ("        def fallback():", "fallback"),
]


@pytest.mark.parametrize(("text", "expected"), PLACES)
def test_a_line_means_the_innermost_definition_that_can_be_called(text: str, expected: str | None) -> None:
    assert qualname_at(SOURCE, _line_of(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [place for place in PLACES if place[0] not in ("@decorated", "    @property")],
)
def test_indentation_tells_the_same_where_the_text_does_not_parse(text: str, expected: str | None) -> None:
    assert qualname_at(SOURCE + "\nx = = 1\n", _line_of(text)) == expected


@pytest.mark.parametrize("text", ["", "\n", "def (:", "\x00", "class A:\n"])
@pytest.mark.parametrize("line", [0, 1, 7])
def test_no_text_and_no_line_is_too_odd(text: str, line: int) -> None:
    assert qualname_at(text, line) in (None, "A")


def test_lines_end_where_the_parser_ends_them() -> None:
    assert split_lines("a\r\nb\rc\x0cd\u2028e\nf") == ["a\r\n", "b\r", "c\x0cd\u2028e\n", "f"]
    assert split_lines("a\n") == ["a\n"]
    assert split_lines("") == []


def _line_of(text: str) -> int:
    return next(number for number, line in enumerate(LINES) if line.startswith(text))
