"""Syntax trees of texts that users are typing."""

from __future__ import annotations

import ast
import warnings


def parsed(text: str | bytes) -> ast.Module | None:
    """The tree of a text, without what Python warns of; None if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
