"""The units of a project: the functions and classes that tests are generated for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from testloom.continuous.project.definitions import Definition, ModuleCode, joined
from testloom.continuous.project.graph import components
from testloom.source.imports import Namespace, resolve


@dataclass(frozen=True, slots=True)
class Unit:
    """A top-level function or class of a module.

    Attributes:
        id: `module:name`.
        file: where it is defined.
        content: a digest of its own code, equal under another name or in another place.
        fingerprint: a digest of its code and of all code of the project that it uses.
        size: the approximate number of its goals.
        uses: the ids of units that it uses, directly or by way of values.
    """

    id: str
    file: Path
    content: str
    fingerprint: str
    size: int
    uses: frozenset[str] = frozenset()

    @property
    def module(self) -> str:
        """The dotted name of its module."""
        return self.id.partition(":")[0]

    @property
    def name(self) -> str:
        """Its name in the module."""
        return self.id.partition(":")[2]


def units_of(modules: Mapping[str, ModuleCode], files: Mapping[str, Path]) -> list[Unit]:
    """Build the units of some modules in their order; `files` has the file of each module."""
    namespaces = {name: module.namespace for name, module in modules.items()}
    definitions = {
        f"{name}:{known.name}": known
        for name, module in modules.items()
        for known in module.definitions.values()
    }
    edges = {
        f"{name}:{known.name}": _resolved(known.uses, namespaces[name], namespaces)
        for name, module in modules.items()
        for known in module.definitions.values()
    }
    fingerprints = _fingerprints(definitions, edges)
    units = {id for id, known in definitions.items() if known.kind != "value" and known.size}
    return [
        Unit(
            id,
            files[id.partition(":")[0]],
            known.content,
            fingerprints[id],
            known.size,
            frozenset(_reached(id, edges, units)),
        )
        for id, known in definitions.items()
        if id in units
    ]


def _resolved(
    uses: Iterable[str], namespace: Namespace, namespaces: Mapping[str, Namespace]
) -> tuple[str, ...]:
    found = (resolve(use.split("."), namespace, namespaces.get) for use in sorted(uses))
    return tuple(dict.fromkeys(f"{module}:{names[0]}" for module, names in filter(None, found) if names))


def _fingerprints(
    definitions: Mapping[str, Definition], edges: Mapping[str, Collection[str]]
) -> dict[str, str]:
    """Compute a digest for each definition, of its content and of everything that it uses, transitively."""
    found: dict[str, str] = {}
    for group in components(edges):
        inside = sorted(definitions[id].content for id in group)
        outside = sorted({found[used] for id in group for used in edges[id] if used not in group})
        shared = joined([*inside, "uses", *outside])
        for id in group:
            found[id] = joined([definitions[id].content, shared])
    return found


def _reached(id: str, edges: Mapping[str, Collection[str]], units: Collection[str]) -> set[str]:
    """Find the units that a definition uses directly, or through values."""
    found: set[str] = set()
    seen: set[str] = {id}
    pending = list(edges[id])
    while pending:
        used = pending.pop()
        if used in seen:
            continue
        seen.add(used)
        if used in units:
            found.add(used)
        else:
            pending.extend(edges[used])
    return found
