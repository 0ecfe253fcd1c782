"""What code puts in the place of a parameter that is None: `now = now or datetime.now()`.

The class of that is what callers pass, too.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Collection, Iterator, Mapping
from types import BuiltinFunctionType, MethodType, NoneType
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.bodies.parameters.tested import looked_up
from testloom_agent.reflection.sources import Function
from testloom_agent.trees import nodes_of

NO_CLASS = (Any, NoneType)
"""What a result may be declared as without a word about its class; `Any` is a class since Python 3.11."""


def replacing_none(
    node: Function | ast.Lambda | None, names: Collection[str], namespace: Mapping[str, Any]
) -> dict[str, type]:
    """Find the class of what replaces each parameter if it is None, as far as that is known."""
    found: dict[str, type] = {}
    for part in nodes_of(node) if node is not None else ():
        for name, call in _replaced(part):
            kind = _made_by(call, namespace) if name in names and name not in found else None
            if kind is not None:
                found[name] = kind
    return found


def _replaced(node: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Yield each name in the node that a call replaces if it is None, with the call."""
    match node:
        case ast.BoolOp(op=ast.Or(), values=[ast.Name(id=name), ast.Call() as call]):
            yield name, call
        case ast.IfExp(test=test, body=ast.Name(id=name), orelse=ast.Call() as call):
            if _is_none(test, name, ast.IsNot):
                yield name, call
        case ast.IfExp(test=test, body=ast.Call() as call, orelse=ast.Name(id=name)):
            if _is_none(test, name, ast.Is):
                yield name, call
        case ast.If(
            test=ast.Compare(left=ast.Name(id=name)) as test,
            body=[ast.Assign(targets=[ast.Name(id=target)], value=ast.Call() as call), *_],
        ):
            if target == name and _is_none(test, name, ast.Is):
                yield name, call


def _is_none(test: ast.expr, name: str, operator: type[ast.cmpop]) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id=left), ops=[found], comparators=[ast.Constant(value=None)]):
            return left == name and type(found) is operator
    return False


def _made_by(call: ast.Call, namespace: Mapping[str, Any]) -> type | None:
    """Find the class that a call makes an instance of: itself, or what it is a method of or declares."""
    called = looked_up(ast.unparse(call.func), namespace)
    if is_class(called):
        return called
    try:
        declared = typing.get_type_hints(called).get("return")
    except Exception:  # what an annotation names may not exist while the program runs
        declared = None
    if declared is not None:
        return declared if is_class(declared) and declared not in NO_CLASS else None
    has_owner = is_a(called, BuiltinFunctionType, MethodType)  # others may be proxies that look for a request
    owner = getattr(called, "__self__", None) if has_owner else None
    return owner if is_class(owner) else None
