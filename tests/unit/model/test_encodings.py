"""Source that is read and written again is the same bytes, or is refused."""

from __future__ import annotations

import codecs

import pytest

from testloom.model.texts.encodings import EncodingError, decoded, encoded


@pytest.mark.parametrize(
    "source",
    [
        "x = 'é'\r\n".encode(),
        codecs.BOM_UTF8 + "x = 'é'\n".encode(),
        codecs.BOM_UTF8 + b"# coding: utf-8\nx = 1\n",
        b"#!/usr/bin/env python\n# coding: latin-1\nx = '\xe9'\n",
        "# coding: shift_jis\nx = '表'\n".encode("shift_jis"),
        b"# coding: latin-1",
        b"",
    ],
)
def test_a_source_is_the_same_bytes_after_a_round(source: bytes) -> None:
    text = decoded(source)

    assert not text.startswith("\ufeff")
    assert encoded(text, source) == source


@pytest.mark.parametrize("codec", ["unicode_escape", "utf_7", "rot13", "cp037", "no-such"])
def test_codecs_that_do_not_keep_ascii_are_refused(codec: str) -> None:
    source = f"# coding: {codec}\nx = 1\n"

    with pytest.raises(EncodingError):
        decoded(source.encode())
    with pytest.raises(EncodingError):
        encoded(source)


def test_bytes_that_are_not_in_the_declared_encoding_are_refused() -> None:
    with pytest.raises(EncodingError):
        decoded(b"x = '\xff'\n")


@pytest.mark.parametrize("text", ["# coding: ascii\nx = 'é'\n", "# coding: shift_jis\nx = '¥'\n"])
def test_a_character_that_the_encoding_lacks_or_writes_as_another_is_refused(text: str) -> None:
    with pytest.raises(EncodingError):
        encoded(text)
