"""Names that indicate secrets, and strings that look like keys or contain them."""

from __future__ import annotations

import base64
import math
import re
from collections import Counter
from collections.abc import Iterator

REDACTED = "redacted"
LEAST_LENGTH = 20
LEAST_BITS = 3.5
"""Entropy in bits per character: English prose and paths with few words are below, random keys above."""
TRIVIAL = frozenset(
    {"true", "false", "none", "null", "undefined", "enabled", "disabled", "always", "never", "default"}
    | {"production", "development", "testing", "staging", "debug", "warning", "error", "critical"}
    | {"localhost", "127.0.0.1", "0.0.0.0", "http", "https", "example", "example.com"}
    | {"username", "password", "secret", "redacted"}
)
"""Strings that are in many files and reveal nothing."""
_SENSITIVE = re.compile(
    r"passw|passphrase|passcode|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key|authorization"
    r"|credential|cookies?(?![a-z])|session[_-]?id|seed[_-]?phrase|(?:backup|recovery)[_-]?codes?(?![a-z])"
    r"|(?<![a-z])(?:auth|bearer|jwt|pin|t?otp|cvv|cvc|sid|sig|mnemonic|(?:pass|pw)(?!_))(?![a-z])"
    r"|(?<![a-z])(?:account|aes|app|auth|cipher|client|crypto|decryption|deploy|encryption|fernet|hmac|jwt|license"
    r"|master|priv|rsa|service|session|shared|signature|signing|ssh|subscription|webhook)[_-]?key(?![a-z])",
    re.IGNORECASE,
)
_OF_KEYS = re.compile(r"(?<![a-z])keys?$", re.IGNORECASE)
_COUNTING = re.compile(
    r"tokens(?![a-z])|(?<![a-z])(?:max|min|num|counts?|total|limit|len|length|size|index|position|offset|line|column"
    r"|type|kind|version|ttl|age|at|expir\w*|seconds|minutes|hours|days|timeout|lifetime|attempts|retries|used"
    r"|usage|rate|price|cost|budget)(?![a-z])",
    re.IGNORECASE,
)
"""Names of counts and measures of secrets: `max_tokens`, `password_length`, `token_expires_at`.

Their values are not secret.
"""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
LEAST_DIGITS = 3
"""How many digits a secret number has at least: those of cards have three; indices and counts often fewer."""
LEAST_NAMED, LEAST_CHANGES = 16, 3
"""The least length of a key that is called `key`, and how often letters and digits alternate in it at least.

Keys of dictionaries and caches are words with a number at the end.
"""
PATHS = ("/", "./", "../", "~/")
PARTS = re.compile(r"""[^\s"'`=:,;<>(){}\[\]@/?&#|\\\x00-\x1f\x7f]+""")
"""The parts of a value."""
_BETWEEN_PARTS = re.compile(r"[/?&=#@,;:]+")
_KEY = re.compile(r"[A-Za-z0-9+/=_\-.:~]+")
_NAMED_KEY = re.compile(r"[A-Za-z0-9+/=_-]+")
_WORDS = re.compile(r"[a-z]+(?:_(?:[a-z]+\d{0,3}|\d{1,3}))+")
"""Words and short numbers, as in pytest's temporary folders: `test_insert_with_duplicate_json_0`."""
_CHANGE = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")
_IN_ADDRESS = re.compile(r"((?:^|://|[\s=])(?!mailto:)[^/\s:@=]*:)([^/\s@]{1,256})(?=@[\w.\[-])")
_BEARER = re.compile(r"(\bBearer\s+)([^\s\"',;]+)", re.IGNORECASE)
_BASIC = re.compile(r"(\bBasic\s+)([A-Za-z0-9+/]{6,}={0,2})", re.IGNORECASE)
_HEADER = re.compile(
    r"(\bAuthorization[\"']?[ \t]*[:=][ \t]*[\"']?(?:[A-Za-z]+[ \t]+)?)"
    r"(?=[^\s\"',;]{0,300}[\d+/=_.-])([^\s\"',;]+)",
    re.IGNORECASE,
)
_COOKIE = re.compile(r"(\bCookie[\"']?[ \t]*:[ \t]*[\"']?)([^\s\"',;=]{1,300}=[^\r\n\"']+)", re.IGNORECASE)
_PEM = re.compile(
    r"(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)((?:(?!-----)[\sA-Za-z0-9+/=\\:,.()-]){20,})"
)
_ISSUED = re.compile(
    r"(?<![\w-])()("
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}"
    r"|xox[a-z]-[\w-]{15,}|xapp-[\w-]{15,}"
    r"|sk-(?=[\w-]*\d)[\w-]{17,}|[sr]k_(?:live|test)_[A-Za-z0-9]{12,}|whsec_[A-Za-z0-9+/=]{16,}"
    r"|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)*"
    r"|AIza[\w-]{35}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,}|pypi-[\w-]{50,}"
    r")"
)
"""Keys that well-known services issue, and JSON web tokens, recognised by how they begin.

All have `LEAST_LENGTH`. None may begin within the match of another: the time would grow with the square of
the length of a line.
"""
_BY_ITS_PLACE = (_IN_ADDRESS, _BEARER, _BASIC, _HEADER, _COOKIE, _PEM, _ISSUED)


def is_sensitive(name: str) -> bool:
    """Check whether a name marks its value as a secret."""
    return _SENSITIVE.search(_HUMP.sub("_", name)) is not None


def is_number(name: str, digits: int) -> bool:
    """Check whether a number with so many digits is a secret because of its name."""
    inner = name.rpartition(":")[2]  # a module about secrets has other numbers, too
    return digits >= LEAST_DIGITS and is_sensitive(inner) and not _COUNTING.search(_HUMP.sub("_", inner))


def is_secret(name: str, text: str) -> bool:
    """Check whether a text, which may be a number, is a secret because of its name."""
    return is_number(name, len(text)) if text.isdecimal() else is_sensitive(name)


def stand_in(number: int) -> int:
    """Create a number to replace a secret one, with as many digits."""
    ones = int("1" * len(str(abs(number))))
    return ones if number >= 0 else -ones


def is_key(text: str, name: str = "") -> bool:
    """Check whether a text looks like a key: long, without spaces, with letters and digits, random.

    An address or a path looks like a key if a part of it does. A text whose name calls it a key may be
    shorter.
    """
    if "://" in text or text.startswith(PATHS):
        return any(is_key(part) for part in _BETWEEN_PARTS.split(text) if part != text)
    if _is_of_keys(name) and _is_named_key(text):
        return True
    if len(text) < LEAST_LENGTH or _KEY.fullmatch(text) is None or _WORDS.fullmatch(text):
        return False
    has_both = any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    return has_both and _entropy(text) >= LEAST_BITS


def is_raw_key(data: bytes, name: str) -> bool:
    """Check whether bytes whose name calls them a key look like one: they are not text."""
    if len(data) < LEAST_NAMED or not _is_of_keys(name):
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def placed_in(text: str) -> list[str]:
    """Find secrets in a text by their place or form: `user:PASSWORD@host`, after `Bearer`, `AKIA…`."""
    return [found[2] for found in _placed(text)]


def without_placed(text: str) -> str:
    """Redact the parts of a text that are secret by their place or form."""
    if len(text) >= LEAST_LENGTH or "@" in text or " " in text:  # most texts are short words, and many
        for pattern in _BY_ITS_PLACE:
            text = pattern.sub(_redacted, text)
    return text


def _placed(text: str) -> Iterator[re.Match[str]]:
    for pattern in _BY_ITS_PLACE:
        yield from (found for found in pattern.finditer(text) if _is_secret(found))


def _redacted(found: re.Match[str]) -> str:
    return f"{found[1]}{REDACTED}" if _is_secret(found) else found[0]


def _is_secret(found: re.Match[str]) -> bool:
    """Check whether a match is a secret: after `Basic`, only a name and a password in base64."""
    if found.re is not _BASIC:
        return found[2] != REDACTED
    try:
        decoded = base64.b64decode(found[2] + "=" * (-len(found[2]) % 4))
    except ValueError:
        return False
    return b":" in decoded and decoded.isascii()


def _is_of_keys(name: str) -> bool:
    return _OF_KEYS.search(_HUMP.sub("_", name)) is not None


def _is_named_key(text: str) -> bool:
    is_long = len(text) >= LEAST_NAMED and _NAMED_KEY.fullmatch(text) is not None
    return is_long and len(_CHANGE.findall(text)) >= LEAST_CHANGES


def _entropy(text: str) -> float:
    """Compute Shannon's entropy in bits per character."""
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares)
