"""Strings that attributes stand for: of an object itself, and of what it or a function is configured with.

`self.column` stands for what the constructor stores there: a parameter, which stays open, or a string.
`self.config.column` and `config.column` stand for the default of the class that `config` is annotated with.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from testloom_agent.kinds import SIGNATURE, constructor_of, is_class
from testloom_agent.reflection.bodies.lookups.standing import NONE_STANDING, left_open, texts_of
from testloom_agent.reflection.bodies.uses import ITSELF, name_of
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import methods_in
from testloom_agent.trees import nodes_of

_CONSTRUCTORS = ("__init__", "__post_init__", "__attrs_post_init__")


class AttributeTexts:
    """Finds the strings that attributes stand for; `is_near` tells the classes of the project."""

    def __init__(self, is_near: Callable[[type], bool]) -> None:
        self._is_near = is_near
        self._known: dict[int, list[tuple[str, str]]] = {}

    def of_parameters(
        self, node: Function | ast.Lambda, namespace: Mapping[str, Any]
    ) -> dict[str, list[str]]:
        """Map the attributes of a function's parameters to the strings that they are by default."""
        found: dict[str, list[str]] = {}
        for entry in _annotated(node.args):
            found.update(self._attributes(entry.arg, entry.annotation, namespace))
        return found

    def of_object(
        self,
        classes: Sequence[ast.ClassDef],
        stored: Mapping[str, tuple[str, str | None]],
        namespace: Mapping[str, Any],
    ) -> dict[str, list[str]]:
        """Map the attributes of an object, and of what it stores, to the strings that they stand for.

        `stored` has the parameter of each attribute that the constructor stores.
        """
        found: dict[str, list[str]] = {}
        annotations = _annotations(classes)
        for attribute, (name, steps) in stored.items():
            own = f"{ITSELF}{attribute}"
            found.update(self._attributes(own, annotations.get(name), namespace))
            constant = texts_of(ast.Attribute(ast.Name("self"), attribute), NONE_STANDING, namespace)
            if steps is None and not constant:
                found[own] = [left_open(name)]
        for own, value in _set_in(classes):
            match value:
                case ast.Call(func=made):
                    found.update(self._attributes(own, made, namespace))
                case ast.Constant() | ast.Attribute() if texts := texts_of(value, found, namespace):
                    found[own] = texts
        return found

    def _attributes(
        self, holder: str, annotation: ast.expr | None, namespace: Mapping[str, Any]
    ) -> Iterator[tuple[str, list[str]]]:
        """Yield the attributes of an object of an annotated class that are strings by default."""
        parts = nodes_of(annotation) if annotation is not None else ()
        for kind in (namespace.get(part.id) for part in parts if isinstance(part, ast.Name)):
            if is_class(kind) and self._is_near(kind):
                if id(kind) not in self._known:
                    self._known[id(kind)] = list(_defaults(kind))
                yield from ((f"{holder}.{name}", [text]) for name, text in self._known[id(kind)])


def _annotations(classes: Sequence[ast.ClassDef]) -> dict[str, ast.expr | None]:
    """Map fields and parameters of constructors to their annotations."""
    found: dict[str, ast.expr | None] = {}
    for node in reversed(classes):
        fields = (part for part in node.body if isinstance(part, ast.AnnAssign))
        found.update(
            {part.target.id: part.annotation for part in fields if isinstance(part.target, ast.Name)}
        )
    for method in _constructors(classes):
        found.update({entry.arg: entry.annotation for entry in _annotated(method.args)})
    return found


def _annotated(arguments: ast.arguments) -> Iterator[ast.arg]:
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (entry for entry in every if entry.annotation is not None)


def _set_in(classes: Sequence[ast.ClassDef]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the attributes that constructors set, each with its value, as `self.NAME`."""
    for method in _constructors(classes):
        for part in nodes_of(method):
            match part:
                case ast.Assign(targets=[target], value=value) if name_of(target).startswith(ITSELF):
                    yield name_of(target), value


def _constructors(classes: Sequence[ast.ClassDef]) -> Iterator[Function]:
    """Yield the methods that set up an object, those of bases first."""
    for node in reversed(classes):
        yield from (method for method in methods_in(node) if method.name in _CONSTRUCTORS)


def _defaults(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the strings among a class's attributes, and among the defaults of its constructor."""
    for base in reversed(kind.__mro__):
        yield from ((name, value) for name, value in list(vars(base).items()) if type(value) is str)
    maker = kind if SIGNATURE in vars(kind) else constructor_of(kind)
    try:
        parameters = inspect.signature(maker).parameters.values()
    except Exception:  # some constructors in C have no signature, and annotations may be any code
        return
    yield from ((entry.name, entry.default) for entry in parameters if type(entry.default) is str)
