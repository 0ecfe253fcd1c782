"""Inference of the project's classes that values are instances of, as far as the source shows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from testloom.integration.project.scopes import (
    Assignments,
    Binding,
    Scope,
    assigned_attributes,
    bindings_of,
    returned_by,
)
from testloom.model.texts.trees import expression_of
from testloom.source.modules import ClassSource, FunctionSource, ModuleSource
from testloom.source.names import Names

COLLECTIONS = frozenset({"list", "set", "frozenset", "tuple", "deque", "sequence", "collection"})
CONTAINERS = COLLECTIONS | {"iterable", "iterator", "generator", "asynciterator", "asyncgenerator", "type"}
MAPPINGS = frozenset({"dict", "mapping", "mutablemapping", "defaultdict", "ordereddict"})
TRANSPARENT = frozenset({"optional", "union", "annotated", "final", "classvar", "awaitable", "coroutine"})
ITEM_METHODS = frozenset({"get", "pop", "popleft", "popitem", "setdefault", "copy", "values"})


@dataclass(frozen=True, slots=True)
class Type:
    """The possible classes of a value, and those of its items if it is a container."""

    classes: frozenset[ClassSource] = frozenset()
    items: frozenset[ClassSource] = frozenset()

    def __or__(self, other: Type) -> Type:
        return Type(self.classes | other.classes, self.items | other.items)


UNKNOWN = Type()


class Types:
    """Infers types from annotations, constructors, attributes that methods set, and returned values."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._bindings: dict[FunctionSource, dict[str, list[Binding]]] = {}
        self._assigned: dict[FunctionSource, Assignments] = {}
        self._known: dict[Hashable, Type] = {}

    def _once(self, key: Hashable, infer: Callable[[], Iterable[Type]]) -> Type:
        """Infer a type once and remember it; if its inference depends on itself, this adds nothing."""
        if key not in self._known:
            self._known[key] = UNKNOWN
            self._known[key] = _joined(infer())
        return self._known[key]

    def of(self, node: ast.expr | None, scope: Scope) -> Type:
        """Infer the type of an expression in a function; unknown if its source does not show it."""
        match node:
            case ast.Name(id=name):
                return self._variable(name, scope)
            case ast.Attribute(value=value, attr=name):
                return _joined(self.attribute(known, name) for known in self.of(value, scope).classes)
            case ast.Call():
                return self._result(node, scope)
            case ast.Subscript(value=value):
                return Type(self.of(value, scope).items)
            case None:
                return UNKNOWN
        same, items = _alternatives(node), _items(node)
        inner = _joined(self.of(part, scope) for part in items)
        return _joined(self.of(part, scope) for part in same) | Type(items=inner.classes)

    def _variable(self, name: str, scope: Scope) -> Type:
        function = scope.function
        if function is None:
            return UNKNOWN
        own = scope.receiver(name)
        if own is not None:
            return Type(frozenset({own}))
        if function not in self._bindings:
            self._bindings[function] = bindings_of(function.node)
        if name not in self._bindings[function] and scope.around is not None:
            return self._variable(name, scope.around)
        bindings = self._bindings[function].get(name, ())
        return self._once((name, scope), lambda: (self._bound(binding, scope) for binding in bindings))

    def _bound(self, binding: Binding, scope: Scope) -> Type:
        if binding.kind == "annotation":
            return self.annotated(binding.source, scope.module)
        known = self.of(binding.source, scope)
        return Type(known.items) if binding.kind == "item" else known

    def attribute(self, known: ClassSource, name: str) -> Type:
        """Infer the type of an attribute of a class's instances."""
        found = UNKNOWN
        for kind in self.names.lineage(known):
            method = kind.methods.get(name)
            if method is not None and method.is_decorated_as("property", "cached_property"):
                return self.returned(method, known)
            found |= self._once((kind, name), partial(self._declared, kind, name))
            if found.classes or found.items:
                break
        return found

    def _declared(self, kind: ClassSource, name: str) -> Iterator[Type]:
        """Yield the types of all values that a class body and its methods assign to an attribute."""
        for statement in kind.node.body:
            if isinstance(statement, ast.AnnAssign) and _is_name(statement.target, name):
                yield self.annotated(statement.annotation, kind.module)
            elif isinstance(statement, ast.Assign) and any(_is_name(t, name) for t in statement.targets):
                yield self.of(statement.value, Scope(kind.module, None, kind))
        for method in kind.methods.values():
            scope = Scope(kind.module, method, kind)
            for receiver, binding in self._assignments(method).get(name, ()):
                if scope.receiver(receiver) is not None:
                    yield self._bound(binding, scope)

    def _assignments(self, method: FunctionSource) -> Assignments:
        if method not in self._assigned:
            self._assigned[method] = assigned_attributes(method.node)
        return self._assigned[method]

    def returned(self, function: FunctionSource, owner: ClassSource | None) -> Type:
        """Infer the type that a function returns: from its annotation, else from its `return` statements."""
        if function.node.returns is not None:
            if owner is not None and _last(function.node.returns) == "Self":
                return Type(frozenset({owner}))
            return self.annotated(function.node.returns, function.module)
        scope = Scope(function.module, function, owner)
        return self._once(scope, lambda: (self.of(value, scope) for value in returned_by(function.node)))

    def _result(self, node: ast.Call, scope: Scope) -> Type:
        named = self.symbol(node.func, scope)
        if isinstance(named, ClassSource):
            return Type(frozenset({named}))
        if isinstance(named, FunctionSource):
            return self.returned(named, None)
        if isinstance(node.func, ast.Name):
            return self._of_builtin(node, scope)
        if not isinstance(node.func, ast.Attribute):
            return UNKNOWN
        receiver = self.of(node.func.value, scope)
        found = UNKNOWN
        for known in receiver.classes:
            method = self.names.method(known, node.func.attr)
            found |= self.returned(method, known) if method is not None else UNKNOWN
        if receiver.items and node.func.attr in ITEM_METHODS:
            found |= Type(receiver.items, receiver.items)
        return found

    def _of_builtin(self, node: ast.Call, scope: Scope) -> Type:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if not node.args:
            return UNKNOWN
        if name in ("list", "tuple", "set", "sorted", "reversed", "iter", "dict"):
            return self.of(node.args[0], scope)
        if name in ("next", "max", "min"):
            return Type(self.of(node.args[0], scope).items)
        return self.of(node.args[0], scope) if name in ("copy", "deepcopy") else UNKNOWN

    def symbol(self, node: ast.expr, scope: Scope) -> ModuleSource | ClassSource | FunctionSource | None:
        """Resolve an expression that names a module, class or function of the project."""
        if isinstance(node, ast.Name) and scope.function is not None:
            if scope.own_class(node.id) is not None:
                return scope.own_class(node.id)
            inner = scope.module.functions.get(f"{scope.function.qualname}.<locals>.{node.id}")
            if inner is not None:
                return inner
        return self.names.expression(scope.module, node)

    def annotated(self, node: ast.expr | None, module: ModuleSource) -> Type:
        """Resolve the type that an annotation names."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            with suppress(SyntaxError):
                return self.annotated(expression_of(node.value), module)
            return UNKNOWN
        if isinstance(node, ast.BinOp):
            return self.annotated(node.left, module) | self.annotated(node.right, module)
        if isinstance(node, ast.Subscript):
            return self._generic(node, module)
        named = None if node is None else self.names.expression(module, node)
        return Type(frozenset({named})) if isinstance(named, ClassSource) else UNKNOWN

    def _generic(self, node: ast.Subscript, module: ModuleSource) -> Type:
        name = _last(node.value).lower()
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        inner = [self.annotated(part, module) for part in parts]
        if name in TRANSPARENT:
            return _joined(inner)
        if name in CONTAINERS:
            return Type(items=_joined(inner).classes)
        if name in MAPPINGS:
            return Type(items=_joined(inner[1:]).classes | _joined(inner[1:]).items)
        return self.annotated(node.value, module)


def _joined(types: Iterable[Type]) -> Type:
    found = UNKNOWN
    for known in types:
        found |= known
    return found


def _alternatives(node: ast.expr) -> list[ast.expr]:
    """List the expressions one of which becomes the value of this expression; empty for other expressions."""
    match node:
        case ast.BoolOp(values=parts):
            return parts
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.NamedExpr(value=value) | ast.Await(value=value):
            return [value]
    return []


def _items(node: ast.expr) -> list[ast.expr]:
    """List the expressions whose values a container display or comprehension contains."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return parts
        case ast.ListComp(elt=value) | ast.SetComp(elt=value) | ast.GeneratorExp(elt=value):
            return [value]
    return []


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
