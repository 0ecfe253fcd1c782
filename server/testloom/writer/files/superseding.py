"""Tests that replace those of an earlier run."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, EmittedTest
from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of
from testloom.writer.files.document import Document, functions_of, span_of, text_of
from testloom.writer.files.rendering import RenderedFile, render
from testloom.writer.project.style import ProjectStyle


def render_instead(
    tests: Sequence[AssertedTest],
    subject: Subject,
    existing: str | None,
    style: ProjectStyle,
    emitted: Sequence[EmittedTest],
    renewed: Collection[str],
    superseded: Collection[str],
    beside: Collection[str] = (),
) -> RenderedFile:
    """Render like `render`, without the `superseded` emitted tests, named as they are in the file.

    One that would be written again stays where it is, and one that its user has touched, be it by a
    comment, stays as it is. Imports that are no longer needed go, too.
    """
    renewed = {*renewed, *superseded}
    written = render(tests, subject, existing, style, emitted, renewed, beside)
    if not existing or not superseded:
        return written
    gone = untouched(existing, emitted, set(superseded).difference(test.name for test in written.tests))
    if not gone:
        return written
    rest = without_tests(existing, gone)
    known = [test for test in emitted if test not in gone]
    still = renewed.difference(test.name for test in gone)
    written = render(tests, subject, rest, style, known, still, beside)
    return replace(written, text=_without_orphans(written.text, gone))


def untouched(text: str, emitted: Iterable[EmittedTest], names: Collection[str]) -> list[EmittedTest]:
    """Find the named tests that stand in a file exactly as they were written."""
    return [test for test in emitted if test.name in names and text.count(test.source) == 1]


def without_tests(text: str, gone: Sequence[EmittedTest]) -> str | None:
    """Remove some tests from the text of a file; None if only imports would be left."""
    rest = _without(text, [test.name for test in gone])
    return _without_orphans(rest, gone) if _has_content(rest) else None


def _without(text: str, names: Collection[str]) -> str:
    """The text of a file without some functions and the empty lines before them."""
    lines = split_lines(text)
    nodes = [node for node in functions_of(tree_of(text)) if node.name in names]
    for node in sorted(nodes, key=lambda node: -node.lineno):
        first, last = span_of(node)
        while first and not lines[first - 1].strip(" \t\r\n"):
            first -= 1
        del lines[first:last]
    return "".join(lines)


def _has_content(text: str) -> bool:
    """Whether a file has more than a docstring and imports; a comment counts."""
    body = tree_of(text).body
    return "#" in text or not all(isinstance(node, ast.Import | ast.ImportFrom | ast.Expr) for node in body)


def _without_orphans(text: str, gone: Iterable[EmittedTest]) -> str:
    """The text without the imports that only the removed tests used."""
    mentioned = {name for test in gone for name in _mentioned(tree_of(test.source))}
    orphans = mentioned - _mentioned(tree_of(text))
    if not orphans:
        return text
    from testloom.writer.imports.unimporting import without_imports  # it loads libcst

    return text_of(without_imports(Document.parse(text).module, orphans))


def _mentioned(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
