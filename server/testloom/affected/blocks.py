"""The parts of a Python file that change independently: its functions, and the code around them."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from testloom.model.texts.trees import tree_of
from testloom.source.modules import Function

MODULE = ""
"""The name of the part that consists of all code outside of functions, including their headers."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The parts of a Python file, with their digests and lines.

    Attributes:
        digests: of the parts, by name; equal for code that differs in layout and comments only.
            Docstrings count, since code may show them: a decorator, such as that of a command, as soon
            as the module is imported.
        names: of the functions, by the lines of their bodies. A nested function is a part of the
            function around it, and functions of the same name are one part.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    def at(self, line: int) -> str:
        """Return the name of the part that a line belongs to."""
        return self.names.get(line, MODULE)


def blocks_of(text: str, *, is_test: bool = False) -> Blocks:
    """Split a Python file, which may contain tests, into its parts.

    The head of a function is run when the module is, so it is a part of the code around. But the head of a
    test is a part of the test, since only pytest looks at it.

    Raises:
        SyntaxError: if it is not a Python file; likewise what else `tree_of` raises.
    """
    tree = tree_of(text)
    parts: dict[str, list[ast.AST]] = {}
    names: dict[int, str] = {}
    for name, owner, function in list(_functions(tree)):
        lines = range(function.body[0].lineno, (function.end_lineno or function.lineno) + 1)
        names.update(dict.fromkeys(lines, name))
        if is_test and function.name.startswith("test") and _holds_tests(owner):
            parts.setdefault(name, []).append(function)
            owner.body.remove(function)
        else:
            shown = int(bool(function.decorator_list) and ast.get_docstring(function) is not None)
            parts.setdefault(name, []).extend(function.body[shown:])
            function.body = function.body[:shown]
    return Blocks({MODULE: _digest(tree), **{name: _digest(*nodes) for name, nodes in parts.items()}}, names)


def _holds_tests(owner: ast.AST) -> TypeGuard[ast.Module | ast.ClassDef]:
    """Check for a module, or a class without bases: a new function could override an inherited test."""
    return isinstance(owner, ast.Module) or (isinstance(owner, ast.ClassDef) and not owner.bases)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST, Function]]:
    """Yield the functions that are not nested in others: qualified name, parent node and function."""
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Function):
                yield f"{prefix}{child.name}", node, child
            else:
                inner = f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix
                pending.append((child, inner))


def _digest(*nodes: ast.AST) -> str:
    text = "\0".join(ast.dump(node) for node in nodes)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
