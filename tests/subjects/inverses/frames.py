"""Texts with a checksum, which only the function that writes them can make."""

from __future__ import annotations

import zlib


def encode(text: str, key: str) -> str:
    """Put the checksum behind the text."""
    return f"{text}#{zlib.crc32(f'{key}:{text}'.encode()):08x}"


def decode(frame: str, key: str) -> str:
    """The text of a frame."""
    text, mark, given = frame.rpartition("#")
    if not mark:
        raise ValueError("no checksum")
    if given != f"{zlib.crc32(f'{key}:{text}'.encode()):08x}":
        raise ValueError("wrong checksum")
    if not text:
        return "empty"
    return text.upper()
