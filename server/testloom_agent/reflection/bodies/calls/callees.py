"""Which function or class of the package a call calls."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import constructor_of, function_in, is_a, is_class, is_function
from testloom_agent.reflection.sources import Function, Sources

_OWN = frozenset({"self", "cls", "mcs"})


@dataclass(frozen=True)
class BodyScope:
    """Where the names in a body are looked up: in a module, and `self` in a class.

    The `definer` is the class that defines the body; `super()` continues after it.
    """

    namespace: Mapping[str, Any]
    owner: type | None
    definer: type | None = None


@dataclass(frozen=True)
class Callee:
    """A function or class that is called; `owner` is the class for which a method is called."""

    called: Any
    owner: type | None = None


class Callees:
    """Finds what calls in the package of a module call, and where it is defined."""

    def __init__(self, module: str, sources: Sources) -> None:
        self._package = module.partition(".")[0]
        self._sources = sources

    def scope(self, function: Any, owner: type | None) -> BodyScope:
        """Create the scope in which the names in a function's body are looked up."""
        node = self._sources.function(function)
        definer = None if node is None else self.definer(node, owner)
        return BodyScope(function.__globals__, owner, definer)

    def of(self, called: ast.expr, scope: BodyScope) -> Callee | None:
        """Find the function or class of the package that a call calls; None if that is not known."""
        owner: type | None = None
        match called:
            case ast.Name(id=name):
                value = scope.namespace.get(name)
            case ast.Attribute(value=ast.Name(id=holder), attr=name) if holder in _OWN and scope.owner:
                value, owner = inspect.getattr_static(scope.owner, name, None), scope.owner
                value = function_in(value)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))) if scope.definer:
                value, owner = function_in(inherited(called, scope)), scope.owner
            case ast.Attribute(value=ast.Name(id=holder), attr=name):
                value, owner = _held(scope.namespace.get(holder), name)
            case _:
                value = None
        if is_class(value):
            init = constructor_of(value)
            return Callee(value) if self.is_near(value) and is_function(init) else None
        return Callee(value, owner) if is_function(value) and self.is_near(value) else None

    def function_named(self, namespace: Mapping[str, Any], name: str) -> Function | ast.Lambda | None:
        """Find the definition of a function of the package by its name in a module."""
        value = namespace.get(name)
        return self._sources.function(value) if is_function(value) and self.is_near(value) else None

    def definer(self, node: Function | ast.Lambda, owner: type | None) -> type | None:
        """Find the class that defines a method; None if the function is not a method."""
        if owner is None or isinstance(node, ast.Lambda):
            return None
        for kind in owner.__mro__:
            entry = function_in(vars(kind).get(node.name))
            if is_function(entry) and self._sources.function(entry) is node:
                return kind
        return None

    def class_(self, kind: type) -> ast.ClassDef | None:
        """Find the definition of a class of the package."""
        return self._sources.class_(kind) if self.is_near(kind) else None

    def is_of_package(self, namespace: Mapping[str, Any]) -> bool:
        """Check whether a namespace is that of a module of the package."""
        return str(namespace.get("__name__")).partition(".")[0] == self._package

    def is_near(self, value: Any) -> bool:
        """Check whether a function or class is defined in the package."""
        return home_of(value).partition(".")[0] == self._package


def with_itself(namespace: Mapping[str, Any], owner: type | None) -> Mapping[str, Any]:
    """Extend a namespace by `self` and `cls`, which stand for the class."""
    return namespace if owner is None else {**namespace, "self": owner, "cls": owner}


def inherited(called: ast.expr, scope: BodyScope) -> Any:
    """Find the attribute that `super().name` stands for in the body's class; None if there is none."""
    if not isinstance(called, ast.Attribute) or scope.owner is None or scope.definer is None:
        return None
    order = scope.owner.__mro__
    place = next(place for place, kind in enumerate(order) if kind is scope.definer)
    following = order[place + 1 :]
    return next((vars(kind)[called.attr] for kind in following if called.attr in vars(kind)), None)


def _held(holder: Any, name: str) -> tuple[Any, type | None]:
    """Find the value of a name in a module or class, and the class that a class method is bound to."""
    if is_a(holder, ModuleType):
        return vars(holder).get(name), None
    value = inspect.getattr_static(holder, name, None) if is_class(holder) else None
    return function_in(value), holder if is_a(value, classmethod) else None
