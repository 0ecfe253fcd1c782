"""Tests for shop.account."""

import pytest

from shop.account import slugify


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("Hello World", "hello-world", id="Hello World"),
        pytest.param('say "hi"', 'say-"hi"', id='say "hi"'),
        pytest.param("it's", "it's", id="it's"),
        pytest.param("\ud800 and \x00", "\ud800-and-\x00", id="and"),
        pytest.param("Grüße", "grüße", id="non ascii text"),
    ],
)
def test_slugify(text, expected):
    assert slugify(text) == expected


def test_slugify_with_multiline_text():
    result = slugify(
        "a long text that goes on and on\n"
        "over many lines and many words until it is too long for one "
        "line"
    )

    assert result == (
        "a-long-text-that-goes-on-and-on-over-many-lines-and-many-"
        "words-until-it-is-too-long-for-one-line"
    )


def test_slugify_with_long_text():
    result = slugify(
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )

    assert result == (
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    )
