"""The test functions of a file, and the fixtures that they may ask for."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from testloom.generation.handwritten.bodies import last_name
from testloom.generation.handwritten.rows import Row, rows_of
from testloom.integration import Function, FunctionSource, ModuleSource

PREPARING = ("setUp", "setup_method", "setup", "asyncSetUp")


@dataclass(frozen=True, slots=True)
class WrittenTest:
    """A test function, and the class that it is a method of."""

    node: Function
    test_class: ast.ClassDef | None = None

    def rows(self, module: ast.Module) -> list[Row]:
        """What pytest passes to it, time after time."""
        around = self.test_class.decorator_list if self.test_class is not None else []
        return rows_of([*self.node.decorator_list, *around], module)

    @property
    def parameters(self) -> list[str]:
        """The names of what pytest passes to it."""
        arguments = self.node.args
        names = [entry.arg for entry in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        return names[1:] if self.test_class is not None and names[:1] == ["self"] else names

    @property
    def preparations(self) -> Iterator[Function]:
        """The methods that run before it."""
        body = self.test_class.body if self.test_class is not None else []
        return (node for node in body if isinstance(node, Function) and node.name in PREPARING)


def tests_in(module: ast.Module, wanted: Collection[str]) -> Iterator[WrittenTest]:
    """The test functions and methods of a module that have one of these names."""
    for node in module.body:
        if isinstance(node, Function) and node.name in wanted:
            yield WrittenTest(node)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, Function) and method.name in wanted:
                    yield WrittenTest(method, node)


@dataclass(frozen=True, slots=True)
class Fixtures:
    """Where fixtures are found: in the test file, then in what is shared above it.

    Attributes:
        module: the test file.
        shared: the fixtures of modules by their names, those of the test file before others.
    """

    module: ModuleSource
    shared: Mapping[str, FunctionSource]

    @classmethod
    def of(cls, module: ModuleSource, above: Iterable[ModuleSource]) -> Fixtures:
        """The fixtures of a test file and of the modules above it, the nearest first."""
        shared: dict[str, FunctionSource] = {}
        for source in (module, *above):
            for function in source.functions.values():
                name = _fixture_name(function.node) if function.owner is None else None
                if name is not None:
                    shared.setdefault(name, function)
        return cls(module, shared)

    def find(self, name: str, test_class: ast.ClassDef | None) -> FunctionSource | None:
        """The fixture of a name, that of a test's own class before those of modules."""
        for node in test_class.body if test_class is not None else ():
            if isinstance(node, Function) and _fixture_name(node) == name:
                return FunctionSource(self.module, node.name, node, "self")
        return self.shared.get(name)


def _fixture_name(node: Function) -> str | None:
    """The name of the fixture that a function is; None if it is none."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if last_name(called) in ("fixture", "yield_fixture"):
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
            told = [k.value.value for k in keywords if k.arg == "name" and isinstance(k.value, ast.Constant)]
            return next((name for name in told if isinstance(name, str)), node.name)
    return None
