"""The form of the texts that the validator of a column accepts.

Nothing declares it, and branches of the validator say little where it is in another module. It is found
by trying short texts, made of what the validator itself mentions, such as a dash. As a validator may do
more than check, it is called in a separate process, which leaves no trace of that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, product
from types import FunctionType
from typing import Any, NamedTuple

from testloom_agent.kinds import is_a, is_function
from testloom_agent.platform.processes import apart

SECONDS = 0.5
"""What it may take to find the form for one column."""
MOST = 4_000
"""So many forms are tried."""
LONGEST_PART = 8
"""Constants of a validator up to this length may be parts of a text; longer ones are mostly messages."""
LENGTHS = (1, 2, 3, 4, 5, 8)
_MATCHING = frozenset({"match", "fullmatch", "search", "compile"})


class Form(NamedTuple):
    """A pattern, and two texts of its form that have nothing else in common."""

    pattern: str
    one: str
    other: str

    def then(self, more: Form) -> Form:
        """Return the form of a text followed by another."""
        return Form(self.pattern + more.pattern, self.one + more.one, self.other + more.other)


PLAIN = Form("[a-z]", "a", "x")
KINDS = (PLAIN, Form("[A-Z]", "A", "X"), Form("[1-9]", "1", "7"))
COMMON = (
    Form(r"[a-z]@example\.com", "a@example.com", "x@example.com"),
    Form(r"https://example\.com/[a-z]", "https://example.com/a", "https://example.com/x"),
    Form("2024-01-1[1-9]", "2024-01-11", "2024-01-17"),
    Form(r"\+49301[1-9]{6}", "+49301111111", "+49301777777"),
)


def form_of(
    check: Callable[[str], Any], function: Any, longest: int | None, fork: Callable[[], int]
) -> str | None:
    """Find the pattern of texts that a check lets pass; None if it lets any text pass, or none of these.

    The function is the one that makes the check.
    """
    if not is_function(function):
        return None
    found = apart(lambda: _passing(check, function, longest).encode(), fork, SECONDS)
    return found.decode() if found else None


def _passing(check: Callable[[str], Any], function: FunctionType, longest: int | None) -> str:
    """Find the pattern by trying; empty if there is none."""
    if _passes(check, PLAIN):
        return ""
    for form in islice(_forms(function), MOST):
        if (longest is None or len(form.one) <= longest) and _passes(check, form):
            return f"^{form.pattern}$"
    return next(_patterns(function), "")


def _passes(check: Callable[[str], Any], form: Form) -> bool:
    try:
        check(form.one)
        check(form.other)
    except Exception:  # whatever it raises, it does not accept the text
        return False
    return True


def _forms(function: FunctionType) -> Iterator[Form]:
    """Forms of texts, shorter ones first as far as possible."""
    pieces = [_repeated(kind, length) for length in LENGTHS for kind in KINDS]
    parts = [Form(re.escape(text), text, text) for text in _parts(function)]
    yield from pieces
    yield from COMMON
    for part, piece in product(parts, pieces):
        yield part.then(piece)
        yield piece.then(part)
    pairs = sorted(product(pieces, pieces), key=lambda pair: len(pair[0].one) + len(pair[1].one))
    for part, (before, behind) in product(parts, pairs):
        yield before.then(part).then(behind)


def _repeated(kind: Form, length: int) -> Form:
    pattern = kind.pattern if length == 1 else f"{kind.pattern}{{{length}}}"
    return Form(pattern, kind.one * length, kind.other * length)


def _parts(function: FunctionType) -> list[str]:
    """The short constants of a function that may be parts of a text."""
    found = dict.fromkeys(_texts(function.__code__.co_consts))
    return [text for text in found if text and len(text) <= LONGEST_PART and text.isprintable()]


def _texts(constants: Any) -> Iterator[str]:
    for constant in constants:
        if is_a(constant, str):
            yield constant
        elif is_a(constant, tuple, frozenset):
            yield from sorted(filter(lambda part: is_a(part, str), constant))


def _patterns(function: FunctionType) -> Iterator[str]:
    """The regular expressions that a function mentions."""
    names = function.__code__.co_names
    for value in map(function.__globals__.get, names):
        if is_a(value, re.Pattern) and is_a(value.pattern, str):
            yield value.pattern
    if _MATCHING & {*names}:
        texts = (text for text in _texts(function.__code__.co_consts) if text != function.__doc__)
        yield from (text for text in texts if "[" in text or "\\" in text)
