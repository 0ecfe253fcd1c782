"""Quick fixes for uncovered goals and findings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lsprotocol import types

from testloom.lsp.places.outline import Outline
from testloom.lsp.protocol.fixes import (
    ADD_FAILING_TEST,
    EXPECT_EXCEPTION,
    EXTRACT_PATH,
    EXTRACT_SEAM,
    FindingArguments,
    PathArguments,
    SeamArguments,
)
from testloom.lsp.protocol.generating import GENERATE_TESTS
from testloom.lsp.protocol.testing import ACCEPT_VALUE, KNOWN_BUG, RENEW_TEST, StaleArguments
from testloom.lsp.protocol.wire import encode
from testloom.lsp.reporting.diagnostics import Issue
from testloom.lsp.reporting.stale import StaleTest
from testloom.lsp.translation import say
from testloom.model.events.jobs import Finding, Unreached
from testloom.model.texts.lines import shortened, split_lines
from testloom.model.texts.trees import parsed

_LONGEST = 60
MORE = 3
"""The factor by which the budget of a repeated search is increased."""
_SEARCHABLE = ("needs-value", "timeout", "private", "discarded")
_CONTROLLABLE = ("blocked-by-guard", "needs-type", "needs-double", "needs-value", "timeout")
"""The reasons that may be due to a collaborator that no test can replace."""
_FOREIGN = re.compile(r"read '(/[^']+)' on this machine$")
_HOST = re.compile(r"use the network \((?:socket|ftplib|imaplib|poplib|smtplib)\.[^:]*: '([\w.-]+)'")
_PLACE = re.compile(r"(?:write to|remove|rename|mkdir|rmdir|link|symlink|truncate|chmod) '(/[^']+)'$")
_PROGRAM = re.compile(r"start a process \([^:]*: '([\w./-]+)'")


@dataclass(frozen=True, slots=True)
class FixedDocument:
    """The document that fixes are for."""

    uri: str
    text: str
    outline: Outline


def fixes_for(issue: Issue, place: FixedDocument) -> Iterator[types.CodeAction]:
    """Yield the fixes of an issue, the best first."""
    about = issue.about
    for action in _about(about, place):
        action.kind = types.CodeActionKind.QuickFix
        action.diagnostics = [issue.diagnostic]
        yield action


def _about(about: Finding | Unreached | StaleTest, place: FixedDocument) -> Iterator[types.CodeAction]:
    match about:
        case Finding():
            yield from _of_finding(about, place)
        case Unreached():
            yield from _of_goal(about, place)
        case StaleTest():
            yield from _of_stale(about, place)


def _of_stale(test: StaleTest, place: FixedDocument) -> Iterator[types.CodeAction]:
    argument = encode(StaleArguments(place.uri, test.case))
    if test.failure.snapshot is not None:
        yield _command(say("Update snapshots of {0}", test.name), ACCEPT_VALUE, argument)
    elif test.change.text is not None:
        value = shortened(test.change.actual, _LONGEST)
        yield _command(say("Accept new value: {0}", value), ACCEPT_VALUE, argument)
    if test.is_renewable:
        yield _command(say("Regenerate {0}", test.name), RENEW_TEST, argument)
    yield _command(say("Mark as bug: ignore until it changes"), KNOWN_BUG, argument)


def _of_finding(finding: Finding, place: FixedDocument) -> Iterator[types.CodeAction]:
    if finding.is_crash:
        return  # a test of a crash would end the whole test run
    kind = finding.exception.rpartition(":")[2]
    if finding.is_contradiction:
        kind = finding.returned or finding.message
    arguments = FindingArguments(place.uri, finding.target, finding.exception)
    argument = encode(arguments)
    if finding.complete:
        yield _command(say("Copy as failing test"), "testloom.copyFailingTest", argument)
        yield _command(say("Add as xfail test"), ADD_FAILING_TEST, argument)
    title = say("Mark {0} as expected from {1}", kind, finding.target.partition(":")[2])
    if finding.complete and not finding.is_contradiction:
        yield _command(
            say("{0} and add a test", title),
            EXPECT_EXCEPTION,
            encode(replace(arguments, with_test=True)),
        )
    yield _command(title, EXPECT_EXCEPTION, argument)


def _of_goal(goal: Unreached, place: FixedDocument) -> Iterator[types.CodeAction]:
    if goal.reason in _SEARCHABLE:
        line = goal.line if goal.outcome is None else goal.decided
        request = {
            "uri": place.uri,
            "position": {"line": line - 1, "character": 0},
            "scope": "line",
            "outcome": goal.outcome,
            "effort": MORE,
            "everything": True,
        }
        yield _command(say("Search {0} times as long for: {1}", MORE, goal.label), GENERATE_TESTS, request)
    if goal.reason == "needs-type":
        yield from _annotations(goal, place)
    if goal.reason in _CONTROLLABLE:
        yield from _extractions(goal, place)
    for entry in dict.fromkeys(_allowances(goal)):
        yield _command(
            say("Allow {0} for code under test (settings)", entry), "testloom.allow", entry, place.uri
        )
    yield from _exclusion(goal, place)


def _allowances(goal: Unreached) -> Iterator[str]:
    """Yield the entries of the setting `testloom.allow` that would permit what the guard denied."""
    for denied in goal.denied:
        for kind, pattern in (("connect", _HOST), ("write", _PLACE), ("run", _PROGRAM)):
            if found := pattern.match(denied):
                yield f"{kind}:{found[1]}"


def _extractions(goal: Unreached, place: FixedDocument) -> Iterator[types.CodeAction]:
    """Yield refactorings that let tests control what the goal depends on.

    They introduce a parameter for a collaborator, or a constant for a path.
    """
    from testloom.refactoring import seams_at, with_path_constant

    for seam in seams_at(place.text, goal.decided or goal.line, before=goal.reason == "blocked-by-guard"):
        title = say("Make {0} a parameter of {1}, so that tests can set it", seam.name, seam.function)
        yield _command(title, EXTRACT_SEAM, encode(SeamArguments(place.uri, seam.function, seam.name)))
    for path in dict.fromkeys(found[1] for denied in goal.denied if (found := _FOREIGN.match(denied))):
        if with_path_constant(place.text, goal.line, path) is not None:
            title = say("Make '{0}' a module constant that tests can override", path)
            yield _command(title, EXTRACT_PATH, encode(PathArguments(place.uri, goal.line - 1, path)))


def _annotations(goal: Unreached, place: FixedDocument) -> Iterator[types.CodeAction]:
    """Yield an action for each unannotated parameter of the function that contains the goal."""
    for parameter in _bare_parameters(place.text, goal.line):
        position = {"line": (parameter.end_lineno or 1) - 1, "character": parameter.end_col_offset}
        yield _command(say("Annotate {0}", parameter.arg), "testloom.annotate", place.uri, position)


def _bare_parameters(text: str, line: int) -> list[ast.arg]:
    tree = parsed(text)
    functions = [
        node
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not functions:
        return []
    own = max(functions, key=lambda node: node.lineno).args
    parameters = [*own.posonlyargs, *own.args, *own.kwonlyargs]
    return [entry for entry in parameters if entry.annotation is None and entry.arg not in ("self", "cls")]


def _exclusion(goal: Unreached, place: FixedDocument) -> Iterator[types.CodeAction]:
    """Yield an action that excludes the goal from coverage, if a comment on one line can do exactly that."""
    line, pragma = _pragma(goal, place.outline)
    lines = split_lines(place.text)
    if not 0 < line <= len(lines) or "pragma" in lines[line - 1]:
        return
    text = lines[line - 1].rstrip("\r\n")
    end = types.Position(line - 1, _utf16(text.rstrip()))
    comment = f"  # pragma: {pragma}"
    changed = "".join([*lines[: line - 1], text.rstrip() + comment + "\n", *lines[line:]])
    before, after = parsed(place.text), parsed(changed)
    if before is None or after is None or ast.dump(before) != ast.dump(after):
        return  # the line ends inside a string, or is continued
    edit = types.TextEdit(types.Range(end, types.Position(line - 1, _utf16(text))), comment)
    yield types.CodeAction(
        say("Exclude from coverage: # pragma: {0}", pragma),
        edit=types.WorkspaceEdit(changes={place.uri: [edit]}),
    )


def _pragma(goal: Unreached, outline: Outline) -> tuple[int, str]:
    """Return the line (from 1) and the text of a comment that excludes a goal; 0 if no line would do."""
    if "/entry/" in goal.goal:
        return _header(goal.line, outline), "no cover"
    if goal.outcome is None:
        return goal.line, "no cover"
    if goal.outcome:
        return goal.decided, "no cover"
    decision = outline.decisions.get(goal.decided - 1)
    is_written = decision is None or decision.has_else
    return 0 if is_written else goal.decided, "no branch"


def _header(line: int, outline: Outline) -> int:
    """Return the first line (from 1) of the function that contains a line; 0 if there is none."""
    functions = (unit for unit in outline.units if not unit.is_class)
    return max((unit.line + 1 for unit in functions if unit.line < line <= unit.last + 1), default=0)


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _command(title: str, name: str, *arguments: object) -> types.CodeAction:
    return types.CodeAction(title, command=types.Command(title, name, arguments=list(arguments)))
