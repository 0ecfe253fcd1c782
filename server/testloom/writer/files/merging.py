"""Merging of test functions into an existing file: everything else keeps every character."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

import libcst as cst

from testloom.model.subject import Subject
from testloom.model.texts.form_feeds import show_form_feeds
from testloom.writer.files.document import Document, FunctionNode
from testloom.writer.imports.bindings import Import
from testloom.writer.imports.importing import with_imports
from testloom.writer.project.style import ProjectStyle


@dataclass(frozen=True, slots=True)
class Addition:
    """A function to be added, and the line of the source that it tests; 0 if that line is unknown."""

    source: str
    line: int


def merged(
    document: Document,
    imports: Sequence[Import],
    additions: Sequence[Addition],
    subject: Subject,
    style: ProjectStyle,
) -> str:
    """Add imports and functions to the file, in the order of the code that they test.

    Only tests have a place in that order; helpers stay where they serve all tests.
    """
    tests = {name: node for name, node in document.functions.items() if _is_test(name, style)}
    lines = {name: line_tested(node, subject) for name, node in tests.items()}
    return placed_among(document, imports, additions, lines, subject, style)


def placed_among(
    document: Document,
    imports: Sequence[Import],
    additions: Sequence[Addition],
    lines: Mapping[str, int],
    subject: Subject,
    style: ProjectStyle,
) -> str:
    """Add imports and functions to the file, between its own functions and classes by their `lines`."""
    if not additions:
        return document.text
    missing = [entry for entry in imports if not document.imports(entry)]
    module = with_imports(document.module, missing, subject, style)
    module, rest = _among_functions(module, additions, lines)
    return show_form_feeds(_at_the_end(module, rest))


def line_tested(function: FunctionNode, subject: Subject) -> int:
    """Find the line of the subject's callable that a test calls last; 0 if it calls none.

    A name that several have, such as methods of two classes, does not tell which one is called.
    """
    entries = [entry for entry in subject.callables.values() if entry.in_subject]
    count = Counter(entry.name for entry in entries)
    known = {entry.name: entry.line for entry in entries if count[entry.name] == 1}
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    calls.sort(key=lambda node: (node.end_lineno or 0, node.end_col_offset or 0))
    return next((known[name] for node in reversed(calls) if (name := _called(node)) in known), 0)


def _is_test(name: str, style: ProjectStyle) -> bool:
    """Whether pytest takes a function of that name for a test."""
    return any(name.startswith(entry) or fnmatch(name, entry) for entry in style.functions)


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _among_functions(
    module: cst.Module, additions: Sequence[Addition], lines: Mapping[str, int]
) -> tuple[cst.Module, list[str]]:
    """Insert the functions that belong between existing ones; return the sources of the others, too."""
    body, rest = list(module.body), []
    lines = dict(lines)
    for addition in additions:
        place = _place(body, addition.line, lines)
        if place is None:
            rest.append(addition.source)
            continue
        node = _parsed(addition.source, module)
        lines[node.name.value] = addition.line
        body.insert(place, node)
    return module.with_changes(body=body), rest


def _place(body: Sequence[cst.CSTNode], line: int, lines: Mapping[str, int]) -> int | None:
    """The index in the body for a test of a source line; None if it belongs at the end or that is unknown.

    It is beside the last test of the same line. Else it follows the order of the others, as far as they have
    one up to the end of the file: users put their tests where they like.
    """
    known = [
        (position, lines[node.name.value])
        for position, node in enumerate(body)
        if isinstance(node, cst.FunctionDef | cst.ClassDef) and lines.get(node.name.value)
    ]
    same = [position for position, other in known if other == line]
    if same and same[-1] < known[-1][0]:
        return same[-1] + 1
    if not line or all(other <= line for _, other in known):
        return None
    ordered = _ordered_end(known)
    before = [position for position, other in ordered if other <= line]
    if before:
        return before[-1] + 1
    return ordered[0][0] if ordered == known else None


def _ordered_end(known: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The longest end of known positions whose lines are in order."""
    starts = (n + 1 for n in reversed(range(len(known) - 1)) if known[n][1] > known[n + 1][1])
    return known[next(starts, 0) :]


def _parsed(source: str, module: cst.Module) -> cst.FunctionDef:
    text = source.replace("\n", module.default_newline)
    node = cst.ensure_type(cst.parse_statement(text, module.config_for_parsing), cst.FunctionDef)
    return node.with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2)


def _at_the_end(module: cst.Module, sources: Sequence[str]) -> str:
    """Append functions: before `if __name__ == "__main__"`, else at the end."""
    if not sources:
        return module.code
    newline = module.default_newline
    text = ("\n\n" + "\n\n".join(sources)).replace("\n", newline)
    body = list(module.body)
    guards = list(_main_guards(body))
    if guards:
        tail = module.with_changes(body=body[guards[-1] :], header=(), footer=module.footer)
        head = module.with_changes(body=body[: guards[-1]], footer=())
        rest = tail.code.lstrip("\r\n")
        return f"{_ended(head.code, newline)}{text}{newline}{newline}{rest}"
    return f"{_ended(module.code, newline)}{text}"


def _ended(text: str, newline: str) -> str:
    """The text with exactly one line end after it; empty if it has nothing else."""
    stripped = text.rstrip("\r\n")
    return f"{stripped}{newline}" if stripped else ""


def _main_guards(body: Sequence[cst.CSTNode]) -> Iterator[int]:
    for position, node in enumerate(body):
        match node:
            case cst.If(test=cst.Comparison(left=cst.Name(value="__name__"))):
                yield position
