"""What names stand for across the modules of a project, and which classes a class inherits from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from testloom.source.imports import Imported
from testloom.source.modules import ClassSource, FunctionSource, ModuleSource, SourceTree

CONSTRUCTING = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
"""Methods that run when a class is called; the last two those of generated constructors."""
Symbol: TypeAlias = ModuleSource | ClassSource | FunctionSource


class Importing(Protocol):
    """A module as far as names are looked up in it."""

    @property
    def name(self) -> str:
        """Its dotted name."""

    @property
    def imports(self) -> Mapping[str, Imported]:
        """What each imported name stands for."""

    @property
    def stars(self) -> Sequence[str]:
        """The modules of which everything is imported."""

    def defines(self, name: str) -> bool:
        """Whether it defines a name itself."""


AnyModule = TypeVar("AnyModule", bound=Importing)
Lookup: TypeAlias = Callable[[str], AnyModule | None]
"""A module of the project by its dotted name; what lies outside of it is not known."""
Found: TypeAlias = tuple[AnyModule, Sequence[str]]
"""A module, and the part of a dotted name that it defines; nothing of it is left for the module itself."""


def resolve(
    names: Sequence[str],
    module: AnyModule,
    lookup: Lookup[AnyModule],
    seen: frozenset[tuple[str, str]] = frozenset(),
) -> Found[AnyModule] | None:
    """Follow a dotted name in a module through imports to the module that defines it."""
    if module.defines(names[0]):
        return module, names
    step = (module.name, names[0])
    if step in seen:
        return None
    if names[0] in module.imports:
        entry = module.imports[names[0]]
        inner = [entry.name] if entry.name else []
        return _imported(entry.module, [*inner, *names[1:]], lookup, seen | {step})
    modules = (lookup(name) for name in module.stars)
    candidates = (resolve(names, other, lookup, seen | {step}) for other in modules if other is not None)
    return next((found for found in candidates if found is not None), None)


def _imported(
    source: str, names: Sequence[str], lookup: Lookup[AnyModule], seen: frozenset[tuple[str, str]]
) -> Found[AnyModule] | None:
    """Look names up in a module: what it defines or imports, else a module of the package that it is."""
    module = lookup(source)
    if not names:
        return None if module is None else (module, names)
    found = None if module is None else resolve(names, module, lookup, seen)
    return found or _imported(f"{source}.{names[0]}", names[1:], lookup, seen)


class Names:
    """Looks names up; what lies outside of the project is not known."""

    def __init__(self, sources: SourceTree) -> None:
        self._sources = sources

    def find(self, module: ModuleSource, name: str) -> Symbol | None:
        """What a dotted name in a module stands for; imports are followed to the definition."""
        found = resolve(name.split("."), module, self._sources.module)
        if found is None:
            return None
        origin, names = found
        if not names:
            return origin
        function = origin.functions.get(names[0]) if len(names) == 1 else None
        return origin.classes.get(".".join(names)) or function

    def expression(self, module: ModuleSource, node: ast.expr) -> Symbol | None:
        """What an expression stands for if it is a dotted name."""
        name = dotted(node)
        return self.find(module, name) if name else None

    def package(self, module: ModuleSource) -> tuple[ModuleSource, ...]:
        """The modules of the package that a module lies in; only itself if it lies in none."""
        return self._sources.package(module.name.partition(".")[0]) or (module,)

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


def dotted(node: ast.AST) -> str:
    """The dotted name that an expression is; empty if it is something else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if outer := dotted(value):
            return f"{outer}.{name}"
    return ""
