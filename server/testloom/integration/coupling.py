"""Coupled branches: branches of a callee that depend on branches of its caller.

Derakhshanfar, Devroey, Panichella, Zaidman, van Deursen: Generating class-level integration tests using call
site information (Cling; TSE 2022), section 3.1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from testloom.integration.flow import Edge, FlowGraph, deciding_edges, is_certain
from testloom.integration.project.calls import Called
from testloom.integration.project.units import Call, Unit
from testloom.integration.reaching.contexts import Contexts, facts_at, handed_over, outcomes
from testloom.integration.reaching.lines import FunctionLine, Runs, all_lines, lines_from
from testloom.source.modules import ClassSource, FunctionSource


@dataclass(frozen=True, slots=True, order=True)
class Branch:
    """An outcome of a condition in the function `code` (its qualified name) of `module`.

    `line` and `column` are those of the condition as the agent describes it (docs/agent-protocol.md).
    """

    module: str
    code: str
    line: int
    column: int
    outcome: bool


@dataclass(frozen=True, slots=True)
class Site:
    """A call from the caller to the callee, the branches leading to it, and the branches affected by it.

    The `closed` branches are other branches of the called code: they are impossible with the values
    that this call and all other calls of the pair pass.
    """

    caller: str
    line: int
    callee: str
    leading: tuple[Branch, ...]
    affected: tuple[Branch, ...]
    closed: tuple[Branch, ...] = ()

    def with_open(self, branches: Collection[Branch]) -> Site:
        """Reopen the site's closed branches among these, even if only another call reaches them."""
        affected = tuple(branch for branch in (*self.affected, *self.closed) if branch in branches)
        closed = tuple(branch for branch in self.closed if branch not in branches)
        return replace(self, affected=affected, closed=closed)


@dataclass(frozen=True, slots=True)
class Coupling:
    """The call sites of a pair; `covering` are ids of the caller's functions that reach the callee.

    The `closed_lines` of called functions are unreachable with the values that the calls pass.
    """

    caller: Unit
    callee: Unit
    sites: tuple[Site, ...]
    covering: tuple[str, ...]
    closed_lines: frozenset[FunctionLine] = frozenset()

    @property
    def branches(self) -> tuple[tuple[Branch, Branch], ...]:
        """Each branch that leads to a call site, with each branch that this call site affects."""
        return tuple(
            dict.fromkeys(pair for site in self.sites for pair in product(site.leading, site.affected))
        )

    @property
    def complexity(self) -> int:
        """The complexity of caller and callee together."""
        return self.caller.complexity + self.callee.complexity

    @property
    def reason(self) -> str:
        """The reason why there is nothing to cover; "" if there is something."""
        caller, callee = self.caller.name, self.callee.name
        if not self.sites:
            return f"{caller} does not call {callee}, judging by its source."
        if not any(site.leading for site in self.sites):
            return f"No condition in {caller} decides whether it calls {callee}; unit tests are sufficient."
        if not self.branches:
            return f"What {caller} calls in {callee} has no conditions; unit tests are sufficient."
        return ""


def couple(caller: Unit, callee: Unit) -> Coupling:
    """Find the coupled branches of a pair."""
    caller, callee = _separated(caller, callee)
    calls = list(_calls(caller, callee))
    before, after = Contexts(caller), Contexts(callee)
    led = [_runs(caller, call, called, entry, before, after) for call, called, entry in calls]
    found = [
        _site(caller, callee, call, entry, runs) for (call, _, entry), runs in zip(calls, led, strict=True)
    ]
    open_anywhere = frozenset(branch for site in found for branch in site.affected)
    sites = tuple(site.with_open(open_anywhere) for site in found)
    covering = tuple(function.id for function in _covering(caller, [call.caller for call, _, _ in calls]))
    entries = [(entry, runs) for (_, _, entry), runs in zip(calls, led, strict=True)]
    return Coupling(caller, callee, sites, covering, _closed_lines(callee, entries))


def _closed_lines(
    callee: Unit, entries: Sequence[tuple[FunctionSource, Runs | None]]
) -> frozenset[FunctionLine]:
    """Return the lines of the called functions that none of these calls can reach."""
    functions = {function for entry, _ in entries for function in callee.reached_from(entry)}
    reached = {place for entry, runs in entries for place in lines_from(entry, callee, runs)}
    return frozenset(all_lines(functions, callee)) - reached


def _separated(caller: Unit, callee: Unit) -> tuple[Unit, Unit]:
    """Divide the methods between a class and its base class: the subclass owns those that it redefines."""
    if caller.kind is None or callee.kind is None or caller.kind is callee.kind:
        return caller, callee
    lineage = caller.resolver.names.lineage
    if caller.kind in lineage(callee.kind):
        return _without_redefined(caller, callee.kind), defined_in(callee, callee.kind)
    if callee.kind in lineage(caller.kind):
        return defined_in(caller, caller.kind), _without_redefined(callee, caller.kind)
    return caller, callee


def defined_in(unit: Unit, kind: ClassSource) -> Unit:
    """Reduce a unit to the functions that a class itself defines."""
    own = [function for function in unit.functions if _is_inside(function, kind)]
    return replace(unit, functions=tuple(own))


def _without_redefined(unit: Unit, subclass: ClassSource) -> Unit:
    kept = [f for f in unit.functions if f.owner is None or f.name not in subclass.methods]
    return replace(unit, functions=tuple(kept))


def _is_inside(function: FunctionSource, kind: ClassSource) -> bool:
    return function.module is kind.module and function.qualname.startswith(f"{kind.qualname}.")


def _calls(caller: Unit, callee: Unit) -> Iterator[tuple[Call, Called, FunctionSource]]:
    """Yield the call sites, each with the function of the callee that runs first."""
    for call in caller.calls:
        entries = {entry: called for called in call.called if (entry := _entry(called, callee)) is not None}
        for entry, called in entries.items():
            yield call, called, entry


def _entry(called: Called, callee: Unit) -> FunctionSource | None:
    """Return the function of the callee that a call runs; None if there is none.

    The object may be an instance of a subclass of the declared class.
    """
    function, names = called.function, callee.resolver.names
    if called.receiver is not None and callee.kind is not None:
        if called.receiver in names.lineage(callee.kind):
            function = names.method(callee.kind, called.function.name) or function
        elif callee.kind not in names.lineage(called.receiver):
            return None
    return function if function in callee.functions else None


def _runs(
    caller: Unit, call: Call, called: Called, entry: FunctionSource, before: Contexts, after: Contexts
) -> Runs | None:
    """Determine the possible runs of the callee's functions due to a call; none if the call is never made."""
    known = facts_at(before.run(call.caller, {}), call)
    handed = handed_over(caller, call, called, entry, known or {})
    return {} if known is None else after.runs_from(entry, handed)


def _site(caller: Unit, callee: Unit, call: Call, entry: FunctionSource, runs: Runs | None) -> Site:
    leading = _leading(caller, call.caller, call.places, frozenset())
    everything = dict.fromkeys(
        branch
        for function in callee.reached_from(entry)
        for branch in _branches(function, callee.graphs[function], callee.graphs[function].branches)
    )
    possible = (
        frozenset(everything)
        if runs is None
        else frozenset(
            branch
            for function, some in runs.items()
            for run in some
            for branch in _branches(function, callee.graphs[function], outcomes(run))
        )
    )
    return Site(
        call.caller.id,
        call.node.lineno,
        entry.id,
        tuple(dict.fromkeys(leading)),
        tuple(branch for branch in everything if branch in possible),
        tuple(branch for branch in everything if branch not in possible),
    )


def _leading(
    caller: Unit, function: FunctionSource, nodes: Sequence[int], above: frozenset[FunctionSource]
) -> Iterator[Branch]:
    """Yield the branches that certainly lead to one of the nodes, also in functions that call this one."""
    graph = caller.graphs[function]
    yield from _branches(function, graph, deciding_edges(graph, nodes))
    if function not in above and is_certain(graph, nodes):
        for call in caller.joins.get(function, ()):
            yield from _leading(caller, call.caller, call.places, above | {function})


def _branches(
    function: FunctionSource, graph: FlowGraph, edges: Sequence[Edge] | Iterator[Edge]
) -> Iterator[Branch]:
    for edge in edges:
        node = graph.nodes[edge.source]
        if edge.outcome is not None:
            yield Branch(function.module.name, function.qualname, node.line, node.column, edge.outcome)


def _covering(caller: Unit, direct: Sequence[FunctionSource]) -> list[FunctionSource]:
    """Find the functions of the caller that call the callee, directly or through others of the caller."""
    found = dict.fromkeys(direct)
    pending = list(found)
    while pending:
        for call in caller.joins.get(pending.pop(), ()):
            if call.caller not in found:
                found[call.caller] = None
                pending.append(call.caller)
    return list(found)
