"""Which texts of a private file are withheld."""

from __future__ import annotations

import pytest

from testloom_agent.redaction.withheld import Index, texts_in, texts_of_module

SETTINGS = """\
# Copy this file to production and change passwords
APP_MODE=production
DEBUG=true
PORT=8080
RETRIES=3
NAME=ann
API_KEY="sk-abc def"
PIN=1x2y
URL=postgres://ann:pa55word@db.internal:5432/shop
ACCOUNT=483920174
"""


@pytest.mark.parametrize("text", ["sk-abc def", "1x2y", "pa55word", "db.internal", "483920174"])
def test_values_and_their_parts_are_withheld(text: str) -> None:
    assert text in texts_in(SETTINGS.encode())


@pytest.mark.parametrize(
    "text", ["production", "passwords", "true", "8080", "3", "ann", "API_KEY", "5432", "shop"]
)
def test_names_plain_words_and_short_values_are_not(text: str) -> None:
    assert text not in texts_in(SETTINGS.encode())


@pytest.mark.parametrize(
    "line", ["a" * 300_000, "-" * 300_000, "[" * 300_000, "=:" * 150_000, "a=" + " " * 300_000 + "b"]
)
def test_a_long_line_takes_as_long_as_many_short_ones(line: str) -> None:
    assert isinstance(texts_in(line.encode()), set)  # the square of its length would take minutes


def test_values_lie_deep_in_documents() -> None:
    depth = 900
    text = '{"a":' * depth + '"pa55word"' + "}" * depth

    assert "pa55word" in texts_in(text.encode())


def test_another_text_is_searched_for_any_number_of_texts_at_once() -> None:
    texts = Index(f"customer-{number}@example.org" for number in range(50_000))
    record = "nothing of it " * 200 + "CUSTOMER-4711@example.org"

    assert [texts.found_in(record) for _ in range(50)] == [{"customer-4711@example.org"}] * 50


def test_a_private_module_withholds_what_looks_like_a_value_wherever_it_stands() -> None:
    source = b'TOKEN = "abcd"\nconnect("db", key="k3y-of-db")\ndef f(pin="47-11-47"): return b"raw-1234"\n'

    found = texts_of_module(source)

    assert {"abcd", "k3y-of-db", "47-11-47", "raw-1234"} <= found
    assert "db" not in found
