"""The top-level definitions of a module, the names that they mention, and their normalised code."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.model.texts.trees import expression_of
from testloom.source.imports import Namespace, dotted
from testloom.source.modules import ModuleSource

Kind: TypeAlias = Literal["function", "class", "value"]
_BRANCHES = (ast.If, ast.While, ast.For, ast.AsyncFor, ast.IfExp, ast.comprehension, ast.ExceptHandler)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Definition:
    """A top-level name of a module and its definition.

    Attributes:
        kind: what binds the name; a `value` is anything but a function or a class.
        content: a digest of its code that does not depend on its name.
        uses: the names that its code mentions, with dots as in the code.
        size: the approximate number of its goals; 0 if there is nothing to run.
    """

    name: str
    kind: Kind
    content: str
    uses: frozenset[str]
    size: int


@dataclass(frozen=True, slots=True)
class ModuleCode:
    """The definitions of a module by name, and the meaning of its names; its syntax tree is not kept."""

    definitions: Mapping[str, Definition]
    namespace: Namespace


def code_of(module: ModuleSource) -> ModuleCode:
    """Describe a module by its top-level definitions."""
    tree, found = module.tree, _definitions(module.tree)
    return ModuleCode(found, Namespace.of(tree, module.name, is_package=module.is_package, defined=found))


def _definitions(tree: ast.Module) -> dict[str, Definition]:
    """Collect the definitions of a module: each name with all top-level statements that bind it."""
    statements: dict[str, list[ast.stmt]] = {}
    kinds: dict[str, Kind] = {}
    for statement in tree.body:
        for name, kind in _bound(statement):
            known = statements.setdefault(name, [])
            if statement not in known:
                known.append(statement)
            kinds[name] = "value" if kinds.get(name, kind) == "value" else kind
    return {name: _definition(name, kinds[name], nodes) for name, nodes in statements.items()}


def _definition(name: str, kind: Kind, nodes: list[ast.stmt]) -> Definition:
    uses = frozenset(use for node in nodes for use in _uses(node)) - {name}
    size = sum(_size(node) for node in nodes)
    return Definition(name, kind, joined([kind, digest_of(nodes, name)]), uses, size)


def _bound(statement: ast.stmt) -> Iterator[tuple[str, Kind]]:
    """Yield the names that a top-level statement binds, except for imports."""
    pending: list[ast.AST] = [statement]
    while pending:
        match pending.pop():
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, "function"
            case ast.ClassDef(name=name):
                yield name, "class"
            case ast.Name(id=name, ctx=ast.Store()):
                yield name, "value"
            case ast.Lambda() | ast.Import() | ast.ImportFrom():
                continue
            case node:
                pending.extend(ast.iter_child_nodes(node))


def _uses(node: ast.AST) -> Iterator[str]:
    """Yield the names that are read, with their attributes, also in annotations that are strings."""
    pending = [node]
    while pending:
        node = pending.pop()
        is_bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        if not is_bound and (name := dotted(node)):
            yield name
            continue
        pending.extend(_quoted(node))
        pending.extend(ast.iter_child_nodes(node))


def _quoted(node: ast.AST) -> Iterator[ast.AST]:
    annotation = getattr(node, "returns", None) or getattr(node, "annotation", None)
    if annotation is None:
        return
    for part in ast.walk(annotation):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            try:
                yield expression_of(part.value)
            except (SyntaxError, ValueError):
                continue


def _size(node: ast.AST) -> int:
    """Estimate the number of goals: one per function, two per branch; one for a class with only fields."""
    nodes = list(ast.walk(node))
    functions = sum(isinstance(entry, _FUNCTIONS) for entry in nodes)
    branches = sum(isinstance(entry, _BRANCHES) or type(entry).__name__ == "match_case" for entry in nodes)
    if functions:
        return functions + 2 * branches
    is_class = isinstance(node, ast.ClassDef)
    return int(is_class and any(isinstance(entry, ast.AnnAssign) for entry in nodes))


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DOCUMENTED = (*_NAMED, ast.Module)


def digest_of(nodes: Iterable[ast.AST], name: str = "") -> str:
    """Compute a digest that ignores the layout, comments, docstrings and the code's own name.

    Args:
        nodes: the code.
        name: its name at the top level of its module; "" if it has no name.
    """
    return joined(text for node in nodes for text in _texts(node, name))


def joined(parts: Iterable[str]) -> str:
    """Compute one digest of several texts, in their order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:24]


def _texts(node: ast.AST, name: str) -> Iterator[str]:
    """Yield the tree in prefix order; empty fields are left out, as they depend on the version of Python."""
    yield type(node).__name__
    for field, value in ast.iter_fields(node):
        match value:
            case None | []:
                continue
            case list():
                yield field
                for item in _meaning(node, field, value):
                    yield from _texts(item, name) if isinstance(item, ast.AST) else (repr(item),)
                yield "end"
            case ast.AST():
                yield field
                yield from _texts(value, name)
            case _ if not isinstance(node, ast.Constant) or field != "kind":  # u"" equals ""
                yield field
                yield "itself" if value == name and _is_reference(node) else repr(value)


def _meaning(node: ast.AST, field: str, items: Sequence[object]) -> Sequence[object]:
    """Return the items of a field, normalised where notations differ but not their meaning."""
    if field == "body" and isinstance(node, _DOCUMENTED):
        return without_docstring(items) or [ast.Pass()]
    if field == "targets" and isinstance(node, ast.Delete):  # del (a, b) means del a, b
        return [part for item in items for part in getattr(item, "elts", [item])]
    return items


def without_docstring(body: Sequence[object]) -> Sequence[object]:
    """Return the statements of a module, class or function without its docstring."""
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body


def _is_reference(node: ast.AST) -> bool:
    return isinstance(node, (*_NAMED, ast.Name, ast.Constant))
