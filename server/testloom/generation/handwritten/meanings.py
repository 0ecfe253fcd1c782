"""What a name in a test file stands for, found in the sources of the project."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from testloom.generation.handwritten.files import is_test_file
from testloom.integration import ClassSource, FunctionSource, ModuleSource, Names, SourceTree, Types

Symbol: TypeAlias = ModuleSource | ClassSource | FunctionSource
_TESTS = frozenset({"tests", "test", "testing"})


@dataclass(frozen=True, slots=True)
class Outside:
    """A name of a library, or a value of the project that is no function and no class: `module:NAME`."""

    path: str


@dataclass(frozen=True, slots=True)
class Method:
    """A class method or a static method, with the class that it is called on."""

    function: FunctionSource
    owner: ClassSource

    @property
    def id(self) -> str:
        """What tests call it by."""
        return method_id(self.owner, self.function)


class Meanings:
    """Looks names up below one import root."""

    def __init__(self, root: Path) -> None:
        self.sources = SourceTree(root)
        self.names = Names(self.sources)
        self.types = Types(self.names)

    def used_by(self, name: str) -> list[str]:
        """The modules of the project that define what a module imports, in order."""
        module = self.sources.module(name)
        found = [self.names.find(module, local) for local in module.imports] if module is not None else []
        places = [f.name if isinstance(f, ModuleSource) else f.module.name for f in found if f is not None]
        return [place for place in dict.fromkeys(places) if place != name]

    def of(self, node: ast.expr, module: ModuleSource) -> Symbol | Method | Outside | None:
        """What a dotted expression of a module stands for; None if that is not known."""
        found = self.names.expression(module, node)
        if found is not None:
            return found
        match node:
            case ast.Name(id=name):
                return self._named(name, module)
            case ast.Attribute(value=value, attr=name):
                return self._part(self.of(value, module), name)
        return None

    def _named(self, name: str, module: ModuleSource) -> Outside | None:
        if name in module.imports:
            origin, wanted = module.imports[name]
            return self._imported(origin, wanted)
        if name in module.bound or not hasattr(builtins, name):
            return None
        return Outside(f"builtins:{name}")

    def _imported(self, origin: str, wanted: str) -> Outside | None:
        source = self.sources.module(origin)
        if source is None:
            return Outside(f"{origin}:{wanted}") if wanted else Outside(f"{origin}:")
        return Outside(f"{origin}:{wanted}") if wanted in source.bound else None

    def _part(self, owner: Symbol | Method | Outside | None, name: str) -> Method | Outside | None:
        match owner:
            case ClassSource():
                method = self.names.method(owner, name)
                if method is None:
                    return Outside(f"{owner.id}.{name}") if name in values_of(owner) else None
                is_bound = method.is_decorated_as("classmethod", "staticmethod")
                return Method(method, owner) if is_bound else None
            case ModuleSource():
                return Outside(f"{owner.name}:{name}") if name in owner.bound else None
            case Outside(path=path):
                return Outside(f"{path}{name}" if path.endswith(":") else f"{path}.{name}")
        return None


def values_of(known: ClassSource) -> set[str]:
    """The names that the body of a class binds to values, such as the members of an enum."""
    found: set[str] = set()
    for node in known.node.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        found.update(target.id for target in targets if isinstance(target, ast.Name))
    return found


def is_of_tests(module: ModuleSource) -> bool:
    """Whether a module belongs to the tests: its functions help them, and are not what is tested."""
    file = module.file
    return file.name == "conftest.py" or is_test_file(file) or not _TESTS.isdisjoint(module.name.split("."))


def method_id(kind: ClassSource, method: FunctionSource) -> str:
    """What a method of an instance is called by: one of another module goes by the name of the class."""
    return method.id if method.module.name == kind.module.name else f"{kind.id}.{method.name}"
