"""Resolution of names across the modules of a project, and the base classes of a class."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from testloom.source.imports import Namespace, dotted, resolve
from testloom.source.modules import ClassSource, FunctionSource, ModuleSource, SourceTree

CONSTRUCTING = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
"""The methods that run when a class is called; the last two are called by generated constructors."""
Symbol: TypeAlias = ModuleSource | ClassSource | FunctionSource


def defining_file(id: str, sources: SourceTree) -> Path | None:
    """Find the file that defines the object looked up as `module:Qual.name`; None outside the project.

    Definitions of a private module go by the name of the public one that exports them.
    """
    name, _, qualname = id.partition(":")
    module = sources.module(name)
    if module is None:
        return None
    found = Names(sources).find(module, qualname.partition(".")[0])
    return module.file if found is None or isinstance(found, ModuleSource) else found.module.file


class Names:
    """Resolves names; names from outside the project are unknown."""

    def __init__(self, sources: SourceTree) -> None:
        self._sources = sources

    def find(self, module: ModuleSource, name: str) -> Symbol | None:
        """Resolve a dotted name in a module to its symbol; imports are followed to the definition."""
        found = resolve(name.split("."), module.namespace, self._namespace)
        if found is None:
            return None
        (origin, names), qualname = found, ".".join(found[1])
        source = module if origin == module.name else self._sources.module(origin)
        if source is None or not names:
            return source
        return source.classes.get(qualname) or (source.functions.get(qualname) if len(names) == 1 else None)

    def _namespace(self, name: str) -> Namespace | None:
        module = self._sources.module(name)
        return None if module is None else module.namespace

    def expression(self, module: ModuleSource, node: ast.expr) -> Symbol | None:
        """Resolve an expression to its symbol if it is a dotted name."""
        name = dotted(node)
        return self.find(module, name) if name else None

    def is_foreign(self, module: ModuleSource, name: str) -> bool:
        """Check whether a name is imported from outside the project."""
        entry = module.namespace.imports.get(name)
        return entry is not None and not self._sources.may_have(entry.module)

    def package(self, module: ModuleSource) -> tuple[ModuleSource, ...]:
        """List the modules of the package that a module lies in; only itself if it lies in none."""
        return self._sources.package(module.name.partition(".")[0]) or (module,)

    def lineage(self, known: ClassSource) -> list[ClassSource]:
        """List the class and the project's classes that it inherits from, the nearest first."""
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
        """Find the method that a class defines or inherits within the project."""
        return next((kind.methods[name] for kind in self.lineage(known) if name in kind.methods), None)

    def constructor(self, known: ClassSource) -> FunctionSource | None:
        """Find the method that runs first when a class is called."""
        found = (self.method(known, name) for name in CONSTRUCTING)
        return next((method for method in found if method is not None), None)
