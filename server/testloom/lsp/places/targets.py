"""The target at a cursor: the class, method or function that encloses its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import first_line, parsed

_DEFINITION = re.compile(r"[ \t]*(?:(?P<class>class)|(?:async[ \t]+)?def)[ \t]+(?P<name>\w+)")
_MADE_BY = frozenset({"__init__", "__new__", "__post_init__"})

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def qualname_at(text: str, line: int) -> str | None:
    """Find the dotted name of the definition around `line` (from 0); None if there is none.

    A function in a function belongs to the outer one, a constructor to its class: neither can be called by
    itself. Text that does not parse is read by its indentation.
    """
    tree = parsed(text)
    if tree is None:
        names = _names_by_indentation(split_lines(text), line)
    else:
        names = _names_in_tree(tree.body, line + 1)
    if len(names) > 1 and names[-1] in _MADE_BY:
        names.pop()
    return ".".join(names) or None


def _names_in_tree(body: Iterable[ast.stmt], line: int) -> list[str]:
    for node in definitions(body):
        if first_line(node) <= line <= (node.end_lineno or node.lineno):
            inner = _names_in_tree(node.body, line) if isinstance(node, ast.ClassDef) else []
            return [node.name, *inner]
    return []


def definitions(body: Iterable[ast.AST]) -> Iterator[Definition]:
    """Yield the definitions among statements, including those under an `if` or a `try`."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from definitions(ast.iter_child_nodes(node))


def _names_by_indentation(lines: list[str], line: int) -> list[str]:
    """Find the enclosing definitions, innermost last, by walking upwards from the line.

    A definition encloses the line if it is indented less than everything between them.
    """
    enclosing: list[re.Match[str]] = []
    limit = _indentation(lines, line)
    for index in range(min(line, len(lines) - 1), -1, -1):
        text = lines[index]
        match = _DEFINITION.match(text)
        if match and (index == line or _width(text) < limit):
            enclosing.insert(0, match)
        if text.strip() and text.lstrip()[0] not in "#)]}":
            limit = min(limit, _width(text))
    functions = [index for index, match in enumerate(enclosing) if not match["class"]]
    return [match["name"] for match in (enclosing[: functions[0] + 1] if functions else enclosing)]


def _indentation(lines: list[str], line: int) -> int:
    """Return the indentation of a line, or that of the next line that is not blank."""
    return next((_width(text) for text in lines[line:] if text.strip()), 0)


def _width(text: str) -> int:
    expanded = text.expandtabs(8)
    return len(expanded) - len(expanded.lstrip(" "))
