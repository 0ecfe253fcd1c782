"""The pairs of a package that are most worth testing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from testloom.integration import Coupling, SourceTree, pairs_of, ranked, resolver_for, units_in


def best_pairs(root: Path, package: str, most: int) -> Sequence[Coupling]:
    """The pairs with the largest product of complexity and coupled branches, `most` of them."""
    sources = SourceTree(root)
    resolver = resolver_for(sources)
    alone = sources.module(package)
    modules = sources.package(package) or ([alone] if alone else [])
    found = [pair for module in modules for unit in units_in(module, resolver) for pair in pairs_of(unit)]
    return ranked(_within(found, package))[:most]


def _within(pairs: Sequence[Coupling], package: str) -> Iterator[Coupling]:
    """The pairs with coupled branches whose callee belongs to the package, too."""
    for pair in pairs:
        if pair.branches and pair.callee.module.name.partition(".")[0] == package:
            yield pair
