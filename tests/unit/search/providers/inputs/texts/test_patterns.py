import re
from dataclasses import replace
from datetime import datetime
from random import Random

import pytest

from testloom.search.providers.inputs.texts.patterns import draw, looks_like_pattern, parse
from testloom.search.providers.inputs.values import ValueSource
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


def test_nothing_is_drawn_of_a_pattern_that_is_nested_too_deeply() -> None:
    assert draw(parse("(" * 100 + "a" + ")" * 100), Random(1)) == "a"
    assert draw(parse("(" * 400 + "a" + ")" * 400), Random(1)) == ""


def is_date(text: str, form: str) -> bool:
    try:
        return bool(datetime.strptime(text, form))
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("pattern", "form"),
    [
        (r"\d\d\d\d-\d\d-\d\d", "%Y-%m-%d"),
        (r"\d{4}/\d{2}/\d{2} \d{2}:\d{2}", "%Y/%m/%d %H:%M"),
        (r"\d{8}T\d{2}:\d{2}:\d{2}", "%Y%m%dT%H:%M:%S"),
    ],
)
def test_digits_that_can_be_a_date_are_often_one(pattern: str, form: str) -> None:
    rng, parsed = Random(1), parse(pattern)
    texts = [draw(parsed, rng) for _ in range(100)]

    assert all(re.fullmatch(pattern, text) for text in texts)
    assert 30 < sum(is_date(text, form) for text in texts) < 80


def test_what_is_no_pattern_is_not_parsed() -> None:
    assert parse("(") is None
    assert parse("a" * 10_000) is None


@pytest.mark.filterwarnings("error")
def test_what_python_warns_of_in_a_pattern_is_not_told() -> None:
    assert looks_like_pattern("[[a-z]+")


@pytest.mark.parametrize("text", [r"\d+", "^a", "[a-z]x", r"(?:x)", r"(\w+)\s"])
def test_patterns_are_recognised(text: str) -> None:
    assert looks_like_pattern(text)


@pytest.mark.parametrize("text", ["name", "Hello, world.", "[", "a (b", "x"])
def test_plain_text_is_not(text: str) -> None:
    assert not looks_like_pattern(text)


def test_texts_match_expressions_that_the_subject_holds() -> None:
    values = ValueSource.of(replace(bank(), expressions=("P[0-9]+Y",)), Random(1))

    assert any(re.fullmatch("P[0-9]+Y", values.text()) for _ in range(100))
