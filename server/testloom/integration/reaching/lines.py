"""The lines of a callee that the calls of a pair can reach."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from testloom.integration.flow.graph import Node
from testloom.integration.project.units import Unit
from testloom.integration.reaching.variables import PossibleRun
from testloom.source.modules import FunctionSource

Runs: TypeAlias = Mapping[FunctionSource, Sequence[PossibleRun]]
"""The possible runs of called functions, one for each way of calling them."""
FunctionLine: TypeAlias = tuple[FunctionSource, int]
"""A line of a function."""


def lines_from(entry: FunctionSource, callee: Unit, runs: Runs | None) -> Iterator[FunctionLine]:
    """Yield the lines that a call of `entry` can reach: all if the runs are unknown."""
    if runs is None:
        yield from all_lines(callee.reached_from(entry), callee)
        return
    for function, some in runs.items():
        for run in some:
            yield from _lines(function, (run.graph.nodes[index] for index in run.before))


def all_lines(functions: Collection[FunctionSource], unit: Unit) -> Iterator[FunctionLine]:
    """Yield the lines of functions that have a node in the control flow."""
    for function in functions:
        yield from _lines(function, unit.graphs[function].nodes)


def _lines(function: FunctionSource, nodes: Iterator[Node] | Sequence[Node]) -> Iterator[FunctionLine]:
    for node in nodes:
        yield from ((function, line) for line in _range(node.source))


def _range(source: ast.AST | None) -> range:
    """Return the lines of a step; of a compound statement, only its header."""
    first = getattr(source, "lineno", None)
    if first is None:
        return range(0)
    below = getattr(source, "body", None)
    last = below[0].lineno - 1 if isinstance(below, list) and below else getattr(source, "end_lineno", first)
    return range(first, max(first, last) + 1)
