"""What code does with the results of calls, by the name called: this tells what doubles should return."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from testloom_agent.reflection.bodies.lookups.reader import LookupReader, lookups_of
from testloom_agent.reflection.bodies.uses import name_of, uses_of
from testloom_agent.reflection.sources import Function
from testloom_agent.trees import nodes_of

Taking: TypeAlias = Literal["value", "unpacked", "items", "rows"]
"""A result that is assigned to one name, to several names, iterated, or iterated with its items unpacked."""
Result: TypeAlias = tuple[str, Taking, tuple[str, ...]]
"""The name that is called, how its result is taken, and the names that it is assigned to."""
ENTERED = "__enter__"
"""The suffix, after a dot, of a name whose result is a context manager."""
MOST_WAYS = 4


def results_of(tree: ast.Module) -> dict[str, list[Any]]:
    """`[taking, [name, [use, …]], …]` for each way in which the results of calls of a name are taken.

    What functions do with a result under the same names is one way.
    """
    found: dict[str, dict[tuple[str, ...], list[Any]]] = {}
    for function in nodes_of(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for (called, taking, names), uses in _uses(function):
                ways = found.setdefault(called, {})
                if (taking, *names) in ways or len(ways) < MOST_WAYS:
                    fresh = [taking, *([name.removeprefix("self."), []] for name in names)]
                    _, *parts = ways.setdefault((taking, *names), fresh)
                    for (_, known), more in zip(parts, uses, strict=True):
                        known += [use for use in more if use not in known]
    return {called: list(ways.values()) for called, ways in found.items()}


def _uses(function: Function) -> Iterator[tuple[Result, list[list[str]]]]:
    """Yield the results that a function takes, with the uses of each name that they are assigned to."""
    taken = [result for node in nodes_of(function) for result in _taken(node)]
    named = {name for _, _, names in taken for name in names}
    uses = uses_of(function, named)
    lookups = lookups_of(function, _ResultReader(named)).uses
    for result in taken:
        yield result, [list(dict.fromkeys([*uses[name], *lookups[name]])) for name in result[2]]


class _ResultReader(LookupReader):
    """Notes the lookups in the results of calls; the given names stand for these from their assignment on."""

    def bind(self, target: ast.expr, value: ast.expr, step: str = "") -> None:
        """Let names stand for themselves once they have what a call returns."""
        super().bind(target, value, step)
        if _called(value):
            names = (name_of(part) for part in nodes_of(target) if isinstance(part, ast.expr))
            self.places.update({name: (name, "") for name in names if name in self.uses})


def _taken(node: ast.AST) -> Iterator[Result]:
    """Yield the results of calls that a statement or a comprehension assigns to names."""
    match node:
        case ast.Assign(targets=[target], value=value):
            yield from _result(value, target, "value", "unpacked")
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield from _result(value, target, "items", "rows")
        case ast.AsyncFor(target=target, iter=value):
            yield from _result(value, target, "items", "rows")
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            for name, taking, names in _result(value, target, "value", "unpacked"):
                yield f"{name}.{ENTERED}", taking, names


def _result(value: ast.expr, target: ast.expr, whole: Taking, parts: Taking) -> Iterator[Result]:
    called = _called(value)
    names = [name_of(part) for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    if called and all(names):
        yield called, parts if isinstance(target, ast.Tuple) else whole, tuple(names)


def _called(value: ast.expr) -> str:
    """Return the last part of the name that an expression calls; empty for anything else."""
    match value.value if isinstance(value, ast.Await) else value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""
