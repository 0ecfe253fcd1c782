"""The branches of a callee that a call can reach, given its arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import reduce

from testloom.integration.flow import CONDITIONS, Edge
from testloom.integration.project.calls import Called
from testloom.integration.project.scopes import Scope
from testloom.integration.project.units import Call, Unit
from testloom.integration.reaching.facts import NAMED, RESULTS, Facts
from testloom.integration.reaching.variables import PossibleRun, common, parameter_facts, run_with
from testloom.source.modules import ClassSource, FunctionSource
from testloom.source.names import CONSTRUCTING

UNDERSTOOD = frozenset({*NAMED, *RESULTS})
"""Built-in names with known properties."""
HARMLESS = (
    "staticmethod",
    "classmethod",
    "property",
    "cached_property",
    "abstractmethod",
    "override",
    "cache",
)
"""The names of decorators that return the decorated function, or pass its calls on unchanged."""
MOST = 300
"""The maximum number of runs that are examined for one call: above, everything counts as possible."""


class Contexts:
    """The runs of a unit's functions, by the facts about their parameters."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._runs: dict[tuple[FunctionSource, frozenset[tuple[str, object]]], PossibleRun] = {}

    def runs_from(
        self, entry: FunctionSource, facts: Facts
    ) -> dict[FunctionSource, list[PossibleRun]] | None:
        """Find the possible runs of the functions that a call reaches; None if they are too many."""
        found: dict[FunctionSource, list[PossibleRun]] = {}
        seen: set[tuple[FunctionSource, frozenset[tuple[str, object]]]] = set()
        pending = [(entry, facts)]
        while pending:
            function, known = pending.pop()
            key = function, frozenset(known.items())
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST:
                return None
            run = self.run(function, known)
            found.setdefault(function, []).append(run)
            pending += [(inner, {}) for inner in self._unit.within(function)]
            pending += self._called(function, run)
        return found

    def run(self, function: FunctionSource, facts: Facts) -> PossibleRun:
        """Analyse what can happen in a function under these facts."""
        key = function, frozenset(facts.items())
        if key not in self._runs:
            graph, module = self._unit.graphs[function], function.module
            decides = not module.namespace.stars and module.bound.isdisjoint(UNDERSTOOD)
            self._runs[key] = run_with(function.node, graph, facts, decides)
        return self._runs[key]

    def _called(self, function: FunctionSource, run: PossibleRun) -> Iterator[tuple[FunctionSource, Facts]]:
        """Yield the functions of the unit that a run may call, with the facts about their arguments."""
        for call in self._unit.calls_of.get(function, ()):
            before = facts_at(run, call)
            for called in call.called if before is not None else ():
                inner = self._unit.own(called)
                if inner in self._unit.graphs and before is not None:
                    yield inner, handed_over(self._unit, call, called, inner, before)


def facts_at(run: PossibleRun, call: Call) -> Facts | None:
    """Find the facts that hold where a call is made; None if it is never made."""
    known = [run.before[place] for place in call.places if place in run.before]
    return reduce(common, known) if known else None


def handed_over(unit: Unit, call: Call, called: Called, entry: FunctionSource, facts: Facts) -> Facts:
    """Find the facts about the parameters of the first function that a call runs."""
    if not isinstance(call.node, ast.Call) or entry.module.namespace.stars or not _is_plain(entry):
        return {}
    if entry.owner is None:
        return parameter_facts(entry.node, call.node, facts, is_bound=False)
    if entry.name != called.function.name or _asks(call.node, entry):
        return {}
    is_bound = not entry.is_decorated_as("staticmethod") and not _is_unbound(unit, call, entry)
    return parameter_facts(entry.node, call.node, facts, is_bound)


def _asks(node: ast.Call, entry: FunctionSource) -> bool:
    """Check whether a call runs a method of another name, as `len(x)` and `x(…)` do; not constructors."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return entry.name not in (name, *CONSTRUCTING)


def _is_unbound(unit: Unit, call: Call, entry: FunctionSource) -> bool:
    """Check whether the receiver is the first argument of the call, as in `Base.method(self)`."""
    if not isinstance(call.node, ast.Call) or not isinstance(call.node.func, ast.Attribute):
        return False
    scope = Scope(call.caller.module, call.caller, unit.kind)
    named = unit.resolver.types.symbol(call.node.func.value, scope)
    is_of_class = isinstance(named, ClassSource) and call.node.func.attr == entry.name
    return is_of_class and not entry.is_decorated_as("classmethod")


def _is_plain(function: FunctionSource) -> bool:
    """Check whether a function's decorators pass its arguments on unchanged."""
    return all(
        isinstance(decorator, ast.Name | ast.Attribute) and _name(decorator) in HARMLESS
        for decorator in function.node.decorator_list
    )


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id


def outcomes(run: PossibleRun) -> Iterator[Edge]:
    """Yield the outcomes of conditions that can happen in a run."""
    return (e for e in run.graph.flow if run.graph.nodes[e.source].kind in CONDITIONS and run.happens(e))
