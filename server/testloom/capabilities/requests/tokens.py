"""Tokens that a project issues itself: a request presents one to say who sends it."""

from __future__ import annotations

from testloom.model.subject import Callable, Parameter
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

ISSUED = 0.5
"""How often a request that presents a token has one that the project has just issued."""
_ISSUING = frozenset({"build", "create", "encode", "generate", "issue", "make", "sign"})
_TOKENS = frozenset({"jwt", "token"})


class IssuedTokens(ValueProvider):
    """Provides tokens for functions that read or check them, where the project issues some."""

    name = "issued token"

    def held(self, called: Callable, parameter: Parameter, builder: Builder) -> int | None:
        """Issue a token for a parameter that is called so; often None."""
        is_token = parameter.name.rpartition("_")[2] in _TOKENS and parameter.type.name in ("any", "str")
        is_asked = is_token and called.request is None and not _issues(called)
        return issued_token(builder) if is_asked else None


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
