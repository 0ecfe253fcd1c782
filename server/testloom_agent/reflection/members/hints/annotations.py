"""Reduces annotations to plain data: names of built-in types, ids of classes, and a few special forms."""

from __future__ import annotations

import collections.abc as abc
import contextlib
import enum
import inspect
import io
import numbers
import os
import pathlib
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from testloom_agent.reflection.identities import class_id, encode_scalar, is_scalar
from testloom_agent.reflection.members.hints.limits import limited
from testloom_agent.reflection.members.hints.protocols import called_as, satisfied_by

Type: TypeAlias = dict[str, Any]

ANY_NAME = "any"
CALLABLE = "callable"
_DEEPEST = 6
_WRAPPERS = frozenset({"ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack", "InitVar"})
_SATISFIED_BY: Mapping[Any, str] = {
    abc.Iterable: "list",
    abc.Iterator: "iterator",
    abc.Generator: "generator",
    abc.AsyncIterable: "async_generator",
    abc.AsyncIterator: "async_generator",
    abc.AsyncGenerator: "async_generator",
    abc.Collection: "list",
    abc.Container: "list",
    abc.Reversible: "list",
    abc.Sequence: "list",
    abc.MutableSequence: "list",
    abc.Sized: "list",
    abc.Mapping: "dict",
    abc.MutableMapping: "dict",
    abc.Set: "set",
    abc.MutableSet: "set",
    abc.KeysView: "set",
    abc.ItemsView: "set",
    abc.ValuesView: "list",
    abc.Hashable: "str",
    typing.SupportsInt: "int",
    typing.SupportsIndex: "int",
    typing.SupportsFloat: "float",
    typing.SupportsAbs: "float",
    typing.SupportsRound: "float",
    typing.SupportsComplex: "complex",
    typing.SupportsBytes: "bytes",
    numbers.Number: "float",
    numbers.Complex: "complex",
    numbers.Real: "float",
    numbers.Rational: "int",
    numbers.Integral: "int",
    memoryview: "bytes",
    object: "any",
    type: "type",
    types.FunctionType: CALLABLE,
    abc.Callable: CALLABLE,
}
_FORMS = frozenset({"typing", "typing_extensions", "types", "collections.abc"})
_FORMATS = {("pydantic.networks", "EmailStr"): "email"}
"""Classes that stand for texts of a format, by module and name."""
_ITEMS_ONLY = frozenset({abc.Generator, abc.AsyncGenerator})
_INSTANCES: Mapping[Any, type] = {
    typing.IO: io.StringIO,
    typing.TextIO: io.StringIO,
    typing.BinaryIO: io.BytesIO,
    os.PathLike: pathlib.Path,
}


def make(name: str, args: list[Type] | None = None, values: list[Any] | None = None) -> Type:
    """Create a type as in docs/agent-protocol.md."""
    return {"name": name, "args": args or [], "values": values or []}


_PRODUCERS = frozenset({"iterator", "generator", "async_generator"})
_STEPWISE = frozenset({"next", "__next__", "send", "throw"})
"""Uses of an iterator that show that it is not just iterated over."""


def drained(kind: Type) -> Type:
    """Convert a type whose items tests take all at once, such as an iterator, to a list."""
    return {**kind, "name": "list"} if kind["name"] in _PRODUCERS else kind


def as_iterated(kind: Type, uses: Iterable[str]) -> Type:
    """Convert the types of iterators whose items are only iterated over to lists."""
    if kind["name"] == "union":
        return {**kind, "args": [as_iterated(arg, uses) for arg in kind["args"]]}
    is_plain = kind["name"] in ("iterator", "generator") and _STEPWISE.isdisjoint(uses)
    return drained(kind) if is_plain else kind


class Reducer:
    """Reduces annotations; `classes` collects the classes they name, in order."""

    def __init__(self) -> None:
        self.classes: dict[type, None] = {}

    def reduce(self, annotation: Any, owner: type | None = None, depth: int = 0) -> Type:
        """Reduce an evaluated annotation to a type; `owner` is the class that `Self` stands for."""
        if depth > _DEEPEST:
            return make(ANY_NAME)
        if annotation is None or annotation is type(None):
            return make("none")
        origin = typing.get_origin(annotation)
        if isinstance(annotation, type) and origin is None:
            return self._class(annotation, depth)
        if origin is not None:
            return self._generic(annotation, origin, owner, depth)
        return self._special(annotation, owner, depth)

    def _class(self, kind: type, depth: int = 0) -> Type:
        if kind in _SATISFIED_BY:
            return make(_SATISFIED_BY[kind])
        if kind in _INSTANCES:
            return make(class_id(_INSTANCES[kind]))
        if kind.__module__ == "builtins":
            return make(class_id(kind) if issubclass(kind, BaseException) else kind.__qualname__)
        if (form := _FORMATS.get((kind.__module__, kind.__qualname__))) is not None:
            return make("format", values=[form])
        if kind.__module__ in _FORMS:
            return make("bytes" if kind.__name__ == "Buffer" else ANY_NAME)
        if (plain := satisfied_by(kind)) is not None:
            return make(plain.__qualname__)
        if (called := called_as(kind)) is not None:
            return self._callback(called, depth)
        self.classes.setdefault(kind)
        return make(class_id(kind))

    def _generic(self, annotation: Any, origin: Any, owner: type | None, depth: int) -> Type:
        args = typing.get_args(annotation)
        if origin is typing.Union or origin is types.UnionType:
            return self._union(args, owner, depth)
        if origin is typing.Literal:
            return self._literal(args)
        if origin is typing.Annotated or getattr(origin, "_name", None) in _WRAPPERS:
            return limited(self.reduce(args[0], owner, depth + 1), args[1:])
        if origin is abc.Callable:
            return self._function(args, owner, depth)
        if getattr(origin, "_name", "") in ("TypeGuard", "TypeIs"):
            return make("bool")
        if origin in (abc.Awaitable, abc.Coroutine, contextlib.AbstractContextManager):
            return make(ANY_NAME)
        if hasattr(origin, "__value__"):  # a generic `type` statement
            return self.reduce(origin.__value__, owner, depth + 1)
        return self._parametrised(origin, args, owner, depth)

    def _function(self, args: tuple[Any, ...], owner: type | None, depth: int) -> Type:
        """Build the type of a function from its result and, if known, its parameters."""
        if len(args) != 2:
            return make(CALLABLE)
        taken, returned = args
        parts = [self._returned(returned, owner, depth)]
        if isinstance(taken, list):
            parts.append(make("tuple", [self.reduce(arg, owner, depth + 1) for arg in taken]))
        return make(CALLABLE, parts)

    def _callback(self, called: Callable[..., Any], depth: int) -> Type:
        """Build the type of the functions that a callback protocol admits, from its `__call__`."""
        try:
            returned = typing.get_type_hints(called).get("return", Any)
        except Exception:  # a name that only type checkers import
            return make(CALLABLE)
        result = self.reduce(returned, depth=depth + 1)
        return make(
            CALLABLE, [make("awaitable", [result]) if inspect.iscoroutinefunction(called) else result]
        )

    def _returned(self, annotation: Any, owner: type | None, depth: int) -> Type:
        """Reduce the result type of a function; that of an awaitable is the type of what it yields."""
        args = typing.get_args(annotation)
        if args and typing.get_origin(annotation) in (abc.Awaitable, abc.Coroutine):
            return make("awaitable", [self.reduce(args[-1], owner, depth + 1)])
        return self.reduce(annotation, owner, depth + 1)

    def _parametrised(self, origin: Any, args: tuple[Any, ...], owner: type | None, depth: int) -> Type:
        base = self._class(origin, depth) if isinstance(origin, type) else make(ANY_NAME)
        if origin in _INSTANCES:
            return make(class_id(io.BytesIO)) if bytes in args else base
        if base["name"] in (ANY_NAME, CALLABLE):
            return base
        if origin in _ITEMS_ONLY:
            args = args[:1]
        if origin is abc.ItemsView:
            return make("set", [make("tuple", [self.reduce(arg, owner, depth + 1) for arg in args])])
        base["args"] = [self.reduce(arg, owner, depth + 1) for arg in args if arg is not Ellipsis]
        if origin is tuple and Ellipsis not in args:
            base["limits"] = {"min_length": len(args), "max_length": len(args)}
        return base

    def _union(self, args: tuple[Any, ...], owner: type | None, depth: int) -> Type:
        parts: list[Type] = []
        for arg in args:
            part = self.reduce(arg, owner, depth + 1)
            for single in part["args"] if part["name"] == "union" else [part]:
                if single not in parts:
                    parts.append(single)
        return parts[0] if len(parts) == 1 else make("union", parts)

    def _literal(self, args: tuple[Any, ...]) -> Type:
        values = [encode_scalar(arg) for arg in args if is_scalar(arg)]
        kinds = {type(arg) for arg in args if isinstance(arg, enum.Enum)}
        members = [self._class(kind) for kind in sorted(kinds, key=lambda kind: kind.__qualname__)]
        if not members:
            return make("literal", values=values)
        if not values:
            return members[0] if len(members) == 1 else make("union", members)
        return make("union", [make("literal", values=values), *members])

    def _special(self, annotation: Any, owner: type | None, depth: int) -> Type:
        if isinstance(annotation, typing.TypeVar):
            return self._variable(annotation, owner, depth)
        if annotation in _INSTANCES:
            return make(class_id(_INSTANCES[annotation]))
        if (supertype := getattr(annotation, "__supertype__", None)) is not None:
            return self.reduce(supertype, owner, depth + 1)
        if hasattr(annotation, "__value__"):  # a `type` statement
            return self.reduce(annotation.__value__, owner, depth + 1)
        name = getattr(annotation, "_name", None) or getattr(annotation, "__name__", "")
        if name == "Self" and owner is not None:
            return self._class(owner, depth)
        if type(annotation).__name__ == "InitVar":
            return self.reduce(annotation.type, owner, depth + 1)
        return make("str" if name == "LiteralString" else ANY_NAME)

    def _variable(self, variable: Any, owner: type | None, depth: int) -> Type:
        if variable.__constraints__:
            return self._union(variable.__constraints__, owner, depth)
        if variable.__bound__ is None:
            return make(ANY_NAME)
        return self.reduce(variable.__bound__, owner, depth + 1)
