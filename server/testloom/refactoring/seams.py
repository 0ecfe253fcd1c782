"""Seams: hard-wired collaborators that decide a line, and their conversion to optional parameters.

    def status(order):                         def status(order, *, client=None):
        client = Client("pay.example.com")         if client is None:
        ...                                            client = Client("pay.example.com")
                                                   ...

The parameter has the name of the variable and is keyword-only; a caller that leaves it out gets the
same object as before, built at the same moment. (M. Feathers, Working Effectively with Legacy Code,
2004: "Parameterize Method" and "Parameterize Constructor".)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from testloom.model.texts.trees import parsed
from testloom.refactoring.scopes import (
    Method,
    bindings,
    imported,
    method_at,
    methods,
    needed,
    own_nodes,
    parameters,
)
from testloom.source.modules import Function

_HARMLESS = frozenset(
    {"staticmethod", "classmethod", "contextmanager", "asynccontextmanager", "override", "final"}
)
"""The decorators that are compatible with an additional parameter."""
_REFLECTIVE = frozenset({"locals", "vars", "eval", "exec", "dir"})
_CONTAINERS = frozenset(
    {"array", "collections", "functools", "io", "itertools", "operator", "re", "string", "types"}
)
"""The modules whose objects are not collaborators, but data and tools of a function."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


@dataclass(frozen=True, slots=True)
class Seam:
    """A seam: a collaborator that a function builds by itself, and that can become its parameter.

    Attributes:
        function: the qualified name of the function or method that builds it.
        name: the name of the future parameter: that of the variable, or of the attribute of the object.
        line: the line (from 1) of the expression that builds it.
        is_attribute: whether it is kept in an attribute of the object.
    """

    function: str
    name: str
    line: int
    is_attribute: bool = False


def seams_at(text: str, line: int, *, before: bool = False) -> list[Seam]:
    """Find the collaborators that the decisions on a line (from 1) depend on.

    With `before`, find those that the function builds up to that line: one of them may keep the line from
    being reached.
    """
    tree = parsed(text)
    method = method_at(tree, line) if tree else None
    if tree is None or method is None:
        return []
    wanted = needed(method, line)
    own = [seam for seam in _seams(method, tree) if (seam.line <= line if before else _key(seam) in wanted)]
    return own + [seam for seam in _inherited(method, tree) if _key(seam) in wanted]


def find_seam(text: str, function: str, name: str) -> Seam | None:
    """Find a collaborator by its name and the function that builds it; None unless there is exactly one."""
    tree = parsed(text)
    if tree is None:
        return None
    found = [seam for method in methods(tree) if method.qualname == function for seam in _seams(method, tree)]
    named = [seam for seam in found if seam.name == name]
    return named[0] if len(named) == 1 else None


def _key(seam: Seam) -> str:
    return f"self.{seam.name}" if seam.is_attribute else seam.name


def _inherited(method: Method, tree: ast.Module) -> Iterator[Seam]:
    """Yield the collaborators that the constructor of a method's class builds as attributes."""
    if method.owner is None or method.node.name == "__init__":
        return
    for other in methods(tree):
        if other.owner is method.owner and other.node.name == "__init__":
            yield from (seam for seam in _seams(other, tree) if seam.is_attribute)


def _seams(method: Method, tree: ast.Module) -> Iterator[Seam]:
    """Yield the collaborators that a function builds by itself, at most once per call, whoever calls it."""
    if not _takes_more(method.node):
        return
    origins = imported(tree)
    local = {*parameters(method.node), *bindings(method.node)}
    for statement in _straight(method.node.body):
        found = _assigned(statement, method)
        if found is None:
            continue
        target, value = found
        if _is_hard_wired(value, origins, local) and _is_free(target, method, statement):
            name = target.id if isinstance(target, ast.Name) else target.attr
            is_attribute = isinstance(target, ast.Attribute)
            yield Seam(method.qualname, name, statement.lineno, is_attribute)


def _takes_more(function: Function) -> bool:
    """Check whether an additional keyword-only parameter would change nothing for callers of the function."""
    decorators = {ast.unparse(entry).rpartition(".")[2] for entry in function.decorator_list}
    is_special = function.name.startswith("__") and function.name.endswith("__")
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    return (
        decorators <= _HARMLESS
        and (not is_special or function.name in ("__init__", "__call__"))
        and function.args.kwarg is None
        and names.isdisjoint(_REFLECTIVE)
    )


def _straight(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run at most once per call."""
    for statement in body:
        yield statement
        if isinstance(statement, (*_LOOPS, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _straight(getattr(statement, name, []))
        for handler in getattr(statement, "handlers", []):
            yield from _straight(handler.body)


def _assigned(statement: ast.stmt, method: Method) -> tuple[ast.Name | ast.Attribute, ast.Call] | None:
    """Return the target and the call of an assignment to a variable, or to an attribute in a constructor."""
    match statement:
        case ast.Assign(targets=[ast.Name() as name], value=ast.Call() as value):
            return name, value
        case ast.AnnAssign(target=ast.Name() as name, value=ast.Call() as value):
            return name, value
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner)) as attribute], value=value):
            is_own = owner == method.receiver and method.node.name == "__init__"
            return (attribute, value) if is_own and isinstance(value, ast.Call) else None
    return None


def _is_hard_wired(value: ast.Call, origins: dict[str, str], local: set[str]) -> bool:
    """Check that a call of an imported or defined name has no arguments that depend on the caller."""
    names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    root: ast.expr = value.func
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name) or root.id not in origins or not names.isdisjoint(local):
        return False
    scopes = (ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    is_plain = not any(isinstance(node, scopes) for node in ast.walk(value))
    return is_plain and origins[root.id].partition(".")[0] not in _CONTAINERS


def _is_free(target: ast.Name | ast.Attribute, method: Method, statement: ast.stmt) -> bool:
    """Check that the name can become a parameter: no other code assigns it, and none reads it before."""
    function = method.node
    if isinstance(target, ast.Attribute):
        used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        return target.attr not in {*used, *parameters(function), *bindings(function)} and _once(
            target, function
        )
    read = (node for node in own_nodes(function) if isinstance(node, ast.Name) and node.id == target.id)
    rebound = (
        node for node in ast.walk(function) if isinstance(node, ast.Nonlocal) and target.id in node.names
    )
    return (
        target.id not in parameters(function)
        and bindings(function).count(target.id) == 1
        and all(node.lineno >= statement.lineno for node in read)
        and next(rebound, None) is None
    )


def _once(target: ast.Attribute, function: Function) -> bool:
    """Check that the function assigns the attribute only once."""
    assigned = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr == target.attr
    ]
    return len(assigned) == 1
