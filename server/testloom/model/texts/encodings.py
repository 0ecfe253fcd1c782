"""Conversion between bytes and text of Python source, in the encoding that the source declares."""

from __future__ import annotations

import codecs
import string
import tokenize


class EncodingError(ValueError):
    """A source that cannot be read or written in the encoding that it declares."""


def decoded(source: bytes) -> str:
    """Decode a source into text, without a byte order mark.

    Raises:
        EncodingError: if it is not in the encoding that it declares, or that encoding does not keep ASCII.
    """
    try:
        encoding = declared_encoding(source)
        return source.decode(encoding)
    except UnicodeDecodeError as error:
        raise EncodingError(str(error)) from None


def plain_text(source: bytes) -> str:
    """Decode a source into text with every line end as a line feed.

    Raises:
        EncodingError: as `decoded` does.
    """
    return decoded(source).replace("\r\n", "\n").replace("\r", "\n")


def encoded(text: str, before: bytes = b"") -> bytes:
    """Encode a text in its declared encoding, with a byte order mark if the source had one `before`.

    Raises:
        EncodingError: if the encoding lacks a character, or is none that `decoded` reads.
    """
    encoding = declared_encoding(text.encode("utf-8", "surrogatepass"))
    try:
        source = text.encode(encoding)
        is_kept = source.decode(encoding) == text
    except UnicodeError as error:
        raise EncodingError(str(error)) from None
    if not is_kept:
        raise EncodingError(f"{encoding} reads another text than it has written")
    is_marked = encoding == "utf-8" and before.startswith(codecs.BOM_UTF8)
    return codecs.BOM_UTF8 + source if is_marked else source


def declared_encoding(source: bytes) -> str:
    """Return the encoding that a source declares, UTF-8 if it declares none.

    Raises:
        EncodingError: if Python knows none of that name, or it does not keep ASCII as it is.
    """
    lines = iter(source.split(b"\n", 2))
    try:
        encoding, _ = tokenize.detect_encoding(lambda: next(lines))
        keeps_ascii = _keeps_ascii(encoding)
    except (SyntaxError, LookupError, UnicodeError) as error:
        raise EncodingError(str(error)) from None
    if not keeps_ascii:
        raise EncodingError(f"{encoding} does not keep ASCII")
    return encoding


def _keeps_ascii(encoding: str) -> bool:
    """Check whether an encoding keeps the bytes of ASCII, so that line ends and quotes are not escaped."""
    plain, source = string.printable, string.printable.encode("ascii")
    return plain.encode(encoding.removesuffix("-sig")) == source and source.decode(encoding) == plain
