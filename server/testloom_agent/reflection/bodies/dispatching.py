"""What code selects handlers by: the rest of the name of a method, or the key of a table of functions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from testloom_agent.kinds import function_in, is_a, is_class, is_function
from testloom_agent.reflection.sources import Function

Handlers = dict[str, FunctionType]
"""The functions that are selected, by the words that select them."""
SELECTED = "selects:"
"""How a use begins that says which word selects a handler, and how many arguments this needs."""
MOST = 40
_CHANGING = frozenset({"casefold", "lower", "lstrip", "replace", "rstrip", "strip", "title", "upper"})


@dataclass(frozen=True)
class Dispatch:
    """How a body selects handlers.

    Attributes:
        uses: the expressions that select, with the uses of their values that say so.
        called: the functions that a selecting expression may yield, or a name that it was given.
    """

    uses: dict[ast.expr, list[str]] = field(default_factory=dict)
    called: dict[ast.expr | str, list[Any]] = field(default_factory=dict)

    def handlers_of(self, call: ast.Call) -> list[Any]:
        """The functions that a call may call by what was selected."""
        called = call.func.id if isinstance(call.func, ast.Name) else call.func
        return self.called.get(called, [])


def dispatch_in(
    node: Function | ast.Lambda,
    namespace: Mapping[str, Any],
    owner: type | None,
    class_of: Callable[[type], ast.ClassDef | None],
) -> Dispatch:
    """How a body selects handlers; `class_of` finds the source of a class."""
    assigned = {
        statement.targets[0].id: statement.value
        for statement in ast.walk(node)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    names = {value: name for name, value in assigned.items()}
    found = Dispatch()
    for part in ast.walk(node):
        for key, handlers in _selections(part, assigned, namespace, owner, class_of):
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
    class_of: Callable[[type], ast.ClassDef | None],
) -> Iterator[tuple[ast.expr, Handlers]]:
    """What an expression selects a handler by, and the handlers that there are."""
    match part:
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id="self"), name, *_]) if owner is not None:
            name = assigned.get(name.id, name) if isinstance(name, ast.Name) else name
            beginning, key = _parts_of_name(name)
            if beginning and key is not None:
                yield key, _methods(owner, beginning)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
            yield key, _table(table, namespace, owner, class_of)
        case ast.Subscript(value=table, slice=key):
            yield key, _table(table, namespace, owner, class_of)


def _parts_of_name(name: ast.expr) -> tuple[str, ast.expr | None]:
    """The constant beginning of a name that is put together, and what stands behind it."""
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
    """The value that selects, without what is done to its text, and its uses: a class goes by its name."""
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
    """The methods of a class whose names begin so, by the rest of their names."""
    found: Handlers = {}
    for kind in owner.__mro__:
        for name, entry in vars(kind).items():
            function = function_in(entry)
            if name.startswith(beginning) and name != beginning and is_function(function):
                found.setdefault(name.removeprefix(beginning), function)
    return found


def _table(
    table: ast.expr,
    namespace: Mapping[str, Any],
    owner: type | None,
    class_of: Callable[[type], ast.ClassDef | None],
) -> Handlers:
    """The functions that a mapping of the module has, or methods that one of the object was given."""
    match table:
        case ast.Name(id=name) if is_a(held := namespace.get(name), dict):
            return {key: value for key, value in held.items() if is_a(key, str) and is_function(value)}
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if owner is not None:
            definitions = filter(None, map(class_of, owner.__mro__))
            return {key: method for node in definitions for key, method in _given(node, name, owner)}
    return {}


def _given(node: ast.ClassDef, attribute: str, owner: type) -> Iterator[tuple[str, Any]]:
    """The entries of a mapping of methods that a class puts into an attribute of its objects."""
    for statement in ast.walk(node):
        match statement:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)],
                value=ast.Dict(keys=keys, values=values),
            ) if name == attribute:
                for key, value in zip(keys, values, strict=True):
                    match key, value:
                        case ast.Constant(value=str() as word), ast.Attribute(attr=method):
                            function = function_in(inspect.getattr_static(owner, method, None))
                            if is_function(function):
                                yield word, function


def _needed(function: FunctionType) -> int:
    """How many positional arguments a caller has to give."""
    arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
    return len(arguments) - (arguments[:1] == ("self",)) - len(function.__defaults__ or ())
