"""Describes classes: their kind, their members, and which of these may be called."""

from __future__ import annotations

import ast
import enum
import inspect
from collections.abc import Iterator
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import has_a_name, is_class, is_typed_dict
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.members.classes.attributes import AttributeDescriber
from testloom_agent.reflection.members.hints.protocols import is_protocol
from testloom_agent.reflection.sources import Sources, first_line
from testloom_agent.trees import children_of

PLUMBING = ("builtins", "typing", "abc", "enum")
_HOOKS = """
    class_getitem del getattribute init init_subclass instancecheck mro_entries new post_init prepare set_name
    subclasscheck subclasshook
"""
HOOKS = frozenset(f"__{name}__" for name in _HOOKS.split())
"""Special methods that Python calls when it creates classes and objects, or for any operation on them."""
_OPERATORS = "add and floordiv lshift matmul mod mul or pow rshift sub truediv xor"
OPERATORS = frozenset(f"__{way}{name}__" for way in ("", "i", "r") for name in _OPERATORS.split())


def describe_class(
    kind: type, sources: Sources, attributes: AttributeDescriber, in_subject: bool
) -> dict[str, Any]:
    """Describe a class as in docs/agent-protocol.md."""
    node = sources.class_(kind)
    every = {} if is_typed_dict(kind) else attributes.every(kind)
    data = {name: known for name, known in every.items() if not name.startswith("_")}
    private = {name: known for name, known in every.items() if name.startswith("_") and "__" not in name}
    return {
        "id": class_id(kind),
        "bases": [class_id(base) for base in kind.__bases__ if base is not object],
        "metaclass": "" if type(kind).__module__ in PLUMBING else class_id(type(kind)),
        "is_abstract": is_abstract(kind),
        "enum_members": _members(kind),
        "attributes": list(data),
        "assignable": {} if issubclass(kind, tuple) else {**data, **attributes.settable(kind)},
        "private": {} if issubclass(kind, tuple) else private,
        "line": first_line(node) if node is not None else 0,
        "in_subject": in_subject,
    }


def is_abstract(kind: type) -> bool:
    """Check whether a class cannot be instantiated: it has abstract methods, or is a Protocol."""
    return inspect.isabstract(kind) or is_protocol(kind)


def has_constructor(kind: type) -> bool:
    """Check whether a test can create instances by calling the class."""
    return not is_abstract(kind) and not issubclass(kind, enum.Enum)


def public_entries(kind: type, module: str, sources: Sources) -> Iterator[tuple[str, Any]]:
    """Yield the entries that a class and its private bases define in source and a test may use."""
    seen: set[str] = set()
    for base in kind.__mro__:
        if home_of(base) != module or (base is not kind and not base.__name__.startswith("_")):
            continue
        written = _names_in(sources.class_(base))
        for name, entry in list(vars(base).items()):
            if name in seen or _is_another_name(name, entry, base):
                continue
            if not (_is_offered(name, entry, written) or _is_of_protocol(name, kind, written)):
                continue
            seen.add(name)
            yield name, entry


def private_entries(kind: type, sources: Sources) -> Iterator[tuple[str, Any]]:
    """Yield the private entries that a class defines in its source, by their real attribute names."""
    for name in sorted(_names_in(sources.class_(kind)) or ()):
        if name.startswith("_") and not is_dunder(name) and not is_sunder(name):
            attribute = f"_{kind.__name__.lstrip('_')}{name}" if name.startswith("__") else name
            if attribute in vars(kind) and not is_class(vars(kind)[attribute]):
                yield attribute, vars(kind)[attribute]


def is_dunder(name: str) -> bool:
    """Check whether a name is one of Python's special names, such as `__init__`."""
    return name.startswith("__") and name.endswith("__")


def is_sunder(name: str) -> bool:
    """Check whether a name is that of an informal protocol, such as `_repr_html_`."""
    return len(name) > 2 and name[0] == name[-1] == "_" and "_" not in (name[1], name[-2])


def _is_offered(name: str, entry: object, written: set[str] | None) -> bool:
    """Check whether a test may use a name; `written` has the names in the class's source, if there is one.

    Special methods are used if operators and functions call them, or others by a protocol of their own.
    """
    if written is None:
        return not name.startswith("_")
    return name in written and (not name.startswith("_") or is_special_method(name, entry))


def _is_another_name(name: str, entry: object, base: type) -> bool:
    """Check whether an operator is another name of a public method, as in `__sub__ = difference`."""
    usual = entry.__name__ if name in OPERATORS and has_a_name(entry) else name
    return name in OPERATORS and not usual.startswith("_") and vars(base).get(usual) is entry


def is_special_method(name: str, entry: object) -> bool:
    """Check whether a special method is called by operators and functions, and not by Python itself."""
    return is_dunder(name) and name not in HOOKS and callable(entry) and not is_class(entry)


def _is_of_protocol(name: str, kind: type, written: set[str] | None) -> bool:
    """Check whether others call a method by its special name; enums call theirs themselves."""
    return is_sunder(name) and name in (written or ()) and not issubclass(kind, enum.Enum)


def _names_in(node: ast.ClassDef | None) -> set[str] | None:
    """Collect the names bound in a class body; None if there is no source."""
    if node is None:
        return None
    names: set[str] = set()
    todo: list[ast.AST] = list(node.body)
    while todo:
        current = todo.pop()
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(current.name)
            continue
        if isinstance(current, ast.Name) and isinstance(current.ctx, ast.Store):
            names.add(current.id)
        todo.extend(children_of(current))
    return names


def _members(kind: type) -> list[str]:
    if not issubclass(kind, enum.Enum):
        return []
    return [name for name, member in kind.__members__.items() if member.name == name]
