"""The selection of handlers in a body: by the rest of a method's name, or a key in a table of functions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import FunctionType
from typing import Any

from testloom_agent.kinds import function_in, is_a, is_class, is_function
from testloom_agent.reflection.sources import Function
from testloom_agent.trees import nodes_of

Handlers = dict[str, FunctionType]
"""The functions that can be selected, by the words that select them."""
SELECTED = "selects:"
"""The prefix of a use that tells which word selects a handler, and how many arguments it requires."""
MOST = 40
_CHANGING = frozenset({"casefold", "lower", "lstrip", "replace", "rstrip", "strip", "title", "upper"})


@dataclass(frozen=True)
class Dispatch:
    """The selection of handlers in a body.

    Attributes:
        uses: the expressions whose values select a handler, each with the uses that tell of the selection.
        called: the functions among which an expression, or the name that it is assigned to, selects one.
    """

    uses: dict[ast.expr, list[str]] = field(default_factory=dict)
    called: dict[ast.expr | str, list[Any]] = field(default_factory=dict)

    def handlers_of(self, call: ast.Call) -> list[Any]:
        """Return the functions that a call may call, by what was selected."""
        called = call.func.id if isinstance(call.func, ast.Name) else call.func
        return self.called.get(called, [])


class Tables:
    """The mappings of methods that classes store in attributes of their objects; each class is read once.

    `class_of` finds the source of a class.
    """

    def __init__(self, class_of: Callable[[type], ast.ClassDef | None]) -> None:
        self._class_of = class_of
        self._written: dict[ast.ClassDef, list[tuple[str, str, str]]] = {}
        self._known: dict[int, dict[str, Handlers]] = {}

    def of(self, owner: type) -> dict[str, Handlers]:
        """Find the methods in the mappings of a class and its bases, by the attribute of the mapping."""
        if id(owner) not in self._known:
            found: dict[str, Handlers] = {}
            for node in filter(None, map(self._class_of, owner.__mro__)):
                if node not in self._written:
                    self._written[node] = list(_written_in(node))
                for attribute, word, method in self._written[node]:
                    function = function_in(inspect.getattr_static(owner, method, None))
                    if is_function(function):
                        found.setdefault(attribute, {})[word] = function
            self._known[id(owner)] = found
        return self._known[id(owner)]


def dispatch_in(
    node: Function | ast.Lambda, namespace: Mapping[str, Any], owner: type | None, tables: Tables
) -> Dispatch:
    """Find the expressions by which a body selects handlers, with the functions they may select."""
    assigned = {
        statement.targets[0].id: statement.value
        for statement in nodes_of(node)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    names = {value: name for name, value in assigned.items()}
    found = Dispatch()
    for part in nodes_of(node):
        for key, handlers in _selections(part, assigned, namespace, owner, tables):
            value, uses = _key(key, handlers, namespace)
            if uses and isinstance(part, ast.expr):
                found.uses[value] = uses
                found.called[names.get(part, part)] = list(handlers.values())
    return found


def _selections(
    part: ast.AST,
    assigned: Mapping[str, ast.expr],
    namespace: Mapping[str, Any],
    owner: type | None,
    tables: Tables,
) -> Iterator[tuple[ast.expr, Handlers]]:
    """Yield the expressions by which a node selects a handler, each with the available handlers."""
    match part:
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id="self"), name, *_]) if owner is not None:
            name = assigned.get(name.id, name) if isinstance(name, ast.Name) else name
            beginning, key = _parts_of_name(name)
            if beginning and key is not None:
                yield key, _methods(owner, beginning)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
            yield key, _table(table, namespace, owner, tables)
        case ast.Subscript(value=table, slice=key):
            yield key, _table(table, namespace, owner, tables)


def _parts_of_name(name: ast.expr) -> tuple[str, ast.expr | None]:
    """Split a composed name into its constant beginning and the expression after it."""
    match name:
        case ast.BinOp(left=ast.Constant(value=str() as beginning), op=ast.Add(), right=key):
            return beginning, key
        case ast.BinOp(left=ast.Constant(value=str() as form), op=ast.Mod(), right=key) if form.endswith(
            "%s"
        ):
            return form.removesuffix("%s"), key
        case ast.JoinedStr(
            values=[ast.Constant(value=str() as beginning), ast.FormattedValue(value=key, format_spec=None)]
        ):
            return beginning, key
    return "", None


def _key(key: ast.expr, handlers: Handlers, namespace: Mapping[str, Any]) -> tuple[ast.expr, list[str]]:
    """Find the value that selects, before any string conversion, and its uses; a class counts by its name."""
    while isinstance(key, ast.Call) and isinstance(key.func, ast.Attribute) and key.func.attr in _CHANGING:
        key = key.func.value
    words = list(handlers.items())[:MOST]
    match key:
        case ast.Attribute(
            value=ast.Call(func=ast.Name(id="type"), args=[value])
            | ast.Attribute(value=value, attr="__class__"),
            attr="__name__",
        ):
            return value, [f"isinstance:{word}" for word, _ in words if is_class(namespace.get(word))]
    return key, [
        use for word, handler in words for use in (f"==:{word!r}", f"{SELECTED}{word}:{_needed(handler)}")
    ]


def _methods(owner: type, beginning: str) -> Handlers:
    """Collect the methods whose names have this beginning, by the rest of their names."""
    found: Handlers = {}
    for kind in owner.__mro__:
        for name, entry in vars(kind).items():
            function = function_in(entry)
            if name.startswith(beginning) and name != beginning and is_function(function):
                found.setdefault(name.removeprefix(beginning), function)
    return found


def _table(table: ast.expr, namespace: Mapping[str, Any], owner: type | None, tables: Tables) -> Handlers:
    """Collect the functions in a mapping of the module, or the methods in a mapping of the object."""
    match table:
        case ast.Name(id=name) if is_a(held := namespace.get(name), dict):
            entries = islice(dict.items(held), MOST)
            return {key: value for key, value in entries if type(key) is str and is_function(value)}
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if owner is not None:
            return tables.of(owner).get(name, {})
    return {}


def _written_in(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of the mappings that a class stores in attributes: attribute, key and method."""
    for statement in nodes_of(node):
        match statement:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)],
                value=ast.Dict(keys=keys, values=values),
            ):
                for key, value in zip(keys, values, strict=True):
                    match key, value:
                        case ast.Constant(value=str() as word), ast.Attribute(attr=method):
                            yield attribute, word, method


def _needed(function: FunctionType) -> int:
    """Count the positional arguments that a caller has to pass."""
    arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
    return len(arguments) - (arguments[:1] == ("self",)) - len(function.__defaults__ or ())
