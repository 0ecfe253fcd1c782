"""How code takes strings apart: steps to the pieces, and what it checks about a string or a piece.

`<by:','>` is the step to the pieces between commas, which are then read as items: `<by:','>[]`,
`<by:','>[0]`. `<words>` are the pieces between spaces, `<at:'='>` the three of a string that is divided once.
`startswith:'#'`, `endswith:'.py'` and `<like>:PATTERN` are checks of a string.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_a

WORDS = "<words>"
"""The step to the pieces of a string between spaces."""
LIKE = "<like>:"
LONGEST_PATTERN = 1_000
LINES = "\n"
_SPLITTING = ("split", "rsplit")
_PARTING = ("partition", "rpartition")
_AFFIXES = {
    "startswith": "startswith",
    "endswith": "endswith",
    "removeprefix": "startswith",
    "removesuffix": "endswith",
}
_MATCHING = ("match", "fullmatch", "search")
TRIMMING = frozenset(
    {"casefold", "lower", "lstrip", "removeprefix", "removesuffix", "rstrip", "strip", "upper"}
)
"""Methods that return a string with the same meaning."""
DIVIDING = frozenset({*_SPLITTING, *_PARTING, "splitlines"})
PIECE = re.compile(r"<(?:by:|at:|words>)|(?:startswith|endswith|<like>):")
Constant = Callable[[ast.AST], Any]
"""Returns the plain value of an expression, or of the constant that it names."""


def dividing_step(call: ast.Call, constant: Constant) -> str | None:
    """Write the step from a string to its pieces; None where it is not known how they are separated."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in TRIMMING:
        return ""
    if name not in (*_SPLITTING, *_PARTING):
        return f"<by:{LINES!r}>"
    mark = constant(call.args[0]) if call.args else " "
    if not isinstance(mark, str) or not mark:
        return None
    if mark == " ":
        return WORDS
    return f"<by:{mark!r}>" if name in _SPLITTING else f"<at:{mark!r}>"


def asked_of_text(
    call: ast.Call, constant: Constant, namespace: Mapping[str, Any]
) -> Iterator[tuple[ast.expr, str]]:
    """Yield what a call checks about strings, each with the expression that stands for the string."""
    match call:
        case ast.Call(func=ast.Attribute(value=text, attr=name), args=[affix, *_]) if name in _AFFIXES:
            parts = affix.elts if isinstance(affix, ast.Tuple) else [affix]
            for known in map(constant, parts):
                if isinstance(known, str) and known:
                    yield text, f"{_AFFIXES[name]}:{known!r}"
        case ast.Call(func=ast.Attribute(value=text, attr=name)) if name in DIVIDING:
            if step := dividing_step(call, constant):
                yield text, step
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[pattern, text, *_]):
            if name in _MATCHING and isinstance(known := constant(pattern), str):
                yield from _like(text, known)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr=name), args=[text, *_]):
            if name in _MATCHING and is_a(compiled := namespace.get(held), re.Pattern):
                yield from _like(text, compiled.pattern)


def _like(text: ast.expr, pattern: object) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(pattern, str) and len(pattern) <= LONGEST_PATTERN:
        yield text, f"{LIKE}{pattern}"


def asked_of_beginning(left: ast.expr, right: ast.expr, constant: Constant) -> Iterator[tuple[ast.expr, str]]:
    """Yield the prefix that a comparison requires of a string, with the expression for the string."""
    match left:
        case ast.Subscript(value=text, slice=ast.Constant(value=0)):
            length = 1
        case ast.Subscript(
            value=text, slice=ast.Slice(lower=None, upper=ast.Constant(value=int() as length))
        ):
            pass
        case _:
            return
    known = constant(right)
    if isinstance(known, str) and len(known) == length:
        yield text, f"startswith:{known!r}"


def counted(left: ast.expr, right: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """Yield the number of pieces that a comparison with `len` requires, with their expression."""
    match left, right:
        case ast.Call(func=ast.Name(id="len"), args=[pieces]), ast.Constant(value=int() as number):
            if number > 1:
                yield pieces, f"=:{number}"
