"""Which names tell that a value is a secret, and which texts look like keys."""

from __future__ import annotations

import math
import re
from collections import Counter

REDACTED = "redacted"
LEAST_LENGTH = 20
LEAST_BITS = 3.5
"""Of entropy a character: English prose and paths with few words lie below, random keys above."""
TRIVIAL = frozenset(
    {"true", "false", "none", "null", "undefined", "enabled", "disabled", "always", "never", "default"}
    | {"production", "development", "testing", "staging", "debug", "warning", "error", "critical"}
    | {"localhost", "127.0.0.1", "0.0.0.0", "http", "https", "example", "example.com"}
    | {"username", "password", "secret", "redacted"}
)
"""Texts that are in many files, and tell nobody anything."""
_TELLING = re.compile(
    r"passw|passphrase|passcode|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key|authorization"
    r"|credential|cookies?(?![a-z])|session[_-]?id"
    r"|(?<![a-z])(?:auth|pin|t?otp|cvv)(?![a-z])",
    re.IGNORECASE,
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
PATHS = ("/", "./", "../", "~/")
_BETWEEN_PARTS = re.compile(r"[/?&=#@,;:]+")
_KEY = re.compile(r"[A-Za-z0-9+/=_\-.:~]+")
_IN_ADDRESS = re.compile(r"((?:^|://|[\s=])(?!mailto:)[^/\s:@=]*:)([^/\s@]{1,256})(?=@[\w.\[-])")
_BEARER = re.compile(r"(\bBearer\s+)([^\s\"',;]+)", re.IGNORECASE)
_BASIC = re.compile(r"(^Basic\s+)([A-Za-z0-9+/=]{8,}$)", re.IGNORECASE)
_BY_ITS_PLACE = (_IN_ADDRESS, _BEARER, _BASIC)


def is_telling(name: str) -> bool:
    """Whether what goes by this name is a secret."""
    return _TELLING.search(_HUMP.sub("_", name)) is not None


def is_key(text: str) -> bool:
    """Whether a text looks like a key: long, without spaces, digits among letters, and as good as random.

    An address or a path looks like one if a part of it does.
    """
    if "://" in text or text.startswith(PATHS):
        return any(is_key(part) for part in _BETWEEN_PARTS.split(text) if part != text)
    if len(text) < LEAST_LENGTH or _KEY.fullmatch(text) is None:
        return False
    has_both = any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    return has_both and _entropy(text) >= LEAST_BITS


def placed_in(text: str) -> list[str]:
    """What is a secret by its place in a text: in `user:PASSWORD@host` of an address, after `Bearer`."""
    return [found[2] for pattern in _BY_ITS_PLACE for found in pattern.finditer(text)]


def without_placed(text: str) -> str:
    """A text without what is a secret by its place in it."""
    if "@" in text or " " in text:  # most texts have neither, and there are many
        for pattern in _BY_ITS_PLACE:
            text = pattern.sub(_redacted, text)
    return text


def _redacted(found: re.Match[str]) -> str:
    return f"{found[1]}{REDACTED}"


def _entropy(text: str) -> float:
    """Shannon's entropy in bits a character."""
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares)
