"""The scope of an expression, and the bindings of its variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.source.modules import ClassSource, Function, FunctionSource, ModuleSource


@dataclass(frozen=True, slots=True)
class Scope:
    """A function of a module; `owner` is the class whose method it is.

    Without a function, the scope is the body of the `owner`.
    """

    module: ModuleSource
    function: FunctionSource | None
    owner: ClassSource | None = None

    def receiver(self, name: str) -> ClassSource | None:
        """Return the class that a method belongs to, if the name is its `self`.

        None for class methods and other names.
        """
        return self.owner if name == self._first and not self._is_static("classmethod") else None

    def own_class(self, name: str) -> ClassSource | None:
        """Return the class that a class method belongs to, if the name is its `cls`.

        None for other methods and names.
        """
        return self.owner if name == self._first and self._is_static("classmethod") else None

    @property
    def _first(self) -> str | None:
        if self.function is None or self.function.owner is None or self._is_static("staticmethod"):
            return None
        arguments = self.function.node.args
        return next((argument.arg for argument in (*arguments.posonlyargs, *arguments.args)), None)

    @property
    def around(self) -> Scope | None:
        """The scope of the function in which this one is defined."""
        if self.function is None:
            return None
        outer = self.module.functions.get(self.function.qualname.rpartition(".<locals>.")[0])
        return None if outer is None else Scope(self.module, outer, self.owner)

    def _is_static(self, decorator: str) -> bool:
        return self.function is not None and self.function.is_decorated_as(decorator)


@dataclass(frozen=True, slots=True)
class Binding:
    """A possible value of a variable: a value, an item of a value, or an instance of an annotated class."""

    kind: Literal["value", "item", "annotation"]
    source: ast.expr


def bindings_of(function: Function) -> dict[str, list[Binding]]:
    """Collect the bindings of a function's variables, regardless of their order."""
    found: dict[str, list[Binding]] = {}
    for name, binding in (*_parameters(function.args), *_local(function)):
        found.setdefault(name, []).append(binding)
    return found


Assignments: TypeAlias = dict[str, list[tuple[str, Binding]]]
"""The assignments of a function to attributes, by attribute: the name of the object, and the value."""


def assigned_attributes(function: Function) -> Assignments:
    """Collect the assignments to attributes of named objects, by the name of the attribute."""
    found: Assignments = {}
    for node in ast.walk(function):
        match node:
            case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id=receiver), attr=name), annotation=kind):
                found.setdefault(name, []).append((receiver, Binding("annotation", kind)))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                        found.setdefault(target.attr, []).append((target.value.id, Binding("value", value)))
    return found


def returned_by(function: Function) -> Iterator[ast.expr]:
    """Yield the values of a function's `return` statements, including those of functions within it."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value


def _parameters(arguments: ast.arguments) -> Iterator[tuple[str, Binding]]:
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            yield argument.arg, Binding("annotation", argument.annotation)
    positional = [*arguments.posonlyargs, *arguments.args]
    for argument, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        yield argument.arg, Binding("value", default)


def _local(function: Function) -> Iterator[tuple[str, Binding]]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _assigned(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                yield name, Binding("annotation", annotation)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, Binding("value", value)
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                yield from _iterated(node.target, node.iter)
            case ast.withitem(context_expr=value, optional_vars=ast.Name(id=name)):
                yield name, Binding("value", value)
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kinds]):
                for kind in kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]:
                    yield name, Binding("annotation", kind)


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, Binding]]:
    if isinstance(target, ast.Name):
        yield target.id, Binding("value", value)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for part, known in zip(target.elts, value.elts, strict=False):
            yield from _assigned(part, known)


def _iterated(target: ast.expr, source: ast.expr) -> Iterator[tuple[str, Binding]]:
    """Yield the bindings of a loop: items, or the second parts of pairs such as those of `items()`."""
    if isinstance(target, ast.Name):
        yield target.id, Binding("item", source)
    elif isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(target.elts[1], ast.Name):
        yield from _second(target.elts[1].id, source)


def _second(name: str, source: ast.expr) -> Iterator[tuple[str, Binding]]:
    match source:
        case ast.Call(func=ast.Attribute(value=mapping, attr="items")):
            yield name, Binding("item", mapping)
        case ast.Call(func=ast.Name(id="enumerate"), args=[sequence, *_]):
            yield name, Binding("item", sequence)
