import re
from dataclasses import replace
from random import Random

import pytest

from testloom.search.inputs.patterns import draw, looks_like_pattern, parse
from testloom.search.inputs.values import ValueSource
from tests.unit.search.bank import bank


@pytest.mark.parametrize(
    "pattern",
    [
        r"\d+",
        r"^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$",
        r"[^\s@]+@[a-z]+\.(com|org)",
        r"(?P<quote>['\"]).*?(?P=quote)",
        r"(a)?(?(1)b|c)",
        r"#[0-9a-fA-F]{6}",
        r"[^,]*,\W\D\S",
        r"(?i)yes|no",
        "",
    ],
)
def test_drawn_texts_match(pattern: str) -> None:
    rng = Random(1)
    parsed = parse(pattern)
    texts = [draw(parsed, rng) for _ in range(50)]
    assert all(re.search(pattern, text) for text in texts), texts


def test_what_is_no_pattern_is_not_parsed() -> None:
    assert parse("(") is None
    assert parse("a" * 10_000) is None


@pytest.mark.parametrize("text", [r"\d+", "^a", "[a-z]x", r"(?:x)", r"(\w+)\s"])
def test_patterns_are_recognised(text: str) -> None:
    assert looks_like_pattern(text)


@pytest.mark.parametrize("text", ["name", "Hello, world.", "[", "a (b", "x"])
def test_plain_text_is_not(text: str) -> None:
    assert not looks_like_pattern(text)


def test_texts_match_expressions_that_the_subject_holds() -> None:
    values = ValueSource.of(replace(bank(), expressions=("P[0-9]+Y",)), Random(1))

    assert any(re.fullmatch("P[0-9]+Y", values.text()) for _ in range(100))
