"""Lines of statements as coverage.py counts them, and the statements before the first real one."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def first_line(statement: ast.stmt) -> int:
    """Return the line at which a statement starts: that of its first decorator, if it has one."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def statement_lines(statement: ast.stmt) -> list[int]:
    """List the lines that count for a statement: its own, and those of its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return [*(decorator.lineno for decorator in decorators), statement.lineno]


def header(statement: ast.stmt) -> ast.stmt:
    """Create a position for code inserted before a statement: the start of its first line."""
    line, column = first_line(statement), statement.col_offset
    return ast.Pass(lineno=line, col_offset=column, end_lineno=line, end_col_offset=column)


def prologue(body: Sequence[ast.stmt]) -> int:
    """Count the statements that must stay first: a docstring and imports from `__future__`."""
    count = 1 if body and is_text(body[0]) else 0
    while count < len(body):
        statement = body[count]
        if not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__"):
            break
        count += 1
    return count


def is_text(statement: ast.stmt) -> bool:
    """Check whether a statement is only a string, such as a docstring."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
        return False
    return isinstance(statement.value.value, str)
