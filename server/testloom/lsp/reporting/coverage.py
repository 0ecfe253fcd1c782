"""The coverage of one file in the editor's terms: statements, branches with labels, and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from testloom.lsp.documents import read_file, uri_of
from testloom.lsp.places.outline import Outline, Unit, outline_of
from testloom.lsp.protocol.testing import (
    BranchCount,
    Coverage,
    DeclarationCount,
    StatementCount,
    TestPlace,
)
from testloom.model.errors import ProjectError
from testloom.model.progress.reach import Branch, Reach


def coverage_of(outline: Outline, reach: Reach, test: str | None) -> Coverage:
    """Count the tests that reach each statement and each definition; lines count from 0.

    With a `test`, only what that test reaches counts.
    """
    branches: dict[int, list[BranchCount]] = {}
    for branch, tests in sorted(reach.branches.items()):
        entry = BranchCount(label(outline, branch), _count(tests, test))
        branches.setdefault(branch[0] - 1, []).append(entry)
    statements = (
        StatementCount(line - 1, _count(tests, test), tuple(branches.get(line - 1, ())))
        for line, tests in sorted(reach.lines.items())
    )
    return Coverage(tuple(statements), tuple(_declarations(outline, reach, test)))


def place_of_test(project: Path, node: str) -> TestPlace:
    """Find the place of a test by its node id.

    That of an inherited one is the class that inherits it; the first line if neither exists any longer.
    """
    name, *rest = node.partition("[")[0].split("::")
    file = project / name
    try:
        outline = outline_of(read_file(file) or "") or Outline()
    except ProjectError:
        outline = Outline()
    lines = {unit.qualname: unit.line for unit in outline.units}
    line = next((lines[named] for named in _outwards(rest) if named in lines), 0)
    return TestPlace(node, uri_of(file), line)


def _outwards(names: Sequence[str]) -> Iterator[str]:
    """Yield the name of a function, then of the classes around it."""
    return (".".join(names[:length]) for length in range(len(names), 0, -1))


def label(outline: Outline, branch: Branch) -> str:
    """Describe a branch in words: the outcome of its condition.

    Without a condition, name the lines that it leads from and to.
    """
    start, end = branch
    decision = outline.decisions.get(start - 1)
    if decision is not None:
        return decision.label(end - 1 == decision.body)
    return f"line {start} to line {end}" if end > 0 else f"line {start} to the end"


def _declarations(outline: Outline, reach: Reach, test: str | None) -> Iterator[DeclarationCount]:
    """Yield the functions that have statements; a function is called as often as its first statement runs."""
    for unit in outline.units:
        if unit.is_class:
            continue
        body = reach.lines_within(_below(unit), unit.last + 1)
        if body:
            count = _count(reach.lines[body[0]], test)
            yield DeclarationCount(unit.qualname, unit.line, count)


def _below(unit: Unit) -> int:
    return unit.line + 2


def _count(tests: frozenset[str], test: str | None) -> int:
    return len(tests) if test is None else int(test in tests)
