"""New rows for a table of tests that a file already has."""

from __future__ import annotations

import ast

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import functions_of
from testloom.writer.syntax.rows import rows_of


def missing_rows(old: str, new: str) -> dict[str, str]:
    """Find the rows, by their ids, that `new` has and `old` lacks; none if they differ in more than rows."""
    before, after = _table(old), _table(new)
    if not before or not after or _frame(old) != _frame(new):
        return {}
    known = {_values(row) for row in before.values()}
    return {
        name: ast.get_source_segment(new, row[1]) or ""
        for name, row in after.items()
        if name not in before and _values(row) not in known
    }


def common_rows(old: str, new: str) -> frozenset[str]:
    """Find the ids of the rows of `new` that `old` has, under any id; none if more than rows differ."""
    if _frame(old) != _frame(new):
        return frozenset()
    known = {_values(row) for row in _table(old).values()}
    return frozenset(name for name, row in _table(new).items() if _values(row) in known)


def with_rows(old: str, rows: dict[str, str]) -> str:
    """Append rows to the table of the function; its layout is left to a formatter."""
    table = _table(old)
    _, last = list(table.values())[-1]
    lines = split_lines(old)
    line, column = (last.end_lineno or 1) - 1, last.end_col_offset or 0
    text = lines[line].encode()
    added = "".join(f", {row}" for row in rows.values()).encode()
    lines[line] = (text[:column] + added + text[column:]).decode()
    return "".join(lines)


def _table(source: str) -> dict[str, tuple[list[ast.expr], ast.expr]]:
    """The rows of a function's table by id, each as its cells and as a whole; empty if some have no id."""
    for decorator in next(functions_of(tree_of(source))).decorator_list:
        if rows := {name: (cells, row) for name, cells, row in rows_of(decorator)}:
            return rows
    return {}


def _values(row: tuple[list[ast.expr], ast.expr]) -> str:
    """A dump of a row's cells and marks, without its id: equal for rows that test the same."""
    cells, whole = row
    keywords = whole.keywords if isinstance(whole, ast.Call) and whole.args == cells else []
    marks = [keyword for keyword in keywords if keyword.arg != "id"]
    return "\n".join(map(ast.dump, [*cells, *marks]))


def _frame(source: str) -> str:
    """A dump of the function without its name and the rows of its table."""
    function = next(functions_of(tree_of(source)))
    function.name = ""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and len(decorator.args) == 2:
            decorator.args[1] = ast.List([])
    return ast.dump(function)
