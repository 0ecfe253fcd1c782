"""Callers and callees: a class with its methods, or the functions of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from testloom.integration.flow import CONDITIONS, FlowGraph, flow_graph
from testloom.integration.project.calls import Called, CallResolver
from testloom.model.errors import UsageError
from testloom.source.modules import ClassSource, FunctionSource, ModuleSource


@dataclass(frozen=True, eq=False)
class Call:
    """A call in a function of a unit: its nodes in the flow graph, and the functions that it may run.

    Reading a property is a call, too.
    """

    caller: FunctionSource
    node: ast.Call | ast.Attribute
    places: tuple[int, ...]
    called: tuple[Called, ...]


@dataclass(frozen=True)
class Unit:
    """A caller or callee: `functions` are those of its code, inherited ones included.

    `qualname` is that of a class, method or function; empty for the functions of `module`. `observed`
    maps calls that the source does not resolve to the functions that they ran.
    """

    module: ModuleSource
    qualname: str
    functions: tuple[FunctionSource, ...]
    resolver: CallResolver
    kind: ClassSource | None = None
    observed: Mapping[ast.AST, tuple[Called, ...]] = field(default_factory=dict, compare=False)

    @property
    def id(self) -> str:
        """`module:Qualname`, or the name of the module."""
        return f"{self.module.name}:{self.qualname}" if self.qualname else self.module.name

    @property
    def name(self) -> str:
        """The short name for people."""
        return self.qualname or self.module.name.rpartition(".")[2]

    @cached_property
    def graphs(self) -> Mapping[FunctionSource, FlowGraph]:
        """The control flow graph of each function."""
        return {function: flow_graph(function.node) for function in self.functions}

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the project's functions, in source order."""
        return tuple(call for call in self._all_calls if call.called)

    @cached_property
    def unresolved(self) -> tuple[Call, ...]:
        """The calls whose functions are unknown."""
        return tuple(call for call in self._all_calls if not call.called)

    @cached_property
    def _all_calls(self) -> tuple[Call, ...]:
        return tuple(call for function in self.functions for call in self._calls_in(function))

    def _calls_in(self, function: FunctionSource) -> Iterator[Call]:
        places: dict[ast.Call | ast.Attribute, list[int]] = {}
        for node in self.graphs[function].nodes:
            if isinstance(node.source, ast.Call | ast.Attribute) and node.kind == "call":
                places.setdefault(node.source, []).append(node.index)
        for call, nodes in places.items():
            called = self.resolver.called(call, function, self.kind) or self.observed.get(call, ())
            yield Call(function, call, tuple(nodes), tuple(called))

    @cached_property
    def joins(self) -> Mapping[FunctionSource, tuple[Call, ...]]:
        """The calls within the unit, by called function: they join its graphs to one of the whole unit."""
        own = set(self.functions)
        found: dict[FunctionSource, list[Call]] = {}
        for call in self.calls:
            for called in call.called:
                if (function := self.own(called)) in own:
                    found.setdefault(function, []).append(call)
        return {function: tuple(calls) for function, calls in found.items()}

    @cached_property
    def calls_of(self) -> Mapping[FunctionSource, tuple[Call, ...]]:
        """The calls that each function makes."""
        found: dict[FunctionSource, list[Call]] = {}
        for call in self.calls:
            found.setdefault(call.caller, []).append(call)
        return {function: tuple(calls) for function, calls in found.items()}

    def own(self, called: Called) -> FunctionSource:
        """Find the function of the unit that a call runs: a method may override that of a base class."""
        if self.kind is None or called.receiver is None:
            return called.function
        names = self.resolver.names
        if called.receiver in names.lineage(self.kind):
            return names.method(self.kind, called.function.name) or called.function
        return called.function

    def reached_from(self, entry: FunctionSource) -> list[FunctionSource]:
        """Find the functions of the unit that a call of one of them may run, that one first."""
        runs: dict[FunctionSource, list[FunctionSource]] = {}
        for function, calls in self.joins.items():
            for call in calls:
                runs.setdefault(call.caller, []).append(function)
        found: dict[FunctionSource, None] = {}
        pending = [entry]
        while pending:
            function = pending.pop()
            if function not in found:
                found[function] = None
                pending += self.within(function)
                pending += runs.get(function, [])
        return list(found)

    def within(self, function: FunctionSource) -> list[FunctionSource]:
        """Find the functions that are defined in a function."""
        inner = f"{function.qualname}.<locals>."
        return [other for other in self.functions if other.qualname.startswith(inner)]

    @property
    def complexity(self) -> int:
        """The total cyclomatic complexity of its functions."""
        return sum(1 + _conditions(graph) for graph in self.graphs.values())


def class_unit(kind: ClassSource, resolver: CallResolver) -> Unit:
    """Create a unit of a class with the methods that it defines and inherits within the project."""
    methods: dict[str, FunctionSource] = {}
    for known in resolver.names.lineage(kind):
        for name, method in known.methods.items():
            methods.setdefault(name, method)
    return _unit(kind.module, kind.qualname, methods.values(), resolver, kind)


def module_unit(module: ModuleSource, resolver: CallResolver) -> Unit:
    """Create a unit of the functions of a module, without its classes."""
    functions = [function for name, function in module.functions.items() if "." not in name]
    return _unit(module, "", functions, resolver)


def function_unit(function: FunctionSource, resolver: CallResolver) -> Unit:
    """Create a unit of a single function or method."""
    kind = None if function.owner is None else function.module.classes[function.owner]
    return _unit(function.module, function.qualname, [function], resolver, kind)


def find_unit(module: ModuleSource, qualname: str | None, resolver: CallResolver) -> Unit:
    """Find the class, method or function of that name; without a name, the functions of the module.

    Raises:
        UsageError: if the module has no such class or function, or, without a name, no functions.
    """
    if qualname is not None and qualname in module.classes:
        return class_unit(module.classes[qualname], resolver)
    if qualname is not None and qualname in module.functions:
        return function_unit(module.functions[qualname], resolver)
    names = [name for name in (*module.classes, *module.functions) if "." not in name]
    if qualname is not None:
        raise UsageError(
            f"{module.file} has no {qualname!r}.", f"It contains {', '.join(names) or 'nothing to call'}."
        )
    unit = module_unit(module, resolver)
    if not unit.functions:
        advice = (
            f"Pass one of its classes: {', '.join(f'{module.file}::{name}' for name in names)}."
            if names
            else "Pass another file."
        )
        raise UsageError(f"{module.file} has no functions outside classes.", advice)
    return unit


def _unit(
    module: ModuleSource,
    qualname: str,
    functions: Iterable[FunctionSource],
    resolver: CallResolver,
    kind: ClassSource | None = None,
) -> Unit:
    """Make a unit of functions and all functions defined within them."""
    found = [inner for function in functions for inner in (function, *_inner(function))]
    return Unit(module, qualname, tuple(found), resolver, kind)


def _inner(function: FunctionSource) -> Iterator[FunctionSource]:
    prefix = f"{function.qualname}.<locals>."
    return (other for other in function.module.functions.values() if other.qualname.startswith(prefix))


def _conditions(graph: FlowGraph) -> int:
    return len({id(node.source) for node in graph.nodes if node.kind in CONDITIONS})
