"""Values as Python expressions."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from testloom.model.statements import decode_scalar
from testloom.model.texts.numbers import is_exact
from testloom.model.types import Scalar
from testloom.writer.errors import UnwritableError

MAX_DECIMAL_BITS = 14_000
CALL = "()"
DIGITS = 9
LONG_RANGE = 8
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\S*\s*")
_PARTS = re.compile(r"\w*\W*")


class Scope(Protocol):
    """What the names in an expression refer to."""

    def path(self, path: str) -> str:
        """The expression for what `module:Qual.name` holds, importing it."""
        ...

    def module(self, name: str) -> str:
        """The name of an imported module."""
        ...

    def variable(self, statement: int) -> str:
        """The expression for the value of a statement."""
        ...


def literal(value: Scalar, *, width: int = 60, single_quotes: bool = False) -> str:
    """A scalar as an expression; a string longer than `width` is split into pieces in parentheses."""
    match value:
        case str() | bytes():
            return _text(value, width, single_quotes)
        case bool() | None:
            return repr(value)
        case int():
            return hex(value) if value.bit_length() > MAX_DECIMAL_BITS else repr(value)
        case float():
            return repr(value) if math.isfinite(value) else f'float("{value}")'
        case complex():
            return _complex(value)


def expected(
    encoded: Mapping[str, Any], scope: Scope, *, width: int = 60, single_quotes: bool = False
) -> str:
    """An observed value (docs/agent-protocol.md) as what a result is compared with: floats approximately.

    Raises:
        UnwritableError: if it holds something that no expression equals.
    """
    return _Expected(scope, width, single_quotes).write(encoded)


def scalar_of(encoded: Mapping[str, Any]) -> Scalar:
    """The value of an encoded scalar; a whole float may have become an integer on its way."""
    value = decode_scalar(encoded["value"])
    if encoded.get("type") == "float" and isinstance(value, int):
        return float(value)
    return value


def is_nan(encoded: Mapping[str, Any]) -> bool:
    """Whether the value is the float that equals nothing, not even itself."""
    value = encoded.get("value")
    return encoded["kind"] == "scalar" and isinstance(value, float) and math.isnan(value)


def collection(kind: str, items: Sequence[str]) -> str:
    """A collection as an expression; the items of a dict alternate between keys and values.

    Raises:
        UnwritableError: if the kind is unknown.
    """
    inner = ", ".join(items)
    match kind:
        case "list":
            return f"[{inner}]"
        case "tuple":
            return f"({inner},)" if len(items) == 1 else f"({inner})"
        case "set":
            return f"{{{inner}}}" if items else "set()"
        case "frozenset":
            return f"frozenset({{{inner}}})" if items else "frozenset()"
        case "dict":
            pairs = zip(items[::2], items[1::2], strict=True)
            return f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
    raise UnwritableError(f"A {kind} cannot be written as an expression.")


def pattern(text: str, ending: str = "", *, single_quotes: bool = False) -> str:
    """Literal text as an argument for `match`: escaped, raw where that reads better.

    Between it and the `ending` may be anything.
    """
    if text[:1] == text[-1:] and text[:1] in ("'", '"'):
        text = text[1:-1]  # as `KeyError` shows its argument
    escaped = ".*".join(_SPECIAL.sub(r"\\\g<0>", part) for part in (text, ending) if part)
    plain = _quoted(escaped, single_quotes)
    is_raw = "\\" in escaped or bool(text and ending)
    if not is_raw or not escaped.isprintable():
        return plain
    quote = "'" if (single_quotes and "'" not in escaped) or '"' in escaped else '"'
    return plain if quote in escaped else f"r{quote}{escaped}{quote}"


class _Expected:
    """Writes observed values; `hashed` is set within sets and keys, where only exact values serve."""

    def __init__(self, scope: Scope, width: int, single_quotes: bool) -> None:
        self._scope = scope
        self._width = width
        self._single_quotes = single_quotes

    def write(self, encoded: Mapping[str, Any], hashed: bool = False) -> str:
        match encoded["kind"]:
            case "scalar":
                return self._scalar(scalar_of(encoded), hashed)
            case "list" if (text := _range(encoded["items"])) and not hashed:
                return text
            case "list" | "tuple" as kind:
                return collection(kind, [self.write(item, hashed) for item in encoded["items"]])
            case "set" | "frozenset" as kind:
                return collection(kind, [self.write(item, True) for item in encoded["items"]])
            case "dict":
                items = encoded["items"]
                return collection(
                    "dict", [self.write(item, hashed or not n % 2) for n, item in enumerate(items)]
                )
            case "made":
                named = [f"{name}={self.write(part, hashed)}" for name, part in encoded["kwargs"].items()]
                arguments = [*(self.write(part, hashed) for part in encoded["args"]), *named]
                return f"{self._scope.path(encoded['type'])}({', '.join(arguments)})"
            case "enum" | "class":
                return self._scope.path(encoded["path"])
            case "answer" | "same" | "object" if encoded.get("reference") is not None:
                return f"{self._scope.variable(encoded['reference'])}{answered(encoded.get('asked', ''))}"
        name = str(encoded.get("type", encoded["kind"])).rpartition(":")[2]
        raise UnwritableError(f"A value of type {name} cannot be written as an expression.")

    def _scalar(self, value: Scalar, hashed: bool) -> str:
        text = literal(value, width=self._width, single_quotes=self._single_quotes)
        if not isinstance(value, float | complex):
            return text
        if isinstance(value, float) and math.isnan(value):
            if hashed:
                raise UnwritableError("A set or dict with the key nan equals nothing.")
            return f"{self._scope.module('pytest')}.approx({text}, nan_ok=True)"
        exact = is_exact(value.real) and is_exact(value.imag)
        if hashed or exact:
            return text
        if isinstance(value, float):
            text = repr(float(f"{value:.{DIGITS}g}"))
        return f"{self._scope.module('pytest')}.approx({text})"


def answered(asked: str) -> str:
    """How a mock's answer is read where `asked` is `().get.()`: its names, and `()` for each call."""
    parts = ["return_value" if part == CALL else part for part in asked.split(".") if part]
    return "".join(f".{part}" for part in parts)


def _range(items: Sequence[Mapping[str, Any]]) -> str:
    """Many successive integers, as nobody would write them one by one; empty if they are not that."""
    values = [int(item["value"]) for item in items if item.get("type") == "int"]
    if len(values) < max(len(items), LONG_RANGE):
        return ""
    if values != list(range(values[0], values[0] + len(values))):
        return ""
    start = f"{values[0]}, " if values[0] else ""
    return f"list(range({start}{values[0] + len(values)}))"


def _complex(value: complex) -> str:
    parts = (value.real, value.imag)
    negates = not value.real and value.imag < 0  # -1j is the negation of 1j, with a real part of -0
    signed_zero = any(math.copysign(1, part) < 0 and not part for part in parts)
    if negates or signed_zero or not all(math.isfinite(part) for part in parts):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    return repr(value)


def _text(value: str | bytes, width: int, single_quotes: bool) -> str:
    whole = _quoted(value, single_quotes)
    lines = 1 if isinstance(value, bytes) else len(_LINES.findall(value))
    if len(whole) <= width and (lines < 3 or len(whole) <= width // 2):
        return whole
    pieces = _pieces(value, width, single_quotes)
    return whole if len(pieces) < 2 else f"({' '.join(pieces)})"


def _pieces(value: str | bytes, width: int, single_quotes: bool) -> list[str]:
    """The text split behind line ends, then between words, then anywhere, so that each piece fits."""
    if isinstance(value, bytes):
        step = max(1, width // 4)
        return [_quoted(value[at : at + step], single_quotes) for at in range(0, len(value), step)]
    pieces = [""]
    for line in _LINES.findall(value):
        for word in _WORDS.findall(line):
            for part in _parts(word, width):
                if len(_quoted(pieces[-1] + part, single_quotes)) > width or pieces[-1].endswith("\n"):
                    pieces.append("")
                pieces[-1] += part
    return [_quoted(piece, single_quotes) for piece in pieces if piece]


def _parts(word: str, width: int) -> list[str]:
    """A word that fits, or its parts: up to punctuation, then anywhere."""
    if len(repr(word)) <= width:
        return [word]
    step = max(1, width // 10) if not word.isprintable() else width - 4
    parts = _PARTS.findall(word)
    return [part[at : at + step] for part in parts for at in range(0, len(part), step)]


def _quoted(value: str | bytes, single_quotes: bool) -> str:
    """`repr` in the preferred quotes, unless the other ones save escaping."""
    text = repr(value)
    prefix, quote, body = (
        ("b", text[1], text[2:-1]) if isinstance(value, bytes) else ("", text[0], text[1:-1])
    )
    if quote == "'" and not single_quotes and '"' not in body:
        return f'{prefix}"{body}"'
    return text
