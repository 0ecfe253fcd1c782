"""The bindings of import statements, and names followed through them to the defining modules."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

EVERYTHING = "*"
"""The name that a star import binds."""


class Imported(NamedTuple):
    """The binding of an import: a name of a module or, if the name is empty, the module itself."""

    bound: str
    module: str
    name: str


def imports_in(nodes: Iterable[ast.AST], module: str, *, is_package: bool) -> Iterator[Imported]:
    """Yield the names that imports among the nodes of a module bind."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                yield Imported(alias.asname or root, alias.name if alias.asname else root, "")
        elif isinstance(node, ast.ImportFrom):
            source = origin(node, module, is_package=is_package)
            for alias in node.names:
                yield Imported(alias.asname or alias.name, source, alias.name)


def origin(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    """Resolve the dotted name of the module from which a statement in another module imports."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    outer = parts[: max(0, len(parts) - node.level + is_package)]
    return ".".join([*outer, *([node.module] if node.module else [])])


@dataclass(frozen=True, slots=True)
class Namespace:
    """The names of a module: those it defines, and those it imports anywhere.

    `stars` are the modules from which everything is imported.
    """

    module: str
    defined: Collection[str]
    imports: Mapping[str, Imported]
    stars: Sequence[str]

    @classmethod
    def of(cls, tree: ast.Module, module: str, *, is_package: bool, defined: Collection[str]) -> Namespace:
        """Read the imports of a module."""
        found = list(imports_in(ast.walk(tree), module, is_package=is_package))
        stars = dict.fromkeys(entry.module for entry in found if entry.bound == EVERYTHING)
        imports = {entry.bound: entry for entry in found if entry.bound != EVERYTHING}
        return cls(module, defined, imports, tuple(stars))


Lookup: TypeAlias = Callable[[str], Namespace | None]
"""A function that finds a module of the project by its dotted name; it returns None for other modules."""
Found: TypeAlias = tuple[str, Sequence[str]]
"""A module, and the part of a dotted name that it defines; the part is empty for the module itself."""


def resolve(
    names: Sequence[str],
    namespace: Namespace,
    lookup: Lookup,
    seen: frozenset[tuple[str, str]] = frozenset(),
) -> Found | None:
    """Follow a dotted name in a module through imports to the module that defines it."""
    if names[0] in namespace.defined:
        return namespace.module, names
    step = (namespace.module, names[0])
    if step in seen:
        return None
    if names[0] in namespace.imports:
        entry = namespace.imports[names[0]]
        inner = [entry.name] if entry.name else []
        return _imported(entry.module, [*inner, *names[1:]], lookup, seen | {step})
    modules = (lookup(name) for name in namespace.stars)
    candidates = (resolve(names, other, lookup, seen | {step}) for other in modules if other is not None)
    return next((found for found in candidates if found is not None), None)


def _imported(
    source: str, names: Sequence[str], lookup: Lookup, seen: frozenset[tuple[str, str]]
) -> Found | None:
    """Look names up in a module, in its imports, or in a module below it if it is a package."""
    namespace = lookup(source)
    if not names:
        return None if namespace is None else (source, names)
    found = None if namespace is None else resolve(names, namespace, lookup, seen)
    return found or _imported(f"{source}.{names[0]}", names[1:], lookup, seen)


def dotted(node: ast.AST) -> str:
    """Return an expression as a dotted name; "" if it is not a dotted name."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if outer := dotted(value):
            return f"{outer}.{name}"
    return ""
