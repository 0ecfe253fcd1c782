"""The places of a file that tests can be generated for, and which of them no test reaches."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from testloom.lsp.places.outline import Decision, Outline, Unit
from testloom.lsp.translation import say, say_count
from testloom.model.progress.reach import Counts, Reach

_KINDS: Mapping[type[ast.stmt], str] = {ast.Raise: "raises", ast.Return: "returns"}


@dataclass(frozen=True, slots=True)
class Page:
    """A document as lenses see it; `reach` is None until its tests have been measured."""

    uri: str
    outline: Outline
    reach: Reach | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A line (from 0) to cover, or one outcome of a decision on it; `kind` is one of `options.LENSES`."""

    kind: str
    line: int
    outcome: bool | None = None


def title_of(spot: Spot, page: Page) -> str:
    """Build the title of a lens or an action; empty if its place no longer exists."""
    outline = page.outline
    if spot.kind == "functions":
        unit = next((unit for unit in outline.units if unit.line == spot.line), None)
        return "" if unit is None else _unit_title(unit, page.reach)
    if spot.outcome is not None and (decision := outline.decisions.get(spot.line)):
        return say("Cover when {0}", decision.label(spot.outcome))
    if spot.line not in outline.statements:
        return ""
    return _line_title(outline.statements[spot.line], spot)


def request_for(spot: Spot, page: Page) -> dict[str, Any]:
    """Build the argument of the command that generates tests for a place."""
    request: dict[str, Any] = {"uri": page.uri, "position": {"line": spot.line, "character": 0}}
    if spot.kind != "functions":
        request["scope"] = "line"
    return request if spot.outcome is None else {**request, "outcome": spot.outcome}


def missing_spots(page: Page) -> Iterator[Spot]:
    """Yield the places that no test reaches, in code that tests run."""
    if page.reach is not None:
        yield from _missing_outcomes(page.outline, page.reach)
        yield from _missing_failures(page.outline, page.reach)
        yield from _missing_lines(page.outline, page.reach)


def spots_on(page: Page, line: int, *, asked: bool) -> Iterator[Spot]:
    """Yield the places that can be covered on a line.

    Unless the user `asked` for it, only those that no test reaches.
    """
    decision = page.outline.decisions.get(line)
    if decision is not None:
        missing = set() if asked or page.reach is None else set(_missing_outcomes(page.outline, page.reach))
        spots = (Spot(decision.kind, line, outcome) for outcome in decision.outcomes)
        yield from (spot for spot in spots if asked or spot in missing)
    elif statement := page.outline.statements.get(line):
        failure = Spot("raises", line, False)
        missing = set() if page.reach is None else set(_missing_failures(page.outline, page.reach))
        if statement is ast.Assert and (asked or failure in missing):
            yield failure
        elif asked or (page.reach is not None and line + 1 in page.reach.missing_lines):
            yield Spot(_KINDS.get(statement, "lines"), line)


def _missing_outcomes(outline: Outline, reach: Reach) -> Iterator[Spot]:
    missing = {(start, outline.is_body(start - 1, end - 1)) for start, end in reach.missing_branches}
    for line, decision in sorted(outline.decisions.items()):
        for outcome in decision.outcomes:
            if decision.kind != "branches" and outcome:
                is_missing = _is_passed_by(decision, reach)
            else:
                is_missing = reach.reaches(line + 1) and (line + 1, outcome) in missing
            if is_missing:
                yield Spot(decision.kind, line, outcome)


def _missing_failures(outline: Outline, reach: Reach) -> Iterator[Spot]:
    """Yield each `assert` that holds in all tests that reach it: these also reach the next statement."""
    for line, behind in outline.followed.items():
        tests = reach.lines.get(line + 1)
        if tests and tests <= reach.lines.get(behind + 1, frozenset()):
            yield Spot("raises", line, False)


def _is_passed_by(decision: Decision, reach: Reach) -> bool:
    """Check whether tests reach the statement of a `case` or `except`, but never its body."""
    body = decision.body + 1
    return reach.reaches(decision.before + 1) and body in reach.lines and not reach.reaches(body)


def _missing_lines(outline: Outline, reach: Reach) -> Iterator[Spot]:
    """Yield the first line of each run of uncovered lines after a covered line.

    Lines that another lens explains are left out.
    """
    explained = {end for start, end in reach.missing_branches if start - 1 in outline.decisions}
    explained.update(decision.body + 1 for decision in outline.decisions.values())
    for unit in outline.units:
        known = [] if unit.is_class else reach.lines_within(unit.line + 2, unit.last + 1)
        if not known or not reach.reaches(known[0]):
            continue
        for before, line in itertools.pairwise(known):
            is_first = reach.reaches(before) and not reach.reaches(line)
            statement = outline.statements.get(line - 1)
            if is_first and line not in explained and statement is not None:
                yield Spot(_KINDS.get(statement, "lines"), line - 1)


def _line_title(statement: type[ast.stmt], spot: Spot) -> str:
    if spot.outcome is not None:
        return say("Make this fail")
    if statement is ast.Raise:
        return say("Make this raise")
    return say("Cover this return") if statement is ast.Return else say("Cover this line")


def is_covered(unit: Unit, reach: Reach | None) -> bool:
    """Check whether tests run every line of a class or function and take every branch."""
    if reach is None:
        return False
    inside = _inside(unit, reach)
    return 0 < inside.lines == inside.lines_reached and inside.branches == inside.branches_reached


def _inside(unit: Unit, reach: Reach) -> Counts:
    return reach.within(unit.line + 2, unit.last + 1)  # the definition itself runs at import


def _unit_title(unit: Unit, reach: Reach | None) -> str:
    if reach is None or is_covered(unit, reach):
        return say("Generate tests")
    inside = _inside(unit, reach)
    if inside.branches_reached < inside.branches:
        return say_count(
            inside.branches,
            "Generate tests · {1} of 1 branch",
            "Generate tests · {1} of {0} branches",
            inside.branches_reached,
        )
    if inside.lines:
        return say_count(
            inside.lines,
            "Generate tests · {1} of 1 line",
            "Generate tests · {1} of {0} lines",
            inside.lines_reached,
        )
    return say("Generate tests")
