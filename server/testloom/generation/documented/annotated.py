"""The annotated result types of functions, where a plain value can contradict them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from testloom.model.texts.trees import parsed

SCALARS = ("None", "bool", "int", "float", "complex", "str", "bytes")
PLAIN = (*SCALARS, "list", "tuple", "set", "frozenset", "dict")
OF_TYPING = {"List": "list", "Tuple": "tuple", "Set": "set", "FrozenSet": "frozenset", "Dict": "dict"}
WIDER: Mapping[str, Collection[str]] = {
    "bool": ("bool", "int", "float", "complex"),
    "int": ("int", "float", "complex"),
    "float": ("float", "complex"),
}
"""The annotations that plain values satisfy, including those of wider types."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def annotations_of(tree: ast.Module) -> dict[str, ast.expr]:
    """Collect the return annotations of functions by their qualified names.

    Stubs, and functions whose decorators may change the result, are left out.
    """
    return dict(_annotations(tree.body, ""))


def _annotations(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _annotations(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, Function) and node.returns is not None and not _is_stub(node):
            yield prefix + node.name, node.returns


def _is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function only passes or raises, or has a decorator that may change its result."""
    body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    return all(isinstance(s, ast.Pass | ast.Raise) for s in body) or not decorators <= {
        "staticmethod",
        "classmethod",
    }


def contradicts(annotation: ast.expr, kind: str) -> bool:
    """Check whether an annotation excludes a value of a plain type.

    False if the type is unknown or the annotation is not plain.
    """
    allowed = _plain_types(annotation)
    return bool(kind) and allowed is not None and allowed.isdisjoint(WIDER.get(kind, (kind,)))


def _plain_types(node: ast.expr) -> set[str] | None:
    """The plain types that an annotation consists of; None if it names anything else."""
    match node:
        case ast.Constant(value=None):
            return {"None"}
        case ast.Constant(value=str() as text):
            inner = _expression(text)
            return None if inner is None else _plain_types(inner)
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="typing" | "t"), attr=name):
            name = OF_TYPING.get(name, name)
            return {name} if name in PLAIN else None
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _joined([left, right])
        case ast.Subscript(value=head, slice=inner):
            return _generic(ast.unparse(head).rpartition(".")[2], head, inner)
    return None


def _generic(name: str, head: ast.expr, inner: ast.expr) -> set[str] | None:
    if name == "Optional":
        return _joined([inner, ast.Constant(None)])
    if name == "Union":
        return _joined(inner.elts if isinstance(inner, ast.Tuple) else [inner])
    return _plain_types(head)


def _joined(nodes: list[ast.expr]) -> set[str] | None:
    parts = [_plain_types(node) for node in nodes]
    known = [part for part in parts if part is not None]
    return set[str]().union(*known) if len(known) == len(parts) else None


def _expression(text: str) -> ast.expr | None:
    match parsed(text):
        case ast.Module(body=[ast.Expr(value=value)]):
            return value
    return None
