"""Findings as tests that fail because of them."""

from __future__ import annotations

import ast
import re

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of

_IMPORT = re.compile(r"import pytest\n+(?=import |from |\n)|import pytest\n\n+")


def as_failing(complete: str, *, expected: bool) -> str | None:
    """Rewrite a test that expects an exception so that it fails; None if it is no such test.

    With `expected`, the test is marked as one that fails; otherwise it just fails.
    """
    tree = tree_of(complete)
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    raising = next((node for test in tests for node in test.body if isinstance(node, ast.With)), None)
    error = None if raising is None else _expected_error(raising)
    if raising is None or error is None:
        return None
    lines = split_lines(complete)
    first, last = raising.body[0].lineno - 1, raising.body[-1].end_lineno
    indent = raising.body[0].col_offset - raising.col_offset
    lines[raising.lineno - 1 : last] = [line[indent:] for line in lines[first:last]]
    text = "".join(lines)
    if expected:
        return _marked(text, f"raises={error}, ")
    return text if text.count("pytest") > 1 else _IMPORT.sub("", text, count=1)


def as_contradicted(complete: str, *, expected: bool) -> str:
    """Return the file with a test of documented behaviour that the code contradicts.

    With `expected`, the test is marked as one that fails.
    """
    return _marked(complete) if expected else complete


def _marked(complete: str, reason: str = "") -> str:
    """The file with its test marked as a strict expected failure: it fails once the code is fixed."""
    tree = tree_of(complete)
    lines = split_lines(complete)
    test = next(node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lines.insert(test.lineno - 1, f"@pytest.mark.xfail({reason}strict=True)\n")
    if not any(isinstance(node, ast.Import) and node.names[0].name == "pytest" for node in tree.body):
        has_docstring = ast.get_docstring(tree) is not None
        first = tree.body[1 if has_docstring else 0]
        lines.insert(first.lineno - 1, "import pytest\n\n")
    return "".join(lines)


def _expected_error(node: ast.With) -> str | None:
    """The exception that a `with pytest.raises(…)` expects; None for any other `with`."""
    match node.items:
        case [ast.withitem(context_expr=ast.Call(func=called, args=[error, *_]), optional_vars=None)]:
            return ast.unparse(error) if ast.unparse(called) == "pytest.raises" else None
    return None
