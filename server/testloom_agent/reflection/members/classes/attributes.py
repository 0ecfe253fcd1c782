"""The attributes of a class that a test may set, with the types that the source shows."""

from __future__ import annotations

import ast
import enum
import sys
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from testloom_agent.kinds import is_a
from testloom_agent.reflection.databases.columns import ColumnTypes, is_stored
from testloom_agent.reflection.members.hints.annotations import Reducer, Type, make
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.trees import nodes_of

_DISPLAYS: Mapping[type, str] = {
    ast.List: "list",
    ast.ListComp: "list",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Tuple: "tuple",
    ast.JoinedStr: "str",
}
_CONSTRUCTORS = frozenset({"list", "dict", "set", "tuple", "str", "int", "float", "bool", "bytes"})
_SCALARS = (bool, int, float, str, bytes)


class AttributeDescriber:
    """Finds attributes in class bodies and methods; evaluates annotations in the namespace of the class."""

    def __init__(self, sources: Sources, resolver: Resolver, reducer: Reducer, columns: ColumnTypes) -> None:
        self._sources = sources
        self._resolver = resolver
        self._reducer = reducer
        self._columns = columns
        self._setting: dict[Function, list[ast.AST]] = {}

    def every(self, kind: type) -> dict[str, Type]:
        """Collect the types of the data attributes, public or not, that a class and its bases here set."""
        found: dict[str, Type] = {}
        if is_stored(kind):
            return {name: self._reducer.reduce(kind) for name, kind in self._columns.of(kind).items()}
        for base in reversed(kind.__mro__):
            node = self._sources.class_(base) if self._sources.is_project(base) else None
            if node is not None and not issubclass(base, enum.Enum):
                for name, known in self._of_body(node, base):
                    if known["name"] != "any" or name not in found:
                        found[name] = known
            for name in getattr(base, "_fields", ()) if issubclass(base, tuple) else ():
                if isinstance(name, str):
                    found.setdefault(name, make("any"))
        return found

    def settable(self, kind: type) -> dict[str, Type]:
        """Collect the types of the public properties with a setter in a class or its project bases."""
        found: dict[str, Type] = {}
        for base in kind.__mro__:
            for name, entry in list(vars(base).items()) if self._sources.is_project(base) else ():
                if is_a(entry, property) and entry.fset is not None and not name.startswith("_"):
                    found.setdefault(name, self._set_by(entry.fset, kind))
        return found

    def _set_by(self, setter: Any, kind: type) -> Type:
        """Find the type of a setter's value, its second parameter; the first may be annotated, too."""
        taken = getattr(getattr(setter, "__code__", None), "co_varnames", ())[1:2]
        hints = [value for name, value in self._resolver.hints(setter).items() if name in taken]
        return self._reducer.reduce(hints[0], kind) if hints else make("any")

    def _of_body(self, node: ast.ClassDef, kind: type) -> Iterator[tuple[str, Type]]:
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield from self._of_method(statement, kind)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                yield statement.target.id, self._annotated(statement.annotation, kind)
            elif isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        yield target.id, _of_value(statement.value)

    def _of_method(self, method: Function, kind: type) -> Iterator[tuple[str, Type]]:
        """Yield the attributes that a method assigns to its first parameter, in order, with their types."""
        arguments = [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]
        if not arguments:
            return
        annotations = {argument.arg: argument.annotation for argument in arguments}
        types = {id(target): known for target, known in self._typed(method, annotations, kind)}
        found = [part for part in self._setting_in(method) if _is_set_on(part, arguments[0].arg)]
        for part in sorted(found, key=lambda part: (part.lineno, part.col_offset)):
            yield part.attr, types.get(id(part), make("any"))

    def _typed(
        self, method: Function, annotations: Mapping[str, ast.expr | None], kind: type
    ) -> Iterator[tuple[ast.expr, Type]]:
        """Yield the targets of plain assignments, with the types of the values."""
        for statement in self._setting_in(method):
            if isinstance(statement, ast.AnnAssign):
                yield statement.target, self._annotated(statement.annotation, kind)
            elif isinstance(statement, ast.Assign):
                value = statement.value
                annotation = annotations.get(value.id) if isinstance(value, ast.Name) else None
                known = self._annotated(annotation, kind) if annotation is not None else _of_value(value)
                yield from ((target, known) for target in statement.targets)

    def _setting_in(self, method: Function) -> list[ast.AST]:
        """List the nodes in a method that set something; cached, as many classes share a base."""
        if method not in self._setting:
            kinds = (ast.Assign, ast.AnnAssign, ast.Attribute)
            self._setting[method] = [part for part in nodes_of(method) if isinstance(part, kinds)]
        return self._setting[method]

    def _annotated(self, annotation: ast.expr, kind: type) -> Type:
        module = sys.modules.get(kind.__module__)
        value = self._resolver.evaluate(ast.unparse(annotation), vars(module) if module else {})
        return make("any") if value is Resolver.UNKNOWN else self._reducer.reduce(value, kind)


def _is_set_on(part: ast.AST, receiver: str) -> TypeGuard[ast.Attribute]:
    """Check whether a node binds an attribute of the receiver."""
    return (
        isinstance(part, ast.Attribute)
        and isinstance(part.ctx, ast.Store)
        and isinstance(part.value, ast.Name)
        and part.value.id == receiver
    )


def _of_value(value: ast.expr) -> Type:
    """Find the type of a literal, of a display, or of a call of a built-in type."""
    if isinstance(value, ast.Constant) and isinstance(value.value, _SCALARS):
        return make(type(value.value).__name__)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _CONSTRUCTORS:
        return make(value.func.id)
    return make(_DISPLAYS.get(type(value), "any"))
