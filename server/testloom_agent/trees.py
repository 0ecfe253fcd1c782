"""Syntax trees of the project's sources, without Python's warnings about them: the author has seen these."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeGuard

KEPT, PARTS = "_nodes", "_parts"
"""The attributes of a node in which the list of the nodes within it is kept, and that of its parts."""


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


def nodes_of(node: ast.AST) -> Sequence[ast.AST]:
    """List a node and all nodes within it, in the order of `ast.walk`; the tree must not change any more.

    The list is kept with the node: a description goes through each function dozens of times, and this takes
    most of its time otherwise.
    """
    kept: list[ast.AST] | None = vars(node).get(KEPT)
    if kept is None:
        kept = [node]
        for inner in kept:  # those that are appended meanwhile, too
            kept += children_of(inner)
        setattr(node, KEPT, kept)
    return kept


def parts_of(node: ast.AST) -> Sequence[ast.AST]:
    """List the nodes directly within a node that have any parts themselves, unlike `ast.Load` or `ast.Add`.

    The list is kept with the node as that of `nodes_of` is.
    """
    kept: list[ast.AST] | None = vars(node).get(PARTS)
    if kept is None:
        kept = [child for child in children_of(node) if child._fields]
        setattr(node, PARTS, kept)
    return kept


def children_of(node: ast.AST) -> list[ast.AST]:
    """List the nodes directly within a node, as `ast.iter_child_nodes` does, in half the time."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
    return found


def is_name(node: ast.AST, *names: str) -> TypeGuard[ast.Name]:
    """Check whether a node is one of some names."""
    return isinstance(node, ast.Name) and node.id in names


def is_none(node: ast.AST) -> bool:
    """Check whether a node is a literal None."""
    return isinstance(node, ast.Constant) and node.value is None


def is_bare_constant(statement: ast.stmt) -> bool:
    """Check whether a statement is a docstring, or the `...` of an unimplemented body."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
