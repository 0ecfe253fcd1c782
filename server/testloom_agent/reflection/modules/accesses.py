"""Functions and methods through which code accesses files; a test that has one fail replaces it."""

from __future__ import annotations

import ast
import pathlib
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.trees import nodes_of

_METHODS = """
    open read_text read_bytes write_text write_bytes mkdir rmdir unlink rename replace touch iterdir stat
"""
METHODS = frozenset(_METHODS.split())
_OF_OS = """
    listdir scandir makedirs mkdir remove unlink rename replace rmdir stat lstat chmod open walk fdopen link
    symlink readlink access utime truncate
"""
_OF_SHUTIL = "copy copy2 copyfile copytree move rmtree disk_usage chown make_archive unpack_archive"
_OF_TEMPFILE = "mkstemp mkdtemp NamedTemporaryFile TemporaryFile TemporaryDirectory"
FUNCTIONS = {
    "os": frozenset(_OF_OS.split()),
    "shutil": frozenset(_OF_SHUTIL.split()),
    "tempfile": frozenset(_OF_TEMPFILE.split()),
}


def accesses_of(module: ModuleType, tree: ast.Module) -> list[str]:
    """`module:NAME` of each, as a test names what it replaces: `builtins:open`, `pathlib:Path.read_text`."""
    namespace = vars(module)
    has_paths = any(
        value is pathlib or (is_class(value) and issubclass(value, pathlib.PurePath))
        for value in namespace.values()
    )
    called = [
        node.func
        for function in nodes_of(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in nodes_of(function)
        if isinstance(node, ast.Call)
    ]
    return list(dict.fromkeys(_replaceable(called, module.__name__, namespace, has_paths)))


def _replaceable(
    called: list[ast.expr], module: str, namespace: Mapping[str, Any], has_paths: bool
) -> Iterator[str]:
    for function in called:
        if isinstance(function, ast.Name):
            yield from _by_name(function.id, module, namespace)
        elif isinstance(function, ast.Attribute):
            name = function.attr
            owner = namespace.get(function.value.id) if isinstance(function.value, ast.Name) else None
            if is_a(owner, ModuleType):
                if name in FUNCTIONS.get(owner.__name__, ()):
                    yield f"{owner.__name__}:{name}"
            elif has_paths and name in METHODS:
                yield f"pathlib:Path.{name}"


def _by_name(name: str, module: str, namespace: Mapping[str, Any]) -> Iterator[str]:
    if name == "open" and name not in namespace:
        yield "builtins:open"
    value = namespace.get(name)
    for library, functions in FUNCTIONS.items():
        known = (getattr(sys.modules.get(library), function, None) for function in functions)
        if value is not None and any(value is function for function in known):
            yield f"{module}:{name}"
