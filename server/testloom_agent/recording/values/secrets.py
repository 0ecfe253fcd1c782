"""What must not be written down: values under telling names, and texts that look like keys."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

REDACTED = "redacted"
LEAST_KNOWN = 4
"""Characters of a text that is looked for in others: shorter ones are in many."""
MOST_KNOWN = 200
LEAST_LENGTH = 20
LEAST_BITS = 3.5
"""Of entropy a character: English prose and paths with few words lie below, random keys above."""
_TELLING = re.compile(
    r"passw|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key|authorization|credential|cookies?(?![a-z])|session[_-]?id",
    re.IGNORECASE,
)
PATHS = ("/", "./", "../", "~/")
_BETWEEN_PARTS = re.compile(r"[/?&=#@,;:]+")
_KEY = re.compile(r"[A-Za-z0-9+/=_\-.:~]+")


class Secrets:
    """The texts that went by telling names so far: they are hidden elsewhere, too, also within others."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def hides(self, name: str, text: str) -> bool:
        """Whether a text that goes by a name must not be written down."""
        if not text:
            return False
        if is_telling(name):
            if len(text) >= LEAST_KNOWN and len(self._known) < MOST_KNOWN:
                self._known.add(text)
            return True
        return is_key(text) or any(secret in text for secret in tuple(self._known))

    def without(self, text: str) -> str:
        """A text without those that are known."""
        for secret in tuple(self._known):
            text = text.replace(secret, REDACTED)
        return text


def without_secrets(arguments: Sequence[str]) -> list[str]:
    """The arguments of a program without the values of telling options, and without keys."""
    shown: list[str] = []
    for place, argument in enumerate(arguments):
        option, separator, value = argument.partition("=")
        before = arguments[place - 1] if place else ""
        if before.startswith("-") and "=" not in before and is_telling(before):
            shown.append(REDACTED)
        elif separator and (is_telling(option) or is_key(value)):
            shown.append(f"{option}={REDACTED}")
        else:
            shown.append(REDACTED if is_key(argument) else argument)
    return shown


def is_telling(name: str) -> bool:
    """Whether what goes by this name is a secret."""
    return _TELLING.search(name) is not None


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


def _entropy(text: str) -> float:
    """Shannon's entropy in bits a character."""
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares)
