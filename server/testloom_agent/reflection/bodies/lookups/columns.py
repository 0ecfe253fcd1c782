"""The parameters that name columns, as in `frame[price_col]`, and the column that each stands for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from testloom_agent.reflection.bodies.lookups.standing import left_open
from testloom_agent.reflection.sources import Function

_CALLED = re.compile(
    r"(?:(?:col|column|field|feature)_(?:name_)?)?(?P<name>.*?)(?:_(?:col|column|field|feature)(?:_name)?)?"
)
"""A name for a column, and for what the column has."""
_WORDS = frozenset({"col", "column", "field", "feature", "target", "variable", "key", "group", "metric"})
"""Other names of parameters for columns."""
_TEXT = re.compile(r"['\"]?(?:str|typing\.Optional\[str\]|Optional\[str\]|Hashable)(?: *\| *None)?['\"]?")
"""The annotations of parameters that may name a column."""


def columns_named(node: Function | ast.Lambda) -> dict[str, str]:
    """Map the parameters that may name a column to the column: the default, or what their names say."""
    return _columns(_with_defaults(node.args))


def fields_named(classes: Iterable[ast.ClassDef]) -> dict[str, str]:
    """Map the fields of classes that may name a column to the column in the same way."""
    fields = (part for node in classes for part in node.body if isinstance(part, ast.AnnAssign))
    return _columns(
        (ast.arg(field.target.id, field.annotation), _text(field.value))
        for field in fields
        if isinstance(field.target, ast.Name)
    )


def _columns(given: Iterable[tuple[ast.arg, str]]) -> dict[str, str]:
    return {
        argument.arg: default or _column(argument.arg)
        for argument, default in given
        if default or _may_name(argument)
    }


def is_open(name: str, uses: Iterable[str]) -> bool:
    """Check whether uses have the string that a parameter gets in them."""
    return any(left_open(name) in use for use in uses)


def _may_name(argument: ast.arg) -> bool:
    if argument.annotation is not None:
        return _TEXT.fullmatch(ast.unparse(argument.annotation)) is not None
    return argument.arg in _WORDS or _column(argument.arg) != argument.arg


def _column(name: str) -> str:
    """What a parameter for the name of a column is called without saying that it is one."""
    found = _CALLED.fullmatch(name)
    return (found["name"] if found is not None else "") or name


def _with_defaults(arguments: ast.arguments) -> Iterator[tuple[ast.arg, str]]:
    """Yield the parameters, each with the string that it is by default; empty if it is none."""
    either = [*arguments.posonlyargs, *arguments.args]
    given: list[ast.expr | None] = [None] * (len(either) - len(arguments.defaults)) + [*arguments.defaults]
    both = zip([*either, *arguments.kwonlyargs], [*given, *arguments.kw_defaults], strict=True)
    yield from ((argument, _text(default)) for argument, default in both)


def _text(default: ast.expr | None) -> str:
    match default:
        case ast.Constant(value=str() as text) if "'" not in text:
            return text
    return ""
