"""Private modules: their assigned values, and whatever else looks like a value, are replaced."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from typing import Any

from testloom_agent.redaction.naming import is_sensitive
from testloom_agent.redaction.stand_ins import Imitation, stand_in
from testloom_agent.trees import tree_of

LISTS_OF_NAMES = frozenset({"__all__", "__slots__", "__match_args__"})
SHORTEST = 6
"""The length from which a default may be private by itself; shorter ones are modes and encodings."""
_WORD = re.compile(r"[^\W_]+")


def imitated(data: bytes, source: str, public: Collection[str], *, is_cautious: bool = False) -> bytes:
    """Create a stand-in for a private file (`stand_in`); for a module, one with other values.

    If cautious, only values of a module change that are assigned as plain values.
    """
    try:
        tree = tree_of(data) if source.endswith(".py") else None
    except (SyntaxError, ValueError, RecursionError):
        tree = None
    if tree is None:
        return stand_in(data, source, public, is_cautious=is_cautious)
    names = {word.lower() for name in _names(tree) for word in _WORD.findall(name)}
    imitation = Imitation(source, names.union(public), is_cautious=is_cautious)
    changed = _Values(imitation, is_cautious=is_cautious).visit(tree)
    return ast.unparse(ast.fix_missing_locations(changed)).encode()


def _names(tree: ast.AST) -> set[str]:
    """Collect the names that the module uses."""
    fields = ("id", "name", "attr", "arg", "module", "asname")
    found = (getattr(node, field, None) for node in ast.walk(tree) for field in fields)
    return {name for name in found if isinstance(name, str)}


class _Values(ast.NodeTransformer):
    """Replaces values: all of those in plain assignments, others if they look like values."""

    def __init__(self, imitation: Imitation, *, is_cautious: bool) -> None:
        self._imitation = imitation
        self._is_cautious = is_cautious
        self._is_assigned = self._is_plain = self._is_sensitive = False

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        names = [target.id if isinstance(target, ast.Name) else "" for target in node.targets]
        return node if LISTS_OF_NAMES.intersection(names) else self._assigned(node, names)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        return self._assigned(node, [name])

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        before, self._is_sensitive = self._is_sensitive, self._is_sensitive or is_sensitive(node.arg or "")
        node.value = self.visit(node.value)
        self._is_sensitive = before
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        positional = [*node.posonlyargs, *node.args]
        owners = positional[len(positional) - len(node.defaults) :]
        node.defaults = [
            self._default(value, owner.arg) for owner, value in zip(owners, node.defaults, strict=True)
        ]
        node.kw_defaults = [
            self._default(value, owner.arg) if value else None
            for owner, value in zip(node.kwonlyargs, node.kw_defaults, strict=True)
        ]
        return node

    def _default(self, value: ast.expr, name: str) -> ast.expr:
        is_short = isinstance(value, ast.Constant) and len(str(value.value)) < SHORTEST
        return value if is_short and not is_sensitive(name) else self._given(value, [name])

    def visit_Return(self, node: ast.Return) -> ast.AST:
        node.value = self._given(node.value, []) if node.value else None
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        operands = [node.left, *node.comparators]
        names = [_name(operand) for operand in operands]
        if not any(map(is_sensitive, names)):
            return self.generic_visit(node)
        node.left, *node.comparators = [self._given(operand, names) for operand in operands]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        for place, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            name = key.value if isinstance(key, ast.Constant) else ""
            before = self._is_sensitive
            self._is_sensitive = before or (isinstance(name, str) and is_sensitive(name))
            node.values[place] = self.visit(value)
            self._is_sensitive = before
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if self._is_cautious and not self._is_plain:
            return node
        return ast.copy_location(ast.Constant(self._other(node.value)), node)

    def _assigned(self, node: ast.Assign | ast.AnnAssign, names: list[str]) -> ast.AST:
        """Return an assignment with another value."""
        if node.value is not None:
            node.value = self._given(node.value, names)
        return node

    def _given(self, value: ast.expr, names: list[str]) -> ast.expr:
        """Return another value for one with these names."""
        before = self._is_assigned, self._is_plain, self._is_sensitive
        self._is_assigned, self._is_plain = True, _is_plain(value)
        self._is_sensitive = any(map(is_sensitive, names))
        changed: ast.expr = self.visit(value)
        self._is_assigned, self._is_plain, self._is_sensitive = before
        return changed

    def _other(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, bytes):
            try:
                return self._text(value.decode("ascii")).encode()
            except UnicodeDecodeError:
                return self._imitation.binary(value)
        if not self._is_plain or isinstance(value, bool) or not isinstance(value, (int, float)):
            return value
        try:
            return type(value)(self._text(repr(value)))
        except ValueError:
            return value

    def _text(self, text: str) -> str:
        return self._imitation.text(text, is_document=self._is_assigned, is_secret=self._is_sensitive)


def _name(node: ast.expr) -> str:
    """Return the name of a variable or an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_plain(node: ast.expr) -> bool:
    """Check whether a value is written out: a constant, or a display of constants."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return all(map(_is_plain, node.elts))
    if isinstance(node, ast.Dict):
        return all(map(_is_plain, node.values))
    return isinstance(node, (ast.Constant, ast.UnaryOp))
