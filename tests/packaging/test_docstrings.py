"""Docstrings of public functions begin with a verb."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server"
NO_VERBS = """
a after all an as at before both by each every for from how if in it its more most names no nobody none
nothing of on once one only other others same so some tests that the their there these they this those to
two until up what when where whether which while who whose why with without
"""
ATTRIBUTES = ("property", "cached_property", "overload")
"""Decorators of what is documented like an attribute, or elsewhere."""


def public_functions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The public functions and methods of a module or class that have a docstring, by qualified name."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node)
            if text and not any(ast.unparse(mark) in ATTRIBUTES for mark in node.decorator_list):
                yield prefix + node.name, text


def test_docstrings_of_public_functions_begin_with_a_verb() -> None:
    no_verbs = frozenset(NO_VERBS.split())
    found = [
        f"{path.relative_to(SERVER)} {name}: {text.splitlines()[0]}"
        for path in sorted(SERVER.rglob("*.py"))
        for name, text in public_functions(ast.parse(path.read_bytes()).body)
        if text.split()[0].strip(".,:;`").lower() in no_verbs
    ]

    assert not found, "\n".join(found)
