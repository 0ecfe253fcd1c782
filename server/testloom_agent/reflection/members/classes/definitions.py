"""The definition of a class: the hooks of bases and metaclasses that run, and what subclasses have to add."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

from testloom_agent.kinds import function_in, is_a, is_function
from testloom_agent.reflection.bodies.lookups.reader import LookupReader, lookups_of
from testloom_agent.reflection.bodies.uses import uses_of
from testloom_agent.reflection.members.hints.protocols import is_protocol
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.reflection.syntax import positional_names
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

Description = dict[str, Any]
INIT_SUBCLASS = "__init_subclass__"
UNIMPLEMENTED = "NotImplementedError"
_OF_NAMESPACE = 3
"""The number of arguments after the first of a metaclass: the name, the bases and the body of the class."""
_GOING_THROUGH = frozenset({"for", "items", "keys", "values", "list", "sorted", "dict"})
_ANY_NAMES = ("name", "size")
"""Names that a class body defines for hooks that go through all of its names."""
_ASKING = frozenset({"getattr", "hasattr"})
_PYTHONS = frozenset(
    {
        "__annotate__",
        "__annotations__",
        "__classcell__",
        "__match_args__",
        "__orig_bases__",
        "__parameters__",
        "__slots__",
        "__static_attributes__",
        "__type_params__",
    }
).union(*map(dir, (type, object, type(dir), type(lambda: None), int, float, str, dict, set)))
"""Names with two underscores that have a meaning for Python."""
PLAIN = (bool, int, float, str, bytes, type(None))


def hook_of(kind: type) -> Any:
    """Find the function that runs when a class or its subclass is defined; None if there is none.

    For a metaclass this is its `__new__` or `__init__`, for any other class its `__init_subclass__`.
    """
    if not issubclass(kind, type):
        return getattr(vars(kind).get(INIT_SUBCLASS), "__func__", None)
    found = [vars(kind).get(name) for name in ("__new__", "__init__")]
    functions = [function_in(entry) for entry in found]
    return next((function for function in functions if is_function(function)), None)


def keywords_of(kind: type, parameters: Iterable[Description]) -> list[Description]:
    """List the parameters of a hook that a class definition passes as keywords."""
    given = list(parameters)[_OF_NAMESPACE if issubclass(kind, type) else 0 :]
    return [{**entry, "kind": "keyword"} for entry in given if entry["kind"] in ("either", "keyword")]


def read_by(
    node: Function | ast.Lambda | None, kind: type, handed: Iterable[str], *, is_collecting: bool
) -> list[str]:
    """List the attributes of a new class that a hook reads and that the class body may define.

    Some are `handed` on to functions that look them up. If the hook goes through all attributes, a few are
    added, unless it is known which class of values it looks for.
    """
    if node is None or isinstance(node, ast.Lambda):
        return []
    names = set(_names_of_class(node))
    found: dict[str, None] = {}
    written: set[str] = set()
    for part in nodes_of(node):
        match part:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Load()) if name in names:
                found[attribute] = None
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in names:
                written.add(attribute)
            case ast.Call(
                func=ast.Name(id=function), args=[ast.Name(id=name), ast.Constant(value=str(text)), *_]
            ) if function in _ASKING and name in names:
                found[text] = None
    told = [name for name in found if name not in written]
    told += _keys_of_body(node, is_collecting) if issubclass(kind, type) else []
    told += handed
    return [name for name in dict.fromkeys(told) if name.isidentifier() and _may_be_said(name, kind)]


def _names_of_class(node: Function) -> Iterator[str]:
    """Yield the names of the new class in a hook: its first parameter, and the result of `__new__`."""
    yield from positional_names(node)[:1]
    for part in nodes_of(node):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="__new__"))):
                yield name


def body_of(node: Function | ast.Lambda | None, kind: type) -> str:
    """Return a metaclass's parameter for the body of a new class; "" for anything else."""
    taken = positional_names(node)
    return taken[_OF_NAMESPACE] if issubclass(kind, type) and len(taken) > _OF_NAMESPACE else ""


def _keys_of_body(node: Function, is_collecting: bool) -> Iterator[str]:
    """Yield the names that a metaclass looks up in a class body, and any if it goes through all."""
    taken = positional_names(node)
    if len(taken) <= _OF_NAMESPACE:
        return
    name = taken[_OF_NAMESPACE]
    for use in lookups_of(node, LookupReader([name])).uses[name]:
        if use.startswith("['"):
            yield use[2:].partition("'")[0]
    for part in nodes_of(node):
        match part:
            case ast.Compare(
                left=ast.Constant(value=str(text)),
                ops=[ast.In() | ast.NotIn()],
                comparators=[ast.Name(id=body)],
            ) if body == name:
                yield text
    if not is_collecting and not _GOING_THROUGH.isdisjoint(uses_of(node, [name])[name]):
        yield from _ANY_NAMES


def _may_be_said(name: str, kind: type) -> bool:
    """Check whether a class body may set a name: not Python's, and no method or collection of the base."""
    is_special = name.startswith("__") and not (name.endswith("__") and name not in _PYTHONS)
    if is_special or hasattr(type, name):
        return False
    return isinstance(inspect.getattr_static(kind, name, None), PLAIN)


def missing_in(
    kind: type,
    described: Callable[[str, Any], Description | None],
    sources: Sources,
) -> list[Description]:
    """Describe the abstract methods and properties that a subclass adds, by `described`.

    Methods that only raise NotImplementedError are abstract, too, if they are called anywhere or overridden:
    the others mean that the operation does not exist.
    """
    names: frozenset[str] = vars(kind).get("__abstractmethods__", frozenset())
    entries: dict[str, Any] = {}
    for owner in reversed(kind.__mro__):
        is_open = is_protocol(owner) and kind is owner
        for name, entry in list(vars(owner).items()):
            is_unimplemented = _is_function(name, entry) and _raises_only(_function_of(entry), sources)
            is_left_open = is_unimplemented and (sources.is_asked(name, owner) or _is_overridden(name, owner))
            if name in names or is_left_open or (is_open and _is_function(name, entry)):
                entries[name] = entry
            else:
                entries.pop(name, None)
    found = ((name, described(name, entry)) for name, entry in entries.items())
    return [_told(name, entry) for name, entry in found if entry is not None]


def _is_overridden(name: str, kind: type) -> bool:
    """Check whether a subclass of a class has its own attribute of this name."""
    derived: list[type] = type.__subclasses__(kind)
    return any(name in vars(sub) or _is_overridden(name, sub) for sub in derived)


def _function_of(entry: Any) -> Any:
    return entry.fget if is_a(entry, property) else function_in(entry)


def _raises_only(function: Any, sources: Sources) -> bool:
    """Check whether a function only raises that it is not implemented.

    For most functions the code shows that they do more, without reading the source of a module, which may be
    large.
    """
    code = getattr(unwrapped(function), "__code__", None)
    if not is_a(code, CodeType) or UNIMPLEMENTED not in code.co_names:
        return False
    node = sources.function(function)
    if node is None or isinstance(node, ast.Lambda):
        return False
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    match body:
        case [ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)))]:
            return name == UNIMPLEMENTED
    return False


def _is_function(name: str, entry: Any) -> bool:
    is_method = is_function(entry) or is_a(entry, property, classmethod, staticmethod)
    return is_method and not (name.startswith("_") and "__" in name)


def _told(name: str, entry: Description) -> Description:
    return {
        "name": name,
        "kind": entry["kind"],
        "parameters": list(_written(entry["parameters"])),
        "returns": entry["returns"],
        "is_coroutine": entry["is_coroutine"] and not entry["is_generator"],
    }


def _written(parameters: Iterable[Description]) -> Iterator[str]:
    """Parameters as they are written, without annotations."""
    before = ""
    for entry in parameters:
        kind, name = entry["kind"], entry["name"]
        if before == "positional" and kind != "positional":
            yield "/"
        if kind == "keyword" and before not in ("keyword", "args"):
            yield "*"
        before = kind
        stars = {"args": "*", "kwargs": "**"}.get(kind, "")
        yield f"{stars}{name}{_default(entry) if not stars else ''}"
    if before == "positional":
        yield "/"


def _default(entry: Description) -> str:
    if not entry["has_default"]:
        return ""
    return f"={entry['default']!r}" if isinstance(entry["default"], PLAIN) else "=None"
