"""The pairs of a project that are worth integration tests, the most rewarding first."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from testloom.integration.coupling import Coupling, Site, couple, defined_in
from testloom.integration.project.calls import Called, CallResolver
from testloom.integration.project.units import Call, Unit, class_unit, module_unit
from testloom.source.modules import ModuleSource


def units_in(module: ModuleSource, resolver: CallResolver) -> Iterator[Unit]:
    """Yield the classes of a module as units, and its functions as one if it has some."""
    for kind in module.classes.values():
        if "<locals>" not in kind.qualname:
            yield class_unit(kind, resolver)
    functions = module_unit(module, resolver)
    if functions.functions:
        yield functions


def pairs_of(caller: Unit) -> list[Coupling]:
    """Find the pairs of a unit with the units that it calls, ranked, the trivial pairs last.

    A pair without coupled branches is trivial; its `reason` says why.
    """
    callees: dict[str, Unit] = {}
    for call in caller.calls:
        for called in call.called:
            unit = _unit_of(called, caller.resolver)
            callees.setdefault(unit.id, unit)
    couplings = (couple(caller, unit) for unit in callees.values() if unit.id != caller.id)
    return ranked(coupling for coupling in couplings if coupling.sites)


def own_pairs_of(caller: Unit) -> list[Coupling]:
    """Find the pairs of a unit, ranked, without those of a class that are due to inherited methods only.

    The latter are pairs of the base class, even if the subclass calls its methods by `super()` or `self`: no
    condition of the subclass decides whether these make their calls.
    """
    if caller.kind is None:
        return pairs_of(caller)
    own = defined_in(caller, caller.kind).functions
    ids, codes = {function.id for function in own}, {(f.module.name, f.qualname) for f in own}
    return [pair for pair in pairs_of(caller) if any(_is_own(site, ids, codes) for site in pair.sites)]


def _is_own(site: Site, ids: Container[str], codes: Container[tuple[str, str]]) -> bool:
    """Check whether these functions make a call, or decide whether one is made that affects branches."""
    leading = site.leading if site.affected else ()
    return site.caller in ids or any((branch.module, branch.code) in codes for branch in leading)


def pairs_at(module: ModuleSource, line: int, resolver: CallResolver) -> list[Coupling]:
    """Find the pairs with coupled branches that a call on a line belongs to, ranked."""
    callers = [unit for unit in units_in(module, resolver) if any(_is_on(call, line) for call in unit.calls)]
    found = (pair for caller in callers for pair in own_pairs_of(caller) if pair.branches)
    return ranked(pair for pair in found if any(site.line == line for site in pair.sites))


def _is_on(call: Call, line: int) -> bool:
    return call.node.lineno == line


def ranked(couplings: Iterable[Coupling]) -> list[Coupling]:
    """Rank couplings by complexity times coupled branches, the largest first."""
    return sorted(couplings, key=lambda known: (-known.complexity * len(known.branches), known.callee.id))


def _unit_of(called: Called, resolver: CallResolver) -> Unit:
    function = called.function
    if called.receiver is not None:
        return class_unit(called.receiver, resolver)
    if function.owner is not None:
        return class_unit(function.module.classes[function.owner], resolver)
    return module_unit(function.module, resolver)
