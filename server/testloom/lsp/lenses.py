"""Code lenses and code actions: what can be generated for the place that they stand at."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from testloom.lsp.outline import Outline, Unit
from testloom.lsp.protocol import GENERATE_TESTS
from testloom.model.reach import Reach

COVER = "refactor.cover"
_LINE_TITLES: dict[type[ast.stmt], str] = {ast.Raise: "Make this raise", ast.Return: "Return this"}


@dataclass(frozen=True, slots=True)
class Page:
    """A document as lenses see it; `reach` is None while nobody has measured its tests."""

    uri: str
    outline: Outline
    reach: Reach | None = None


def code_lenses(page: Page, shown: Container[str]) -> list[types.CodeLens]:
    """One lens for each class and function, and one for each way that no test goes.

    `shown` has the kinds that the user wants to see: `functions`, `branches`, `lines`.
    """
    lenses: list[types.CodeLens] = []
    if "functions" in shown:
        lenses += [
            _lens(unit.line, _unit_title(unit, page), _wish(page, unit.line)) for unit in page.outline.units
        ]
    if page.reach is not None and "branches" in shown:
        lenses += [_lens(line, f"Cover when {label}", wish) for line, label, wish in _missing_branches(page)]
    if page.reach is not None and "lines" in shown:
        lenses += [
            _lens(line, _line_title(page, line), _on_line(page, line)) for line in _missing_lines(page)
        ]
    return lenses


def code_actions(page: Page, line: int, *, asked: bool) -> list[types.CodeAction]:
    """What can be covered on a line; unless the user `asked` for it, only what no test reaches."""
    actions: list[types.CodeAction] = []
    decision = page.outline.decisions.get(line)
    missing = {(at, label) for at, label, _ in _missing_branches(page)}
    if decision is not None:
        for outcome in (True, False):
            label = decision.label(outcome)
            if asked or (line, label) in missing:
                actions.append(_action(f"Cover when {label}", _on_line(page, line, outcome)))
    elif line in page.outline.statements and (asked or line in _unreached_lines(page)):
        actions.append(_action(_line_title(page, line), _on_line(page, line)))
    return actions


def _unit_title(unit: Unit, page: Page) -> str:
    if page.reach is None:
        return "Generate tests"
    inside = page.reach.within(unit.line + 2, unit.last + 1)  # a definition itself runs at import
    if inside.branches:
        return f"Generate tests · {inside.branches_reached} of {inside.branches} branches"
    if inside.lines:
        return f"Generate tests · {inside.lines_reached} of {inside.lines} lines"
    return "Generate tests"


def _missing_branches(page: Page) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Line, label and wish of each way out of a decision that no test goes, where tests come by."""
    if page.reach is None:
        return
    for start, end in page.reach.missing_branches:
        decision = page.outline.decisions.get(start - 1)
        if decision is not None and page.reach.reaches(start):
            outcome = end - 1 == decision.body
            yield start - 1, decision.label(outcome), _on_line(page, start - 1, outcome)


def _missing_lines(page: Page) -> Iterator[int]:
    """The first line of each run of unreached lines that no branch lens explains, where tests come by."""
    if page.reach is None:
        return
    explained = {end for start, end in page.reach.missing_branches if start - 1 in page.outline.decisions}
    for unit in page.outline.units:
        known = [] if unit.is_class else page.reach.lines_within(unit.line + 2, unit.last + 1)
        if not known or not page.reach.reaches(known[0]):
            continue
        for before, line in itertools.pairwise(known):
            is_first = page.reach.reaches(before) and not page.reach.reaches(line)
            if is_first and line not in explained and line - 1 in page.outline.statements:
                yield line - 1


def _unreached_lines(page: Page) -> set[int]:
    return set() if page.reach is None else {line - 1 for line in page.reach.missing_lines}


def _line_title(page: Page, line: int) -> str:
    return _LINE_TITLES.get(page.outline.statements[line], "Cover this line")


def _wish(page: Page, line: int) -> dict[str, Any]:
    return {"uri": page.uri, "position": {"line": line, "character": 0}}


def _on_line(page: Page, line: int, outcome: bool | None = None) -> dict[str, Any]:
    wish = {**_wish(page, line), "scope": "line"}
    return wish if outcome is None else {**wish, "outcome": outcome}


def _lens(line: int, title: str, wish: dict[str, Any]) -> types.CodeLens:
    place = types.Position(line, 0)
    return types.CodeLens(types.Range(place, place), types.Command(title, GENERATE_TESTS, arguments=[wish]))


def _action(title: str, wish: dict[str, Any]) -> types.CodeAction:
    return types.CodeAction(title, kind=COVER, command=types.Command(title, GENERATE_TESTS, arguments=[wish]))
