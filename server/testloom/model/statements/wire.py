"""The JSON text of statements, and the replacement of references in it."""

from __future__ import annotations

from collections.abc import Iterable
from json.encoder import JSONEncoder, encode_basestring_ascii
from typing import Any, cast

from testloom.model.types import Scalar

text = encode_basestring_ascii
encode = JSONEncoder(separators=(",", ":")).encode


def encode_scalar(value: Scalar) -> Any:
    """Encode a scalar as JSON data.

    Bytes and complex numbers become objects with one key, `bytes` or `complex`.
    """
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return value


def decode_scalar(data: Any) -> Scalar:
    """Decode a scalar from the form that `encode_scalar` builds."""
    if isinstance(data, dict):
        if "bytes" in data:
            return str(data["bytes"]).encode("latin-1")
        real, imaginary = data["complex"]
        return complex(real, imaginary)
    return cast(Scalar, data)


def scalar_text(value: Scalar) -> str:
    """Encode a scalar as JSON text."""
    return text(value) if type(value) is str else encode(encode_scalar(value))


def joined(values: Iterable[int]) -> str:
    """Join ids with commas."""
    return ",".join([str(value) for value in values])


def ids_text(values: Iterable[int]) -> str:
    """Encode ids as a JSON array."""
    return f"[{joined(values)}]"


def named_text(values: tuple[tuple[str, int], ...]) -> str:
    """Encode named ids as a JSON object."""
    if not values:
        return "{}"
    return f"{{{','.join([f'{text(name)}:{value}' for name, value in dict(values).items()])}}}"
