import re
from random import Random

import pytest

from testloom.search.patterns import looks_like_pattern, matching


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
    texts = [matching(pattern, rng) for _ in range(50)]
    assert all(re.search(pattern, text) for text in texts), texts


def test_what_is_no_pattern_gives_no_text() -> None:
    assert matching("(", Random(1)) == ""


@pytest.mark.parametrize("text", [r"\d+", "^a", "[a-z]x", r"(?:x)", r"(\w+)\s"])
def test_patterns_are_recognised(text: str) -> None:
    assert looks_like_pattern(text)


@pytest.mark.parametrize("text", ["name", "Hello, world.", "[", "a (b", "x"])
def test_plain_text_is_not(text: str) -> None:
    assert not looks_like_pattern(text)
