"""The distance from the subject of a `match` to a `case` pattern, for patterns that allow one."""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True)
class Pattern:
    """The requirement of a pattern: one of `values`, or, if there are none, a sequence of some length."""

    values: tuple[object, ...] = ()
    length: int = 0
    longer: bool = False


def pattern_of(node: ast.pattern) -> Pattern | None:
    """Convert a pattern to its simple form; None if it has none."""
    if isinstance(node, ast.MatchAs) and node.pattern is not None:
        return pattern_of(node.pattern)
    if isinstance(node, ast.MatchSingleton):
        return Pattern((node.value,))
    if isinstance(node, ast.MatchValue):
        return _literal(node.value)
    if isinstance(node, ast.MatchOr):
        return _alternatives(node)
    if isinstance(node, ast.MatchSequence):
        stars = sum(isinstance(part, ast.MatchStar) for part in node.patterns)
        return Pattern(length=len(node.patterns) - stars, longer=bool(stars))
    return None


def _literal(node: ast.expr) -> Pattern | None:
    try:
        return Pattern((ast.literal_eval(node),))
    except ValueError:  # a dotted name
        return None


def _alternatives(node: ast.MatchOr) -> Pattern | None:
    parts = [pattern_of(part) for part in node.patterns]
    values = [value for part in parts if part is not None for value in part.values]
    complete = all(part is not None and part.values for part in parts)
    return Pattern(tuple(values)) if complete else None


def is_irrefutable(case: ast.match_case) -> bool:
    """Check whether a `case` matches every subject."""
    if case.guard is not None:
        return False
    pattern = case.pattern
    while isinstance(pattern, (ast.MatchOr, ast.MatchAs)):
        if isinstance(pattern, ast.MatchOr):
            pattern = pattern.patterns[-1]
        elif pattern.pattern is None:
            return True
        else:
            pattern = pattern.pattern
    return False


def describe_case(case: ast.match_case) -> str:
    """Render the head of a `case` clause for people to read."""
    guard = "" if case.guard is None else f" if {ast.unparse(case.guard)}"
    text = f"case {ast.unparse(case.pattern)}{guard}"
    return " ".join(text.split())[:80]


def describe_handler(handler: ast.ExceptHandler) -> str:
    """Render the head of an `except` clause for people to read."""
    return "except" if handler.type is None else f"except {ast.unparse(handler.type)}"[:80]


def may_catch_everything(handler: ast.ExceptHandler) -> bool:
    """Check whether an `except` clause may catch an exception that is no `Exception`."""
    if handler.type is None:
        return True
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return not all(
        isinstance(part, ast.Name) and part.id != "BaseException" and part.id[:1].isupper() for part in parts
    )
