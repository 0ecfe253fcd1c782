"""The source of a project's modules: what each defines and imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from pathlib import Path

from testloom.model.texts.trees import parsed
from testloom.repository import read_bytes
from testloom.source.imports import Namespace
from testloom.subject import module_name, source_files

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, eq=False)
class FunctionSource:
    """A function or method; `qualname` is its qualified name, `owner` that of its class."""

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
        """Check whether the function has a decorator of one of these names."""
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
    """A module; functions and classes are keyed by qualified names, imports by the names they bind."""

    name: str
    file: Path
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        """Whether it is the `__init__` module of a package."""
        return self.file.name == "__init__.py"

    @cached_property
    def functions(self) -> Mapping[str, FunctionSource]:
        """Its functions and methods."""
        return self._definitions[0]

    @cached_property
    def classes(self) -> Mapping[str, ClassSource]:
        """Its classes, including nested ones."""
        return self._definitions[1]

    @cached_property
    def _definitions(self) -> tuple[dict[str, FunctionSource], dict[str, ClassSource]]:
        found: tuple[dict[str, FunctionSource], dict[str, ClassSource]] = ({}, {})
        _define(self, self.tree.body, "", None, *found)
        return found

    @cached_property
    def namespace(self) -> Namespace:
        """The meaning of its names: functions, classes and imports."""
        defined = {*self.functions, *self.classes}
        return Namespace.of(self.tree, self.name, is_package=self.is_package, defined=defined)

    @cached_property
    def bound(self) -> frozenset[str]:
        """The names that its code binds anywhere, except names of methods."""
        return frozenset(_bound(self.tree, is_class=False))


class SourceTree:
    """The modules below the root folder of imports, read on first access."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, ModuleSource | None] = {}
        self._packages: dict[str, tuple[ModuleSource, ...]] = {}

    def package(self, name: str) -> tuple[ModuleSource, ...]:
        """Read all modules of a package; none if there is no such package."""
        if name not in self._packages:
            folder = self.root / name
            files = source_files(folder) if (folder / "__init__.py").is_file() else []
            found = (self.module(module_name(self.root, file)) for file in files if _is_importable(file))
            self._packages[name] = tuple(module for module in found if module is not None)
        return self._packages[name]

    def module(self, name: str) -> ModuleSource | None:
        """Read a module of the project; None if it is not one, is compiled, or cannot be parsed."""
        if name not in self._modules:
            file = self._file(name)
            self._modules[name] = None if file is None else read_module(name, file)
        return self._modules[name]

    def may_have(self, name: str) -> bool:
        """Check whether an import under this name may come from the project."""
        top = name.partition(".")[0]
        return self._file(top) is not None or (self.root / top).is_dir()

    def _file(self, name: str) -> Path | None:
        base = self.root.joinpath(*name.split("."))
        candidates = (base / "__init__.py", base.with_name(f"{base.name}.py"))
        return next((file for file in candidates if file.is_file()), None)


def _is_importable(file: Path) -> bool:
    return file.stem.isidentifier() and not iskeyword(file.stem)


def read_module(name: str, file: Path) -> ModuleSource | None:
    """Read a file; None if this Python cannot parse it."""
    tree = tree_in(file)
    return None if tree is None else ModuleSource(name, file, tree)


def tree_in(file: Path) -> ast.Module | None:
    """Parse a file; None if it cannot be read, or is invalid Python, perhaps only at the moment."""
    try:
        return parsed(read_bytes(file))
    except OSError:
        return None


def _define(
    module: ModuleSource,
    body: list[ast.stmt],
    prefix: str,
    owner: str | None,
    functions: dict[str, FunctionSource],
    classes: dict[str, ClassSource],
) -> None:
    """Collect the functions and classes that statements define, also within `if` and `try`."""
    for node in body:
        if isinstance(node, Function):
            name = f"{prefix}{node.name}"
            functions.setdefault(name, FunctionSource(module, name, node, owner))
            _define(module, node.body, f"{name}.<locals>.", None, functions, classes)
        elif isinstance(node, ast.ClassDef):
            name = f"{prefix}{node.name}"
            _define(module, node.body, f"{name}.", name, functions, classes)
            methods = {f.name: f for f in functions.values() if f.owner == name}
            classes.setdefault(name, ClassSource(module, name, node, methods))
        else:
            for block in _blocks(node):
                _define(module, block, prefix, owner, functions, classes)


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


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
