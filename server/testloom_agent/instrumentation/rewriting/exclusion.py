"""Lines that coverage.py excludes by default."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testloom_agent.instrumentation.rewriting.places import first_line

_EXCLUDED = re.compile(
    r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)"
    r"|^\s*(((async )?def .*?)?[\])]+(\s*->.*?)?:\s*)?\.\.\.\s*(#|$)"
    r"|^\s*if (typing\.)?TYPE_CHECKING:"
)
_PARTIAL = re.compile(r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(branch|BRANCH)")


def excluded_lines(tree: ast.Module, lines: list[str]) -> frozenset[int]:
    """Lines that match coverage.py's default exclusions, and the suites that such lines open."""
    matching = {
        number
        for number, line in enumerate(lines, 1)
        if _EXCLUDED.search(line) and not line.lstrip().startswith("#")
    }
    if not matching:
        return frozenset()
    excluded = set(matching)
    for node in ast.walk(tree):
        for header, body in _suites(node):
            if not matching.isdisjoint(header):
                excluded.update(header, body)
        if isinstance(node, ast.stmt) and not hasattr(node, "body") and not hasattr(node, "cases"):
            whole = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if not matching.isdisjoint(whole):
                excluded.update(whole)
    return frozenset(excluded)


def partial_lines(lines: list[str]) -> frozenset[int]:
    """Lines with a branch of which one outcome need not be reached."""
    return frozenset(number for number, line in enumerate(lines, 1) if _PARTIAL.search(line))


def _suites(node: ast.AST) -> Iterator[tuple[range, range]]:
    """Yield the lines of each header below a node, with those of the suite that it opens."""
    if isinstance(node, ast.match_case):
        yield range(node.pattern.lineno, node.body[0].lineno), _extent(node.body)
        return
    if not isinstance(node, (ast.stmt, ast.excepthandler)):
        return
    body: list[ast.stmt] = getattr(node, "body", [])
    start = first_line(node) if isinstance(node, ast.stmt) else node.lineno
    end = start
    if body:
        yield range(start, max(start + 1, first_line(body[0]))), _extent(body)
        end = _last(body[-1])
    for handler in getattr(node, "handlers", []):
        end = handler.end_lineno or end
    for name in ("orelse", "finalbody"):
        suite: list[ast.stmt] = getattr(node, name, [])
        if suite:
            is_elif = name == "orelse" and isinstance(node, ast.If) and isinstance(suite[0], ast.If)
            if not is_elif:
                yield range(end + 1, first_line(suite[0])), _extent(suite)
            end = _last(suite[-1])


def _extent(body: list[ast.stmt]) -> range:
    return range(first_line(body[0]), _last(body[-1]) + 1)


def _last(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno
