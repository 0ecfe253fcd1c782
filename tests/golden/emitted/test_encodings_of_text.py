"""Tests for encodings_of_text."""

import pytest

from encodings_of_text import checksum, encode


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("é", b"\xef\xbb\xbf\xc3\xa9", id="text is not ascii"),
        pytest.param("a", b"a", id="text is ascii"),
    ],
)
def test_encode(text, expected):
    assert encode(text) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"a\xbb", 28, id="with data"),
        pytest.param(b"", 0, id="without data"),
    ],
)
def test_checksum(data, expected):
    assert checksum(data) == expected
