"""What names stand for across the modules of a project, and which classes a class inherits from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from testloom.integration.project.sources import ClassSource, FunctionSource, ModuleSource, SourceTree

CONSTRUCTING = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
"""Methods that run when a class is called; the last two those of generated constructors."""
Symbol: TypeAlias = ModuleSource | ClassSource | FunctionSource


class Names:
    """Looks names up; what lies outside of the project is not known."""

    def __init__(self, sources: SourceTree) -> None:
        self._sources = sources

    def find(
        self, module: ModuleSource, name: str, seen: frozenset[tuple[str, str]] = frozenset()
    ) -> Symbol | None:
        """What a name of a module stands for; imports are followed to the definition."""
        if (module.name, name) in seen:
            return None
        seen |= {(module.name, name)}
        if name in module.classes:
            return module.classes[name]
        if name in module.functions:
            return module.functions[name]
        if name in module.imports:
            source, wanted = module.imports[name]
            return self._imported(source, wanted, seen)
        candidates = (self._imported(source, name, seen) for source in module.stars)
        return next((found for found in candidates if found is not None), None)

    def expression(self, module: ModuleSource, node: ast.expr) -> Symbol | None:
        """What a dotted expression stands for."""
        if isinstance(node, ast.Name):
            return self.find(module, node.id)
        if not isinstance(node, ast.Attribute):
            return None
        owner = self.expression(module, node.value)
        if isinstance(owner, ModuleSource):
            return self._imported(owner.name, node.attr, frozenset())
        if isinstance(owner, ClassSource):
            return owner.module.classes.get(f"{owner.qualname}.{node.attr}")
        return None

    def package(self, module: ModuleSource) -> tuple[ModuleSource, ...]:
        """The modules of the package that a module lies in; only itself if it lies in none."""
        return self._sources.package(module.name.partition(".")[0]) or (module,)

    def _imported(self, source: str, name: str, seen: frozenset[tuple[str, str]]) -> Symbol | None:
        module = self._sources.module(source)
        if not name:
            return module
        found = None if module is None else self.find(module, name, seen)
        return found or self._sources.module(f"{source}.{name}")

    def lineage(self, known: ClassSource) -> list[ClassSource]:
        """The class and those of the project that it inherits from, the nearest first."""
        return list(dict.fromkeys(self._ancestors(known, frozenset())))

    def _ancestors(self, known: ClassSource, below: frozenset[str]) -> Iterator[ClassSource]:
        if known.id in below:
            return
        yield known
        for base in known.node.bases:
            written = base.value if isinstance(base, ast.Subscript) else base
            parent = self.expression(known.module, written)
            if isinstance(parent, ClassSource):
                yield from self._ancestors(parent, below | {known.id})

    def method(self, known: ClassSource, name: str) -> FunctionSource | None:
        """The method that a class defines or inherits within the project."""
        return next((kind.methods[name] for kind in self.lineage(known) if name in kind.methods), None)

    def constructor(self, known: ClassSource) -> FunctionSource | None:
        """What runs first when a class is called."""
        found = (self.method(known, name) for name in CONSTRUCTING)
        return next((method for method in found if method is not None), None)
