"""Syntax trees and literals of foreign source, parsed without Python's warnings about it.

The author of a project's source has already seen these warnings, so Testloom does not repeat them.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress warnings inside the context."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def tree_of(text: str | bytes) -> ast.Module:
    """Parse the source of a module into its syntax tree.

    Raises:
        SyntaxError: if it is not valid Python.
        ValueError: if it holds null bytes.
        RecursionError: if it is nested too deeply; of some texts it is a MemoryError.
    """
    with quiet():
        return ast.parse(text)


def expression_of(text: str) -> ast.expr:
    """Parse an expression into its syntax tree; raises the errors of `tree_of`."""
    with quiet():
        return ast.parse(text, mode="eval").body


def condition_of(text: str) -> ast.expr:
    """Parse a condition as it stands behind `if`, where `name := value` needs no parentheses.

    Raises the errors of `tree_of`.
    """
    with quiet():
        match ast.parse(f"if {text}: pass").body:
            case [ast.If(test=condition)]:
                return condition
    raise SyntaxError("A condition is a single expression.")


def literal_of(text: str | ast.expr) -> Any:
    """Evaluate a literal or its tree; raises errors as `tree_of`, and a ValueError if it is not a literal."""
    with quiet():
        return ast.literal_eval(text)


def first_line(definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """Return the line, from 1, where a definition begins: with its first decorator."""
    return min([definition.lineno, *(decorator.lineno for decorator in definition.decorator_list)])


def parsed(text: str | bytes) -> ast.Module | None:
    """Parse a text that somebody may be typing; None if it is not valid Python."""
    try:
        return tree_of(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
