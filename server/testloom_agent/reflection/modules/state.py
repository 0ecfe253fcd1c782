"""Plain values that functions look up: module-level variables, class attributes, facts about the system."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_class
from testloom_agent.reflection.databases.schemas import creates_tables
from testloom_agent.reflection.identities import encode_scalar, is_scalar
from testloom_agent.trees import nodes_of

_PLAIN = (type(None), bool, int, float, str, bytes)
SETTINGS = "django.conf"
_FACTS = {"sys": ("platform",), "os": ("name",)}
"""Attributes of modules of the standard library that describe the machine."""


def state_of(module: ModuleType, tree: ast.Module) -> list[dict[str, Any]]:
    """List the public plain variables that code in functions reads, with their current values."""
    found = dict(_variables(module, tree))
    return [
        {"path": path, "value": encode_scalar(value)} for path, value in found.items() if is_scalar(value)
    ]


def versions_of(module: ModuleType, tree: ast.Module) -> list[dict[str, str]]:
    """List the variables that code in functions reads and that hold the version of a package, as it is."""
    names, _ = read_in_functions(tree)
    held = [(name, value) for name, value in vars(module).items() if name in names and type(value) is str]
    if not held:
        return []
    known = {
        id(vars(other).get("__version__"))
        for other in list(sys.modules.values())
        if isinstance(other, ModuleType)
    }
    return [
        {"path": f"{module.__name__}:{name}", "value": value} for name, value in held if id(value) in known
    ]


def _variables(module: ModuleType, tree: ast.Module) -> Iterator[tuple[str, Any]]:
    names, attributes = read_in_functions(tree)
    for name in _assigned(tree.body):
        value = vars(module).get(name, module)
        if name in names and type(value) in _PLAIN and not creates_tables(value):
            yield f"{module.__name__}:{name}", value
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _of_class(node, module, {name for _, name in attributes})
    for owner, name in sorted(attributes):
        if _is_setting(vars(module).get(owner), name):
            yield f"{SETTINGS}:settings.{name}", getattr(vars(module)[owner], name)
    for owner, facts in _FACTS.items():
        for fact in facts:
            if (owner, fact) in attributes:
                yield f"{owner}:{fact}", getattr(sys.modules[owner], fact)


def _is_setting(owner: Any, name: str) -> bool:
    """Check whether an object has the settings of a Django project, and this setting is plain."""
    settings: Any = getattr(sys.modules.get(SETTINGS), "settings", None)
    if settings is None or owner is not settings or not name.isupper():
        return False
    return settings.configured and type(getattr(settings, name, settings)) in _PLAIN


def _of_class(node: ast.ClassDef, module: ModuleType, read: set[str]) -> Iterator[tuple[str, Any]]:
    kind = vars(module).get(node.name)
    if is_class(kind) and home_of(kind) == module.__name__ and not is_dataclass(kind):
        for name in _assigned(node.body):
            if name in read and name in vars(kind) and type(vars(kind)[name]) in _PLAIN:
                yield f"{module.__name__}:{node.name}.{name}", vars(kind)[name]


def _assigned(body: list[ast.stmt]) -> list[str]:
    """List the public names that statements assign to."""
    targets = [
        target
        for node in _run_at_import(body)
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(target, ast.Name)
    ]
    return [target.id for target in targets if not target.id.startswith("_")]


def _run_at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a body and of its branches."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            handlers = node.handlers if isinstance(node, ast.Try) else []
            for part in (node.body, node.orelse, *(handler.body for handler in handlers)):
                yield from _run_at_import(part)


def read_in_functions(tree: ast.Module) -> tuple[set[str], set[tuple[str, str]]]:
    """Collect the names, and the attributes of names, that bodies of functions read."""
    names: set[str] = set()
    attributes: set[tuple[str, str]] = set()
    for function in nodes_of(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in nodes_of(function):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    names.add(node.id)
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    attributes.add((node.value.id, node.attr))
    return names, attributes
