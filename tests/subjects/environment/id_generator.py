"""Identifiers, in order or by chance."""

import itertools
import uuid

_numbers = itertools.count(1)


def next_id(kind: str) -> str:
    if kind == "random":
        return f"id-{uuid.uuid4()}"
    if kind == "short":
        token = uuid.uuid4().hex[:8]
        return token.upper() if token[0].isalpha() else token
    if not kind:
        raise ValueError("which kind?")
    return f"{kind}-{next(_numbers)}"
