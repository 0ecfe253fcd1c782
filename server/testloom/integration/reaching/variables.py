"""Facts about a function's variables at each step, and the possible outcomes of its conditions.

Constants are propagated along the branches that they leave open (M. N. Wegman, F. K. Zadeck, "Constant
propagation with conditional branches", TOPLAS 13(2), 1991), over graphs in which any statement may raise.
"""

from __future__ import annotations

import ast
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from testloom.integration.flow import Edge, FlowGraph
from testloom.integration.flow.graph import Node
from testloom.integration.reaching.facts import Fact, Facts, fact_of, truth_of
from testloom.source.modules import Function


@dataclass(frozen=True, slots=True)
class PossibleRun:
    """A possible run of a function: `before` are the facts before each reachable step.

    Unless it `decides`, all outcomes of conditions are possible.
    """

    graph: FlowGraph
    before: dict[int, Facts]
    decides: bool = True

    def happens(self, edge: Edge) -> bool:
        """Check whether one step can be followed by another along this edge."""
        if edge.source not in self.before:
            return False
        if not self.decides:
            return True
        outcome = _decided(self.graph.nodes[edge.source], self.before[edge.source])
        return outcome is None or edge.outcome is None or edge.outcome is outcome


def run_with(function: Function, graph: FlowGraph, facts: Facts, decides: bool) -> PossibleRun:
    """Analyse a function under facts about its parameters."""
    unstable = set(_unstable(function))
    after: dict[int, list[Edge]] = {}
    for edge in graph.edges:
        after.setdefault(edge.source, []).append(edge)
    stable = {name: known for name, known in facts.items() if name not in unstable}
    run = PossibleRun(graph, {graph.entry: stable}, decides=decides)
    pending = deque([graph.entry])
    while pending:
        index = pending.popleft()
        before = run.before[index]
        done = _after(graph.nodes[index], before, unstable)
        for edge in after.get(index, ()):
            if run.happens(edge):
                arriving = common(before, done) if edge.is_raise else done
                known = run.before.get(edge.target)
                merged = arriving if known is None else common(known, arriving)
                if merged != known:
                    run.before[edge.target] = merged
                    pending.append(edge.target)
    return run


def parameter_facts(function: Function, call: ast.Call, facts: Facts, is_bound: bool) -> Facts:
    """Infer facts about the parameters of the function that a call runs; none if it unpacks arguments.

    `is_bound`: the first parameter is the object, or the class, that the call is made on.
    """
    arguments = function.args
    unpacks = any(isinstance(value, ast.Starred) for value in call.args)
    if unpacks or any(keyword.arg is None for keyword in call.keywords):
        return {}
    names = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)][is_bound:]
    given: dict[str, ast.expr] = dict(zip(names, call.args, strict=False))
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    own = {*names[len(arguments.posonlyargs) :], *(parameter.arg for parameter in arguments.kwonlyargs)}
    given |= {name: value for name, value in named.items() if name in own}
    found = dict(_defaults(arguments))
    found = {name: known for name, known in found.items() if name not in given}
    for name, value in given.items():
        if (known := fact_of(value, facts)) is not None:
            found[name] = known
    if arguments.kwarg is not None and _is_only_read(function, arguments.kwarg.arg):
        found[arguments.kwarg.arg] = Fact(dict, keys=frozenset(named.keys() - own))
    return found


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, Fact]]:
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for parameter, default in pairs:
        if isinstance(default, ast.Constant | ast.UnaryOp) and (known := fact_of(default, {})) is not None:
            yield parameter.arg, known


def _decided(node: Node, facts: Facts) -> bool | None:
    """Return the outcome of a condition; None if it is unknown."""
    if node.kind == "condition" and isinstance(node.source, ast.expr):
        return truth_of(node.source, facts)
    return None


def _after(node: Node, facts: Facts, unstable: set[str]) -> Facts:
    """Return the facts after a step."""
    source = node.source
    if node.kind in ("statement", "iteration", "handler", "case", "choice") and source is not None:
        bound = set(_bound(source))
        kept = {name: known for name, known in facts.items() if name not in bound}
        match source:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                known = fact_of(value, facts)
                if known is not None and name not in unstable:
                    kept[name] = known
        return kept
    return facts


def _bound(source: ast.AST) -> Iterator[str]:
    """Yield the names that a step may bind or unbind, or whose keys it may change."""
    match source:
        case ast.For() | ast.AsyncFor():
            parts: list[ast.AST] = [source.target]
        case ast.With() | ast.AsyncWith():
            parts = [item.optional_vars for item in source.items if item.optional_vars is not None]
        case ast.ExceptHandler(name=name):
            parts = []
            if name is not None:
                yield name
        case ast.match_case():
            parts = [source.pattern]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            parts = []
            yield source.name
        case ast.Try() | ast.Match() | ast.While() | ast.If():
            parts = []
        case _:
            parts = [source]
    for part in parts:
        yield from _stored(part)


def _stored(part: ast.AST) -> Iterator[str]:
    for node in ast.walk(part):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.alias():
                yield (node.asname or node.name).partition(".")[0]
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                yield name
            case ast.MatchMapping(rest=str() as name):
                yield name
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield name


def _unstable(function: Function) -> Iterator[str]:
    """Yield the names whose values may change without a step of the function that shows it.

    Lambdas and generators read names when they run, so a name counts if it is bound more than once.
    """
    given = [argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)]
    times = Counter([*given, *_stored(function)])
    for node in ast.walk(function):
        match node:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from names
            case ast.NamedExpr(target=ast.Name(id=name)):
                yield name
            case ast.Lambda() | ast.GeneratorExp():
                read = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
                yield from (name for name in read if times[name] > 1)


def _is_only_read(function: Function, name: str) -> bool:
    """Check whether a dictionary is only read: no use could change it, or give it another name."""
    read: set[int] = set()
    for node in ast.walk(function):
        match node:
            case (
                ast.Subscript(value=ast.Name() as used, ctx=ast.Load())
                | ast.keyword(arg=None, value=ast.Name() as used)
            ):
                read.add(id(used))
            case ast.Attribute(value=ast.Name() as used, attr="get" | "items" | "keys" | "values"):
                read.add(id(used))
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name() as used]):
                read.add(id(used))
            case ast.If(test=ast.Name() as used) | ast.UnaryOp(op=ast.Not(), operand=ast.Name() as used):
                read.add(id(used))
    return all(
        id(node) in read for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name
    )


def common(one: Facts, other: Facts) -> Facts:
    """Combine two sets of facts into those that hold in either case."""
    both = {name: known | other[name] for name, known in one.items() if name in other}
    return {name: known for name, known in both.items() if known is not None}
