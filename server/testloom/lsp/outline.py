"""What an editor can point at in a Python file: definitions, decisions, raises and returns.

Lines count from 0, as the editor counts them.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from testloom.lsp.targets import Definition, definitions

_LONGEST_CONDITION = 50

Loop = ast.For | ast.AsyncFor


@dataclass(frozen=True, slots=True)
class Unit:
    """A class, or a function that can be called by itself; `last` is its last line."""

    qualname: str
    line: int
    last: int
    is_class: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A statement that goes one of two ways; `body` is the first line of what runs when it is true."""

    node: ast.If | ast.While | Loop
    body: int

    @property
    def line(self) -> int:
        """The line that the condition starts on."""
        return self.node.lineno - 1

    def label(self, outcome: bool) -> str:
        """An outcome in words: `amount > limit is false`."""
        if isinstance(self.node, Loop):
            target, source = ast.unparse(self.node.target), ast.unparse(self.node.iter)
            return f"`{_cut(f'for {target} in {source}')}` {'is entered' if outcome else 'ends'}"
        return f"{_cut(ast.unparse(self.node.test))} is {str(outcome).lower()}"


@dataclass(frozen=True, slots=True)
class Outline:
    """The places of one file; `statements` names the statement that starts on a line within a function."""

    units: tuple[Unit, ...] = ()
    decisions: Mapping[int, Decision] = field(default_factory=dict)
    statements: Mapping[int, type[ast.stmt]] = field(default_factory=dict)


def outline_of(text: str) -> Outline | None:
    """The outline of a text; None if it does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    units = tuple(_units(tree, ""))
    decisions: dict[int, Decision] = {}
    statements: dict[int, type[ast.stmt]] = {}
    for node in _statements_in_functions(tree, within=False):
        statements.setdefault(node.lineno - 1, type(node))
        if isinstance(node, ast.If | ast.While | Loop):
            decisions[node.lineno - 1] = Decision(node, node.body[0].lineno - 1)
    return Outline(units, decisions, statements)


def _units(parent: ast.Module | ast.ClassDef, prefix: str) -> Iterator[Unit]:
    for node in definitions(parent.body):
        qualname = f"{prefix}{node.name}"
        is_class = isinstance(node, ast.ClassDef)
        yield Unit(qualname, node.lineno - 1, (node.end_lineno or node.lineno) - 1, is_class)
        if isinstance(node, ast.ClassDef):
            yield from _units(node, f"{qualname}.")


def _statements_in_functions(parent: ast.AST, within: bool) -> Iterator[ast.stmt]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.stmt):
            if within and not isinstance(node, Definition):
                yield node
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _statements_in_functions(node, within or is_function)
        elif isinstance(node, ast.ExceptHandler | ast.match_case):
            yield from _statements_in_functions(node, within)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_CONDITION else f"{text[: _LONGEST_CONDITION - 1]}…"


class Outlines:
    """The outlines of open documents, each parsed once a version.

    While a text does not parse, its last outline that did is kept: lenses do not flicker as one types.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[int | None, Outline]] = {}

    def of(self, uri: str, version: int | None, text: str) -> Outline:
        """The outline of a document."""
        known_version, known = self._known.get(uri, (None, Outline()))
        if version is None or known_version != version:
            known = outline_of(text) or known
            self._known[uri] = (version, known)
        return known

    def forget(self, uri: str) -> None:
        """Drop a document that was closed."""
        self._known.pop(uri, None)
