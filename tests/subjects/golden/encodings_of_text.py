"""Bytes and texts beyond ASCII."""


def encode(text: str) -> bytes:
    if text.isascii():
        return text.encode("ascii")
    return b"\xef\xbb\xbf" + text.encode("utf-8")


def checksum(data: bytes) -> int:
    if not data:
        return 0
    return sum(data) % 256
