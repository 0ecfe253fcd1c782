"""Finds the syntax tree of a live function or class."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias

from testloom_agent.homes import home_of
from testloom_agent.kinds import dictionary_of
from testloom_agent.trees import children_of, nodes_of, tree_of
from testloom_agent.wrapped import unwrapped

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Sources:
    """Syntax trees of the project's files: that of the subject is given, others are read when needed."""

    def __init__(self, module: str, file: str, tree: ast.Module, root: str) -> None:
        self._module = module
        self._root = Path(root).resolve()
        self._own = _Index(tree)
        self._indexes = {file: self._own}
        self._said: dict[ast.stmt, frozenset[str]] = {}
        self._are_in_project: dict[str, bool] = {}

    def function(self, function: Any) -> Function | ast.Lambda | None:
        """Find the definition of a Python function by its code object; None if there is none."""
        code = getattr(unwrapped(function), "__code__", None)
        if not isinstance(code, CodeType):
            return None
        index = self._index(code.co_filename)
        return None if index is None else index.functions.get((code.co_firstlineno, code.co_name))

    def class_(self, kind: type) -> ast.ClassDef | None:
        """Find the definition of a class by its qualified name; None if there is none."""
        index = self._own if self.defines(kind) else self._index(file_of(kind))
        return None if index is None else index.classes.get(kind.__qualname__)

    def saying(self, classes: Iterable[ast.ClassDef], names: Container[str]) -> list[ast.stmt]:
        """List the statements in the bodies of these classes that use `self.NAME` with one of the names.

        For a class with hundreds of methods this is called often, for few attributes that few methods read.
        """
        parts = (part for node in classes for part in node.body)
        return [part for part in parts if any(name in names for name in self._said_in(part))]

    def _said_in(self, part: ast.stmt) -> frozenset[str]:
        if part not in self._said:
            self._said[part] = frozenset(_attributes_of_itself(part))
        return self._said[part]

    def defines(self, entry: Any) -> bool:
        """Check whether a class or function is defined in the source of the subject, whatever its module."""
        home = home_of(entry)
        if home == self._module or not issubclass(type(entry), type):
            return home == self._module
        # A class without functions of its own, such as an exception, can only be recognised by its name.
        is_exported = f"{self._module}.".startswith(f"{home}.") and home == entry.__module__
        return is_exported and entry.__qualname__ in self._own.classes

    def converts(self, function: Any) -> bool:
        """Check whether a parser in a function's module calls the function with a command-line word."""
        code = getattr(unwrapped(function), "__code__", None)
        index = self._index(code.co_filename) if isinstance(code, CodeType) else None
        return index is not None and getattr(code, "co_name", "") in index.converters

    @property
    def asked(self) -> Container[str]:
        """The attributes that the subject mentions."""
        return self._own.asked

    def tree(self, module: str) -> ast.Module | None:
        """Return the tree of a loaded module, if the module belongs to the project; else None."""
        index = self._index(_file_of_module(module)) if self.holds(module) else None
        return None if index is None else index.tree

    def holds(self, module: str) -> bool:
        """Check whether a loaded module belongs to the project, installed packages apart."""
        file = _file_of_module(module)
        return file is not None and self._is_in_project(file)

    def is_asked(self, name: str, kind: type) -> bool:
        """Check whether the subject, or the module of a class, accesses an attribute of this name."""
        index = self._index(file_of(kind))
        return name in self._own.asked or (index is not None and name in index.asked)

    def is_project(self, kind: type) -> bool:
        """Check whether a class comes from a file of the project, installed packages apart."""
        return self.holds(home_of(kind))

    def _is_in_project(self, file: str) -> bool:
        if file not in self._are_in_project:
            path = Path(file).resolve()
            inside = path.is_relative_to(self._root)
            is_own = inside and "site-packages" not in path.relative_to(self._root).parts
            self._are_in_project[file] = is_own
        return self._are_in_project[file]

    def _index(self, file: str | None) -> _Index | None:
        if file is None:
            return None
        if file not in self._indexes:
            self._indexes[file] = _read(file)
        return self._indexes[file]


def file_of(kind: type) -> str | None:
    """Find the source file of the module that a class belongs to; None if there is none."""
    return _file_of_module(home_of(kind))


def _file_of_module(name: str) -> str | None:
    # The entry may be any object, whose attributes may run code of its own.
    file = (dictionary_of(sys.modules.get(name)) or {}).get("__file__")
    return file if isinstance(file, str) and file.endswith(".py") else None


def _attributes_of_itself(part: ast.AST) -> Iterator[str]:
    for node in nodes_of(part):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield name


def _converters(call: ast.Call) -> Iterator[str]:
    """Yield the function that a parser is told to call: `parser.add_argument("n", type=positive)`."""
    match call.func:
        case ast.Attribute(attr="add_argument"):
            for keyword in call.keywords:
                match keyword:
                    case ast.keyword(arg="type", value=ast.Name(id=name) | ast.Attribute(attr=name)):
                        yield name


_NOTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Attribute, ast.Call)


class _Index:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.functions: dict[tuple[int, str], Function | ast.Lambda] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.asked: set[str] = set()
        self.converters: set[str] = set()
        pending: list[tuple[ast.AST, str]] = [(tree, "")]
        while pending:  # expressions may be nested deeper than calls can be
            node, prefix = pending.pop()
            inner = self._noted(node, prefix)
            pending += [(child, inner) for child in reversed(children_of(node)) if child._fields]

    def _noted(self, node: ast.AST, prefix: str) -> str:
        """Note a definition or an attribute; returns the prefix of qualified names within it."""
        if not isinstance(node, _NOTED):
            return prefix
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions[first_line(node), node.name] = node
            return f"{prefix}{node.name}.<locals>."
        if isinstance(node, ast.ClassDef):
            self.classes[f"{prefix}{node.name}"] = node
            return f"{prefix}{node.name}."
        if isinstance(node, ast.Lambda):
            self.functions.setdefault((node.lineno, "<lambda>"), node)
        if isinstance(node, ast.Attribute):
            self.asked.add(node.attr)
        if isinstance(node, ast.Call):
            self.converters.update(_converters(node))
        return prefix


def first_line(node: Function | ast.ClassDef) -> int:
    """Return the line of the first decorator, where a definition starts for the interpreter."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _read(file: str) -> _Index:
    try:
        if not Path(file).is_file():  # a code object may name any file
            return _Index(ast.Module([], []))
        with open(file, "rb") as stream:
            return _Index(tree_of(stream.read()))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return _Index(ast.Module([], []))
