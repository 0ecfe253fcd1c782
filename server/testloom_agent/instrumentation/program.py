"""Instrumentation of a whole module: from its source to an instrumented code object."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType

from testloom_agent.instrumentation.model import Plan, ProbeInfo
from testloom_agent.instrumentation.reparsing import Rewritten
from testloom_agent.instrumentation.rewriting.control import ProbeInserter
from testloom_agent.instrumentation.rewriting.exclusion import excluded_lines, partial_lines
from testloom_agent.trees import quiet

_DEPTH = 20_000


@dataclass(frozen=True)
class Program:
    """An instrumented module, its original syntax tree, and the meaning of its probes.

    `probes` and `predicates` are its own indexes in a plan that it may share with other modules.
    """

    rewritten: Rewritten
    tree: ast.Module
    plan: Plan
    probes: range
    predicates: range

    @property
    def code(self) -> CodeType:
        """The code with the probes."""
        return self.rewritten.code


def instrument(source: bytes | str, file: str, plan: Plan | None = None) -> Program:
    """Put probes into a module; they are appended to the plan, if there is one already.

    Raises:
        SyntaxError: if the source is not valid Python.
        UnicodeDecodeError: if its bytes are not in the encoding it declares.
    """
    with quiet(), deep_recursion():
        compile(source, file, "exec", dont_inherit=True)  # errors that only the compiler finds
        tree, written = ast.parse(source, file), ast.parse(source, file)
        lines = source_lines(source)
        plan = plan or Plan()
        plan.source = [line.encode("utf-8", "replace") for line in lines]
        first_probe, first_predicate = len(plan.probes), len(plan.predicates)
        ProbeInserter(plan).module(tree)
        code = compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)
    _mark_excluded(plan.probes[first_probe:], written, lines)
    probes, predicates = range(first_probe, len(plan.probes)), range(first_predicate, len(plan.predicates))
    return Program(Rewritten(code, tree, "\n".join(lines)), written, plan, probes, predicates)


def _mark_excluded(probes: Iterable[ProbeInfo], tree: ast.Module, lines: list[str]) -> None:
    excluded, partial = excluded_lines(tree, lines), partial_lines(lines)
    for probe in probes:
        unwritten = probe.kind == "branch" and not probe.lines
        probe.excluded = excluded.issuperset(probe.lines or [probe.line]) or (
            unwritten and probe.line in partial
        )


def source_lines(source: bytes | str) -> list[str]:
    """Split the source into lines as the compiler counts them."""
    if isinstance(source, bytes):
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        source = source.decode(encoding)
    return source.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@contextmanager
def deep_recursion(depth: int = _DEPTH) -> Iterator[None]:
    """Allow trees that the compiler accepts but a visitor in Python would not get through."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
