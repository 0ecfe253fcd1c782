"""Syntax trees of the project's sources, without Python's warnings about them: the author has seen these."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet() -> Iterator[None]:
    """Show none of the warnings that arise in here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def tree_of(source: str | bytes) -> ast.Module:
    """Parse a module; raises a SyntaxError or a ValueError if this is not possible."""
    with quiet():
        return ast.parse(source)
