"""Resolution of calls: the functions and methods of the project that they run, as far as the source shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from testloom.integration.project.scopes import Scope
from testloom.integration.project.types import UNKNOWN, Types
from testloom.source.modules import ClassSource, FunctionSource, ModuleSource
from testloom.source.names import Names

ASKED_BY: Mapping[str, str] = {
    name: f"__{name}__"
    for name in ("len", "str", "repr", "bool", "int", "float", "iter", "next", "hash", "abs")
}
"""The special method of its argument that each built-in function calls."""
_BUILTIN = (str, bytes, int, float, list, dict, set, tuple, Exception)
_USUAL = {
    "read",
    "write",
    "close",
    "open",
    "flush",
    "run",
    "start",
    "stop",
    "send",
    "match",
    "search",
    "wait",
}
COMMON = frozenset(_USUAL).union(*(dir(kind) for kind in _BUILTIN))
"""Method names so common that they do not identify a class."""


@dataclass(frozen=True, slots=True)
class Called:
    """A function that a call may run; `receiver` is the class of the object that it is called on."""

    function: FunctionSource
    receiver: ClassSource | None = None


class CallResolver:
    """Resolves calls in the functions of a project."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.types = Types(names)

    def called(
        self, call: ast.Call | ast.Attribute, caller: FunctionSource, owner: ClassSource | None
    ) -> list[Called]:
        """Find the functions that a call, or the read of a property, may run.

        `owner` is the class as whose method the calling function is resolved.
        """
        scope = Scope(caller.module, caller, owner)
        found = self._read(call, scope) if isinstance(call, ast.Attribute) else self._called(call, scope)
        return list(dict.fromkeys(found))

    def _read(self, node: ast.Attribute, scope: Scope) -> Iterator[Called]:
        for known in self._classes_of(node.value, scope):
            method = self.names.method(known, node.attr)
            if method is not None and method.is_decorated_as("property", "cached_property"):
                yield Called(method, known)

    def _called(self, call: ast.Call, scope: Scope) -> Iterator[Called]:
        function = call.func
        named = self.types.symbol(function, scope)
        if isinstance(named, FunctionSource):
            yield Called(named)
        elif isinstance(named, ClassSource):
            yield from self._constructed(named)
        elif isinstance(function, ast.Attribute):
            yield from self._method(function, scope)
        elif isinstance(function, ast.Name) and function.id in ASKED_BY and len(call.args) == 1:
            yield from self._of_instances(call.args[0], ASKED_BY[function.id], scope)
        else:
            yield from self._of_instances(function, "__call__", scope)

    def _constructed(self, known: ClassSource) -> Iterator[Called]:
        constructor = self.names.constructor(known)
        if constructor is not None:
            yield Called(constructor, known)

    def _method(self, function: ast.Attribute, scope: Scope) -> Iterator[Called]:
        owner = self.types.symbol(function.value, scope)
        if isinstance(owner, ClassSource):
            yield from self._looked_up(owner, function.attr)
        elif _is_super(function.value):
            yield from self._inherited(function.attr, scope)
        elif not isinstance(owner, ModuleSource):
            if self.types.of(function.value, scope) == UNKNOWN:
                yield from self._guessed(function, scope)
            yield from self._of_instances(function.value, function.attr, scope)

    def _of_instances(self, value: ast.expr, name: str, scope: Scope) -> Iterator[Called]:
        for known in self._classes_of(value, scope):
            yield from self._looked_up(known, name)

    def _classes_of(self, value: ast.expr, scope: Scope) -> list[ClassSource]:
        return sorted(self.types.of(value, scope).classes, key=lambda known: known.id)

    def _looked_up(self, known: ClassSource, name: str) -> Iterator[Called]:
        method = self.names.method(known, name)
        if method is not None:
            yield Called(method, known)

    def _inherited(self, name: str, scope: Scope) -> Iterator[Called]:
        """Resolve a method of `super()`; the receiver's class is known if it does not redefine the method."""
        if scope.function is None or scope.function.owner is None or scope.owner is None:
            return
        defining = scope.module.classes[scope.function.owner]
        for base in self.names.lineage(defining)[1:]:
            if name in base.methods:
                is_own = self.names.method(scope.owner, name) is base.methods[name]
                yield Called(base.methods[name], scope.owner if is_own else None)
                return

    def _guessed(self, function: ast.Attribute, scope: Scope) -> Iterator[Called]:
        """Resolve a method of an unknown object if exactly one class in the package has such a method."""
        if function.attr in COMMON or function.attr.startswith("__") or self._is_foreign(function, scope):
            return
        found = [
            kind
            for module in self.names.package(scope.module)
            for kind in module.classes.values()
            if function.attr in kind.methods
        ]
        if len(found) == 1:
            yield Called(found[0].methods[function.attr], found[0])

    def _is_foreign(self, node: ast.expr, scope: Scope) -> bool:
        """Check whether an object comes from a module outside the project, such as `os.path`."""
        root = _root(node)
        if not isinstance(root, ast.Name) or (scope.function and root.id in _parameters(scope.function)):
            return False
        return self.names.is_foreign(scope.module, root.id)


def _parameters(function: FunctionSource) -> set[str]:
    return {node.arg for node in ast.walk(function.node.args) if isinstance(node, ast.arg)}


def _root(node: ast.expr) -> ast.expr:
    """Return the first expression in a chain of attributes, calls and subscripts."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
