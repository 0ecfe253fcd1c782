"""Conditions whose outcome depends only on the interpreter and the machine, whatever a test does."""

from __future__ import annotations

import ast
import os
import platform
import re
import sys
from collections.abc import Mapping
from typing import Any

from testloom_agent.trees import nodes_of

_MODULES: Mapping[str, Any] = {"sys": sys, "os": os, "platform": platform}
_FACT_NAMES = """
    version_info version platform byteorder maxsize hexversion implementation name system machine major minor
    micro python_implementation python_version python_version_tuple startswith lower
"""
_FACTS = frozenset(_FACT_NAMES.split())
_CONSTANT = re.compile(
    r"_*(?:IS_?)?(?:PY_?\d\w*|WIN(?:DOWS)?|LINUX|MAC(?:OS)?|DARWIN|POSIX|PYPY|CPYTHON)", re.IGNORECASE
)
_SETTABLE = re.compile(r"\bsys\.platform\b|\bplatform\.(?:system|machine)\(\)")
_SETTLED = re.compile(r"\b(?:sys|os|platform)\.")
_FORMS = (
    ast.Expression,
    ast.expr_context,
    ast.Compare,
    ast.cmpop,
    ast.BoolOp,
    ast.boolop,
    ast.UnaryOp,
    ast.unaryop,
    ast.Constant,
    ast.Tuple,
    ast.Subscript,
    ast.Slice,
    ast.Attribute,
    ast.Name,
    ast.Call,
)


def fixed_outcome(text: str, namespace: Mapping[str, Any]) -> bool | None:
    """Evaluate a condition that depends on nothing but the platform; None for any other condition.

    `namespace` is that of the module, in which a constant such as `PY2` or `pycompat.PY2` has its value.
    """
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return None
    if not all(isinstance(node, _FORMS) for node in nodes_of(tree)):
        return None
    if _is_constant(tree.body) or (isinstance(tree.body, ast.UnaryOp) and _is_constant(tree.body.operand)):
        return _evaluated(tree, namespace, bool)
    return _evaluated(tree, {**_MODULES, "__builtins__": {}}, object) if _asks_platform(tree) else None


def can_be_set(text: str) -> bool:
    """Check whether a condition depends on the platform only in ways that a test can replace."""
    return bool(_SETTABLE.search(text)) and not _SETTLED.search(_SETTABLE.sub("", text))


def _is_constant(node: ast.expr) -> bool:
    """Check whether a name, or an attribute of a name, looks like a constant about the platform."""
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and bool(_CONSTANT.fullmatch(node.attr))
    return isinstance(node, ast.Name) and bool(_CONSTANT.fullmatch(node.id))


def _asks_platform(tree: ast.Expression) -> bool:
    names = [node.id for node in nodes_of(tree) if isinstance(node, ast.Name)]
    attributes = [node.attr for node in nodes_of(tree) if isinstance(node, ast.Attribute)]
    return bool(attributes) and set(names) <= _MODULES.keys() and set(attributes) <= _FACTS


def _evaluated(tree: ast.Expression, namespace: Mapping[str, Any], kind: type) -> bool | None:
    """Evaluate an expression that calls nothing of the subject; None if the result is not of this type."""
    if kind is bool and not _is_bool(tree.body, namespace):
        return None
    try:
        return bool(eval(compile(tree, "<condition>", "eval"), dict(namespace)))
    except Exception:  # a fact that this platform does not have
        return None


def _is_bool(node: ast.expr, namespace: Mapping[str, Any]) -> bool:
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        holder = namespace.get(node.value.id)
        return isinstance(getattr(holder, "__dict__", {}).get(node.attr), bool)
    return isinstance(node, ast.Name) and isinstance(namespace.get(node.id), bool)
