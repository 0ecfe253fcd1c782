"""Tokens that a project issues itself: a request presents one to say who sends it."""

from __future__ import annotations

from testloom.model.subject import Callable
from testloom.search.providers.builder import Builder

ISSUED = 0.5
"""How often a request that presents a token has one that the project has just issued."""
_ISSUING = frozenset({"build", "create", "encode", "generate", "issue", "make", "sign"})
_TOKENS = frozenset({"jwt", "token"})


def issued_token(builder: Builder) -> int | None:
    """Append a call of a function that issues tokens, at times; None if the project has none.

    No search finds a text that is signed, and handlers that issue one may be out of reach.
    """
    makers = [called for called in builder.subject.callables.values() if _issues(called)]
    if not makers or builder.rng.random() >= ISSUED:
        return None
    return builder.call_of(builder.rng.choice(makers))


def _issues(called: Callable) -> bool:
    words = {*called.name.split("_")}
    is_plain = called.kind == "function" and called.request is None and not called.is_private
    is_text = called.returns.name in ("any", "str") and not called.is_coroutine
    return is_plain and is_text and not words.isdisjoint(_ISSUING) and not words.isdisjoint(_TOKENS)
