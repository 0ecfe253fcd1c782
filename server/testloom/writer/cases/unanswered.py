"""Tests whose doubles are asked more than they can answer are skipped: a few lines once in a file say so."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from testloom.model.statements import DoubleStatement
from testloom.writer.cases.scope import CaseScope
from testloom.writer.project.style import ProjectStyle

NAME = "skip_if_asked_more"
_HEADS = {False: f"def {NAME}(double, *known):", True: f"def {NAME}(double: object, *known: str) -> None:"}
_BODY = '''
    """Skip a test once its double is asked what nobody has told it to answer."""
    for name in set(dir(double.__class__)) - set(known):
        if not name.startswith("_") and callable(method := getattr(double, name)):
            method.side_effect = pytest.skip.Exception(f"the double has no answer to {name}()")
'''


def skipping(statement: DoubleStatement, name: str, scope: CaseScope) -> str | None:
    """The line that skips the test once the double of a class is asked more than it was; None for others."""
    if not statement.spec or not statement.names:
        return None
    scope.module("pytest")
    known = ", ".join(repr(entry) for entry in statement.names)
    return f"{NAME}({name}, {known})"


def definition(sources: Iterable[str], style: ProjectStyle) -> list[str]:
    """The function that these tests call, if one of them does."""
    if not any(f"{NAME}(" in source for source in sources):
        return []
    return [f"{_HEADS[style.type_hints]}{_BODY}"]


def called_by(function: ast.AST) -> frozenset[str]:
    """The name of the function that skips, if a test calls it."""
    nodes = ast.walk(function)
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name) and node.id == NAME)
