"""Scopes: the names that a function binds, reads and depends on, from its syntax tree alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from testloom.source.imports import imports_in
from testloom.source.modules import Function

_Scope = Function | ast.ClassDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class Method:
    """A function or method, with its class, if any, and its qualified name."""

    node: Function
    qualname: str
    owner: ast.ClassDef | None = None

    @property
    def receiver(self) -> str | None:
        """The name of the method's first parameter, usually `self`; None for a function."""
        arguments = [*self.node.args.posonlyargs, *self.node.args.args]
        return arguments[0].arg if self.owner is not None and arguments else None


def methods(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[Method]:
    """Yield the functions of a module and the methods of its classes, without nested functions."""
    owner = node if isinstance(node, ast.ClassDef) else None
    for entry in node.body:
        if isinstance(entry, Function):
            yield Method(entry, f"{prefix}{entry.name}", owner)
        elif isinstance(entry, ast.ClassDef):
            yield from methods(entry, f"{prefix}{entry.name}.")


def method_at(tree: ast.Module, line: int) -> Method | None:
    """Find the function or method that holds a line (from 1)."""
    held = (entry for entry in methods(tree) if entry.node.lineno <= line <= (entry.node.end_lineno or 0))
    return next(held, None)


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, without those inside nested functions and classes.

    The nested definitions themselves are included, as the function binds their names.
    """
    pending: list[ast.AST] = list(reversed(function.body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _Scope):
            pending += reversed(list(ast.iter_child_nodes(node)))


def bindings(function: Function) -> list[str]:
    """List each name as often as the function binds it: assigns, imports, catches, deletes it."""
    return [name for node in own_nodes(function) for name in _bound_by(node)]


def _bound_by(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in aliases)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
        case ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name


def parameters(function: Function) -> list[str]:
    """List the names of all parameters."""
    given = function.args
    more = [entry for entry in (given.vararg, given.kwarg) if entry is not None]
    return [entry.arg for entry in (*given.posonlyargs, *given.args, *given.kwonlyargs, *more)]


def imported(tree: ast.Module) -> dict[str, str]:
    """Map the names that a module imports or defines to their modules: `{"Client": "shop.gateway"}`."""
    found = {entry.bound: entry.module or "." for entry in imports_in(tree.body, "", is_package=False)}
    definitions = (node for node in tree.body if isinstance(node, Function | ast.ClassDef))
    return {**found, **{node.name: "" for node in definitions}}


def needed(method: Method, line: int) -> set[str]:
    """Collect the names that the decisions on a line depend on.

    Attributes of the receiver are named like `self.name`.
    """
    wanted = {
        name for statement in _deciding(method.node, line) for name in _read(_header(statement), method)
    }
    while True:
        sources = (entry for target, entry in _sources(method) if target in wanted)
        more = {name for entry in sources for name in _read([entry], method)} - wanted
        if not more:
            return wanted
        wanted |= more


def _deciding(function: Function, line: int) -> list[ast.stmt]:
    """Return the innermost statement that contains a line, if any, as a list."""
    held = [node for node in own_nodes(function) if isinstance(node, ast.stmt)]
    around = [node for node in held if node.lineno <= line <= (node.end_lineno or node.lineno)]
    return around[-1:]


def _header(statement: ast.stmt) -> list[ast.AST]:
    """Return the expressions that a statement evaluates before the statements inside it."""
    kinds = (ast.expr, ast.withitem)
    return [child for child in ast.iter_child_nodes(statement) if isinstance(child, kinds)]


def _sources(method: Method) -> Iterator[tuple[str, ast.AST]]:
    """Yield each assigned name or attribute of the receiver, with the expression of its value."""
    for node in own_nodes(method.node):
        for target, value in _assignments(node):
            for part in ast.walk(target):
                if name := _name(part, method):
                    yield name, value


def _assignments(node: ast.AST) -> list[tuple[ast.AST, ast.AST]]:
    """List the targets that a node assigns to, each with the expression of its value."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return [(target, value) for target in targets]
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.AugAssign(target=target, value=value)
        ):
            return [(target, value)]
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            return [(target, value)]
        case ast.NamedExpr(target=target, value=value):
            return [(target, value)]
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            return [(target, value)]
    return []


def _read(nodes: list[ast.AST], method: Method) -> Iterator[str]:
    for node in nodes:
        for part in ast.walk(node):
            if name := _name(part, method):
                yield name


def _name(node: ast.AST, method: Method) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == method.receiver:
            return f"self.{attribute}"
    return ""
