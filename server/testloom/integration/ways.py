"""How tests reach a callee through its caller: the functions that they call, and the calls that count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from testloom.integration.coupling import Coupling
from testloom.integration.project.results import places_of
from testloom.integration.project.units import Unit
from testloom.model.subject import Callable, Subject
from testloom.source.modules import ClassSource
from testloom.source.names import CONSTRUCTING


@dataclass(frozen=True, slots=True)
class Ways:
    """Ids of callables: `targets` are called by tests, `covering` are those targets that reach the callee.

    `preparing` are methods of the callee that tests may call before, `classes` the classes of both. The
    `hidden` callables are private, unlike the targets, and reach the callee, too: a last resort.
    """

    targets: tuple[str, ...]
    covering: tuple[str, ...]
    preparing: tuple[str, ...]
    classes: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


def ways_of(coupling: Coupling, subject: Subject) -> Ways:
    """Find the ways for a pair whose caller's module is the subject.

    Private callables are used only if there are no others.
    """
    own = list(_belonging(coupling.caller, subject, in_subject=True))
    targets = [known for known in own if not known.is_private] or own
    ids = tuple(known.id for known in targets)
    covering = tuple(known.id for known in targets if _is_covering(known, coupling))
    theirs = _belonging(coupling.callee, subject, in_subject=None) if coupling.callee.kind else ()
    preparing = (known.id for known in theirs if known.kind == "method" and not known.is_private)
    prepared = tuple(callable_id for callable_id in preparing if callable_id not in ids)
    hidden = tuple(known.id for known in own if known not in targets and _is_covering(known, coupling))
    return Ways(ids, covering, prepared, tuple(_classes(coupling)), hidden)


def _classes(coupling: Coupling) -> Iterator[str]:
    """Yield the ids of the classes of a pair and of their base classes, for each place that offers them."""
    for unit in (coupling.caller, coupling.callee):
        for kind in _lineage(unit):
            yield from (f"{place}:{kind.qualname}" for place in sorted(places_of(kind.module)))


def _lineage(unit: Unit) -> list[ClassSource]:
    return [] if unit.kind is None else unit.resolver.names.lineage(unit.kind)


def traced(caller: Unit) -> tuple[str, ...]:
    """Collect the ids of functions and classes whose calls count.

    They are named in the modules that define and that offer them.
    """
    if caller.kind is None:
        named = [(function.module, function.qualname) for function in caller.functions]
    else:
        named = [(kind.module, kind.qualname) for kind in caller.resolver.names.lineage(caller.kind)]
    return tuple(f"{place}:{qualname}" for module, qualname in named for place in places_of(module))


def _belonging(unit: Unit, subject: Subject, in_subject: bool | None) -> Iterator[Callable]:
    """Yield the callables of a unit, including those of base classes in its module."""
    if unit.kind is None:
        names = {function.qualname for function in unit.functions}
        owners: set[str] = set()
    else:
        lineage = unit.resolver.names.lineage(unit.kind)
        owners = {known.qualname for known in lineage if known.module is unit.module}
        names = {unit.kind.qualname}
    for known in subject.callables.values():
        owner = "" if known.owner is None else known.owner.partition(":")[2]
        is_meant = in_subject is None or known.in_subject is in_subject
        if is_meant and (known.qualname in names or (owner in owners and known.kind != "constructor")):
            yield known


def _is_covering(known: Callable, coupling: Coupling) -> bool:
    """Check by the name of the function that runs first whether a call reaches the callee."""
    codes = (name.partition(":")[2].partition(".<locals>")[0] for name in coupling.covering)
    names = {code.rpartition(".")[2] for code in codes}
    return not names.isdisjoint(CONSTRUCTING) if known.kind == "constructor" else known.name in names
