"""What `pytest.mark.parametrize` passes to a test: an expression for each parameter, row by row."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TypeAlias

from testloom.generation.handwritten.bodies import last_name

MOST_ROWS = 20
Row: TypeAlias = Mapping[str, ast.expr | None]
"""The value of each parameter; None if the test file does not say it."""


def rows_of(decorators: Sequence[ast.expr], module: ast.Module) -> list[Row]:
    """The first rows of all tables together; one that is empty if there is none."""
    tables = [list(_table(decorator, module)) for decorator in decorators if _is_table(decorator)]
    combined = islice(product(*tables), MOST_ROWS)
    return [{name: value for part in parts for name, value in part.items()} for parts in combined]


def _is_table(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and last_name(decorator.func) == "parametrize"


def _table(decorator: ast.expr, module: ast.Module) -> Iterator[Row]:
    assert isinstance(decorator, ast.Call)
    told = {keyword.arg: keyword.value for keyword in decorator.keywords}
    names_node, values_node, *_ = [*decorator.args, told.get("argnames"), told.get("argvalues"), None][:3]
    if len(decorator.args) == 1:
        values_node = told.get("argvalues")
    names = _names(names_node)
    values = _named(values_node, module)
    if not isinstance(values, ast.List | ast.Tuple):
        yield dict.fromkeys(names)
        return
    for value in values.elts:
        yield _row(names, value)


def _names(node: ast.expr | None) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [name.strip() for name in text.split(",") if name.strip()]
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [
                item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)
            ]
    return []


def _row(names: Sequence[str], value: ast.expr) -> Row:
    if isinstance(value, ast.Call) and last_name(value.func) == "param":
        parts: list[ast.expr] = value.args
    elif len(names) == 1:
        parts = [value]
    else:
        parts = value.elts if isinstance(value, ast.Tuple | ast.List) else []
    if len(parts) != len(names):
        return dict.fromkeys(names)
    return dict(zip(names, parts, strict=True))


def _named(node: ast.expr | None, module: ast.Module) -> ast.expr | None:
    """What stands in the table, or at the top of the module under the name that stands there."""
    if not isinstance(node, ast.Name):
        return node
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == node.id:
                return value
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if name == node.id:
                return value
    return None
