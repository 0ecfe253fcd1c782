"""What must not be written down: values under telling names, and texts that look like keys."""

from __future__ import annotations

import math
import re
from collections import Counter

REDACTED = "redacted"
LEAST_LENGTH = 20
LEAST_BITS = 3.5
"""Of entropy a character: English prose and paths with few words lie below, random keys above."""
_TELLING = re.compile(
    r"passw|passphrase|pwd|secret|token|api_?key|private_?key|access_?key|authorization|credential|cookies?(?![a-z])|session_?id",
    re.IGNORECASE,
)
_KEY = re.compile(r"[A-Za-z0-9+/=_\-.:~]+")


def is_telling(name: str) -> bool:
    """Whether what goes by this name is a secret."""
    return _TELLING.search(name) is not None


def is_key(text: str) -> bool:
    """Whether a text looks like a key: long, without spaces, digits among letters, and as good as random."""
    if len(text) < LEAST_LENGTH or _KEY.fullmatch(text) is None:
        return False
    has_both = any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    return has_both and _entropy(text) >= LEAST_BITS


def _entropy(text: str) -> float:
    """Shannon's entropy in bits a character."""
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares)
