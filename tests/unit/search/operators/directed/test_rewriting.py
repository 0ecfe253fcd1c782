from random import Random
from typing import Any

import pytest

from testloom.search.operators.directed.comparisons.rewriting import rewritten


def all_of(value: Any, old: Any, new: Any) -> set[Any]:
    """What a literal may become, over a few draws."""
    return {other for seed in range(20) for other in rewritten(value, old, new, Random(seed))}


@pytest.mark.parametrize(
    ("value", "old", "new", "expected"),
    [
        ("ab", ord("b"), 0x200C, "a\u200c"),
        ("abab", "b", "x", "abax"),
        ("say Hello", "HELLO", "BYE", "say BYE"),
        ("cut", "", "off", "cutoff"),
        ("ff00", 0xFF, 0xAB, "ab00"),
        ("Grüße", "Grüße".encode(), b"hi", "hi"),
        (b"abc", ord("b"), 0x1F, b"a\x1fc"),
        (b"abc", "ABC", "GET ", b"GET "),
        (b"a=1", 1, 42, b"a=42"),
        (b"\x01\x00\x00body", 0x010000, 3, b"\x00\x00\x03body"),
        (b"\x00\x01body", 1, 3, b"\x00\x03body"),
        (b"\x05\x00\x00\x00", 5, 0xCAFE, b"\xfe\xca\x00\x00"),
        (b"\xff\xff", -1, 258, b"\x01\x02"),
        (b"ab", 2, 4, b"abab"),
        (65, "A", "z", 122),
        (17, "17", "42", 42),
    ],
)
def test_what_code_makes_of_a_literal_is_traced_back_to_it(
    value: Any, old: Any, new: Any, expected: Any
) -> None:
    assert expected in all_of(value, old, new)


@pytest.mark.parametrize(
    ("value", "old", "new"),
    [
        ("ab", ord("b"), 0xD800),
        ("ab", ord("b"), -1),
        ("ab", "x", "y"),
        (b"ab", 300, 5),
        (True, 1, 2),
        (None, "a", "b"),
    ],
)
def test_a_literal_stays_that_no_operand_was_made_of_or_that_cannot_hold_it(
    value: Any, old: Any, new: Any
) -> None:
    assert all_of(value, old, new) == set()


def test_a_piece_is_exchanged_at_each_place_at_which_it_begins() -> None:
    assert all_of(b"aaaa", b"aa", b"x") == {b"xaa", b"axa", b"aax"}
