"""The modules of a project as they are written: what each defines and imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from keyword import iskeyword
from pathlib import Path

from testloom.integration.flow import Function
from testloom.model.texts.trees import tree_of
from testloom.repository import read_bytes
from testloom.subject import module_name, source_files

Import = tuple[str, str]
"""A module, and the name that is taken from it; empty for the module itself."""


@dataclass(frozen=True, eq=False)
class FunctionSource:
    """A function or method; `qualname` is that of its code, `owner` the qualified name of its class."""

    module: ModuleSource
    qualname: str
    node: Function
    owner: str | None = None

    @property
    def id(self) -> str:
        """The module and the qualified name."""
        return f"{self.module.name}:{self.qualname}"

    @property
    def name(self) -> str:
        """The last part of its name."""
        return self.node.name

    def is_decorated_as(self, *names: str) -> bool:
        """Whether it has a decorator of one of these names."""
        return any(_last_name(decorator) in names for decorator in self.node.decorator_list)


@dataclass(frozen=True, eq=False)
class ClassSource:
    """A class; `methods` are those that its body defines."""

    module: ModuleSource
    qualname: str
    node: ast.ClassDef
    methods: Mapping[str, FunctionSource]

    @property
    def id(self) -> str:
        """The module and the qualified name."""
        return f"{self.module.name}:{self.qualname}"


@dataclass(eq=False)
class ModuleSource:
    """A module; functions and classes go by their qualified names, imports by the names that they bind."""

    name: str
    file: Path
    tree: ast.Module
    functions: dict[str, FunctionSource] = field(default_factory=dict)
    classes: dict[str, ClassSource] = field(default_factory=dict)

    @cached_property
    def imports(self) -> Mapping[str, Import]:
        """What each imported name stands for, wherever in the module it is imported."""
        return dict(_imports(self.tree, self.name, self.file.name == "__init__.py"))

    @cached_property
    def stars(self) -> tuple[str, ...]:
        """The modules of which everything is imported."""
        starred = _starred(self.tree, self.name, self.file.name == "__init__.py")
        return tuple(dict.fromkeys(starred))

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names that its code binds anywhere, without those of methods."""
        return frozenset(_bound(self.tree, is_class=False))


class SourceTree:
    """The modules below the folder that imports start from, read when they are asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, ModuleSource | None] = {}
        self._packages: dict[str, tuple[ModuleSource, ...]] = {}

    def package(self, name: str) -> tuple[ModuleSource, ...]:
        """All modules of a package; none if there is no such package."""
        if name not in self._packages:
            folder = self.root / name
            files = source_files(folder) if (folder / "__init__.py").is_file() else []
            found = (self.module(module_name(self.root, file)) for file in files if _is_importable(file))
            self._packages[name] = tuple(module for module in found if module is not None)
        return self._packages[name]

    def module(self, name: str) -> ModuleSource | None:
        """A module of the project; None if it is none, is compiled, or cannot be parsed."""
        if name not in self._modules:
            file = self._file(name)
            self._modules[name] = None if file is None else read_module(name, file)
        return self._modules[name]

    def _file(self, name: str) -> Path | None:
        base = self.root.joinpath(*name.split("."))
        candidates = (base / "__init__.py", base.with_name(f"{base.name}.py"))
        return next((file for file in candidates if file.is_file()), None)


def _is_importable(file: Path) -> bool:
    return file.stem.isidentifier() and not iskeyword(file.stem)


def read_module(name: str, file: Path) -> ModuleSource | None:
    """Read a file; None if this Python cannot parse it."""
    try:
        tree = tree_of(read_bytes(file))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    module = ModuleSource(name, file, tree)
    _define(module, tree.body, "", None)
    return module


def _define(module: ModuleSource, body: list[ast.stmt], prefix: str, owner: str | None) -> None:
    """Note the functions and classes that statements define, also within `if` and `try`."""
    for node in body:
        if isinstance(node, Function):
            name = f"{prefix}{node.name}"
            module.functions.setdefault(name, FunctionSource(module, name, node, owner))
            _define(module, node.body, f"{name}.<locals>.", None)
        elif isinstance(node, ast.ClassDef):
            name = f"{prefix}{node.name}"
            _define(module, node.body, f"{name}.", name)
            methods = {f.name: f for f in module.functions.values() if f.owner == name}
            module.classes.setdefault(name, ClassSource(module, name, node, methods))
        else:
            for block in _blocks(node):
                _define(module, block, prefix, owner)


def _bound(tree: ast.AST, is_class: bool) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if not is_class:
                    yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]
        yield from _bound(node, isinstance(node, ast.ClassDef))


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(node, name, [])
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _imports(tree: ast.Module, name: str, is_package: bool) -> Iterator[tuple[str, Import]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                yield bound, (alias.name if alias.asname else bound, "")
        elif isinstance(node, ast.ImportFrom):
            source = _absolute(node, name, is_package)
            for alias in node.names:
                yield alias.asname or alias.name, (source, alias.name)


def _starred(tree: ast.Module, name: str, is_package: bool) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            yield _absolute(node, name, is_package)


def _absolute(node: ast.ImportFrom, name: str, is_package: bool) -> str:
    """The dotted name of the module that is imported from."""
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    kept = parts[: len(parts) - node.level + is_package]
    return ".".join([*kept, *([node.module] if node.module else [])])


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
