"""More rows for a table of tests that a file has already."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import functions_of


def missing_rows(old: str, new: str) -> dict[str, str]:
    """The rows, by their ids, that `new` has and `old` lacks; none if they differ in more than rows."""
    before, after = _table(old), _table(new)
    if before is None or after is None or _frame(old) != _frame(new):
        return {}
    known = dict(_rows(before, old))
    return {name: text for name, text in _rows(after, new) if name not in known}


def with_rows(old: str, rows: dict[str, str]) -> str:
    """The function with more rows at the end of its table; how it is laid out is left to a formatter."""
    table = _table(old)
    assert table is not None
    last = table.elts[-1]
    lines = split_lines(old)
    line, column = (last.end_lineno or 1) - 1, last.end_col_offset or 0
    text = lines[line].encode()
    added = "".join(f", {row}" for row in rows.values()).encode()
    lines[line] = (text[:column] + added + text[column:]).decode()
    return "".join(lines)


def _table(source: str) -> ast.List | None:
    """The list of `pytest.param` with ids in the decorator that parametrizes a function."""
    for decorator in next(functions_of(tree_of(source))).decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[_, ast.List(elts=[_, *_]) as table]):
                return table if all(_id_of(row) is not None for row in table.elts) else None
    return None


def _rows(table: ast.List, source: str) -> Iterator[tuple[str, str]]:
    for row in table.elts:
        yield _id_of(row) or "", ast.get_source_segment(source, row) or ""


def _id_of(row: ast.expr) -> str | None:
    match row:
        case ast.Call(func=ast.Attribute(attr="param"), keywords=[ast.keyword(arg="id", value=value)]):
            return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
    return None


def _frame(source: str) -> str:
    """The function without its name and the rows of its table."""
    function = next(functions_of(tree_of(source)))
    function.name = ""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and len(decorator.args) == 2:
            decorator.args[1] = ast.List([])
    return ast.dump(function)
