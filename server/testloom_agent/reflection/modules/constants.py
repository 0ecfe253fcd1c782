"""Literals in the source of the subject, with which the search starts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import filterfalse
from typing import Any

from testloom_agent.reflection.identities import encode_scalar
from testloom_agent.trees import nodes_of, tree_of

_LONGEST = 200
_MOST = 2_000
_KINDS = (int, float, complex, str, bytes)
_OF_TYPING = frozenset({"TypeVar", "TypeVarTuple", "ParamSpec", "NewType"})
"""Functions that make forms of typing, whose names are not values."""
_REPORTING = frozenset(
    {"critical", "debug", "deprecated", "error", "exception", "info", "log", "print", "warn", "warning"}
)
"""Functions that tell people something: code produces their strings, and does nothing in response to them."""
_EXPLAINING = frozenset({"description", "doc", "epilog", "help", "help_text", "usage", "verbose_name"})
"""Keywords of strings that explain something to people."""


def constants_of(tree: ast.AST) -> list[Any]:
    """Distinct numbers and strings in source order.

    Docstrings and annotations are left out, and what code says rather than reads: messages of exceptions and
    logs, templates of texts.
    """
    collector = _Collector()
    collector.visit(tree)
    values = [value for _, value in list(collector.found)[:_MOST]]
    looked_up = _looked_up(tree, [*values, *collector.templates])
    return [encode_scalar(value) for value in [*values, *looked_up]]


def _looked_up(tree: ast.AST, values: Iterable[Any]) -> Iterator[str]:
    """Yield the ends of the names of functions that are looked up by a prefix, as in `"visit_" + kind`."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    names = [node.name for node in nodes_of(tree) if isinstance(node, functions)]
    for value in values:
        beginning = re.split("%s|{", value)[0] if isinstance(value, str) else ""
        found = [name[len(beginning) :] for name in names if name.startswith(beginning)]
        if beginning.isidentifier() and beginning.endswith("_") and len(found) > 1:
            yield from filter(None, found)


def examples_of(tree: ast.Module) -> list[Any]:
    """Distinct numbers and strings in the doctests of all docstrings."""
    collector = _Collector()
    for node in nodes_of(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for line in (ast.get_docstring(node) or "").splitlines():
                _collect_example(line.strip(), collector)
    return [encode_scalar(value) for _, value in list(collector.found)[:_MOST]]


def _collect_example(line: str, collector: _Collector) -> None:
    if not line.startswith(">>> "):
        return
    try:
        collector.visit(tree_of(line[4:]))
    except (SyntaxError, ValueError):  # prose, or the first line of several
        return


def imports_of(tree: ast.Module) -> list[str]:
    """List the modules that the subject imports, by their absolute names."""
    names: dict[str, None] = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names[node.module] = None
    return list(names)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


class _Collector(ast.NodeVisitor):
    def __init__(self) -> None:
        self.found: dict[tuple[str, Any], None] = {}
        self.templates: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> None:
        self._add(node.value)

    def _add(self, value: Any) -> None:
        if type(value) not in _KINDS or (isinstance(value, (str, bytes)) and len(value) > _LONGEST):
            return
        if isinstance(value, int) and value.bit_length() > 1024:
            return
        self.found.setdefault((type(value).__name__, value))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        operand = node.operand
        value = operand.value if isinstance(operand, ast.Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(value, (int, float, complex)):
            self._add(-value)
        else:
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # docstrings
            self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> None:
        """A parameter holds nothing but its annotation."""

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", None)
        if name in _OF_TYPING:
            return
        if name == "format" and isinstance(called, ast.Attribute) and self._is_template(called.value):
            self._visit_all([*node.args, *node.keywords])
        elif name in _REPORTING:
            self._visit_all([called, *filterfalse(_is_text, node.args), *node.keywords])
        else:
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if not (node.arg in _EXPLAINING and _is_text(node.value)):
            self.visit(node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Mod) and self._is_template(node.left):
            self.visit(node.right)
        else:
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """An exception holds its message, and what was found wrong."""

    def _is_template(self, node: ast.expr) -> bool:
        """Check whether a string is a template, and note it if so."""
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            return False
        self.templates.append(node.value)
        return True

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in [*node.decorator_list, node.args, *node.body]:
            self.visit(part)
