"""What a function does with its parameters, for the types of those without annotations."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping

from testloom_agent.reflection.sources import Function

_BINARY: Mapping[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
_ORDER: Mapping[type, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def uses_of(node: Function | ast.Lambda, names: Iterable[str]) -> dict[str, list[str]]:
    """For each parameter the attributes and operations applied to it, in source order, each once."""
    collector = _Collector(names)
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        collector.visit(statement)
    return {name: list(uses) for name, uses in collector.uses.items()}


class _Collector(ast.NodeVisitor):
    def __init__(self, names: Iterable[str]) -> None:
        self.uses: dict[str, dict[str, None]] = {name: {} for name in names}

    def _note(self, node: ast.AST | None, use: str) -> None:
        if isinstance(node, ast.Name) and node.id in self.uses:
            self.uses[node.id].setdefault(use)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._note(node.value, node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._note(node.value, "[]" if isinstance(node.ctx, ast.Load) else "[]=")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self._note(node.func, "()")
        if isinstance(node.func, ast.Name) and node.args and hasattr(builtins, node.func.id):
            if node.func.id == "isinstance":
                self._note_classes(node)
            else:
                self._note(node.args[0], node.func.id)
        self.generic_visit(node)

    def _note_classes(self, node: ast.Call) -> None:
        """An `isinstance` test: the parameter may be one of the classes."""
        for kind in node.args[1:]:
            for part in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
                self._note(node.args[0], f"isinstance:{ast.unparse(part)}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        for side in (node.left, node.right):
            self._note(side, _BINARY[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub):
            self._note(node.operand, "-")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        for side in (node.target, node.value):
            self._note(side, _BINARY[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                self._note(right, "in")
            elif type(op) in _ORDER:
                self._note(left, _ORDER[type(op)])
                self._note(right, _ORDER[type(op)])
            left = right
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._note_items(node.iter, node.target)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._note_items(node.iter, node.target)
        self.generic_visit(node)

    def _note_items(self, iterable: ast.expr, target: ast.expr) -> None:
        """A loop; `for:2` if its items are unpacked into two names."""
        self._note(iterable, "for")
        if isinstance(target, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in target.elts):
            self._note(iterable, f"for:{len(target.elts)}")

    def visit_Starred(self, node: ast.Starred) -> None:
        self._note(node.value, "for")
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._note(node.value, "for")
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            self._note(item.context_expr, "with")
        self.generic_visit(node)

    def visit_Await(self, node: ast.Await) -> None:
        self._note(node.value, "await")
        self.generic_visit(node)
