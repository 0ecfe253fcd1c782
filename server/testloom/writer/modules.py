"""A whole test file."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.writer.errors import UnwritableError
from testloom.writer.formatting import formatted
from testloom.writer.grouping import import_block
from testloom.writer.imports import Bindings, Import, Imports
from testloom.writer.merging import Document
from testloom.writer.names import function_names
from testloom.writer.scope import Context
from testloom.writer.style import ProjectStyle
from testloom.writer.tables import Function, functions
from testloom.writer.usage import needed_paths


@dataclass(frozen=True, slots=True)
class RenderedTest:
    """A test as it stands in the file.

    Attributes:
        id: of the AssertedTest.
        name: of the function.
        source: of the function; tests that became rows of one table share it.
        case: what pytest calls the test: the name, for a row of a table with its id in brackets.
        is_new: false if the file had this test already.
    """

    id: str
    name: str
    source: str
    case: str
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """The text of a test file, and where each test is in it."""

    text: str
    tests: tuple[RenderedTest, ...]


def render(
    tests: Sequence[AssertedTest], subject: Subject, existing: str | None, style: ProjectStyle
) -> RenderedFile:
    """Write the tests in source order, into the text of an existing file if there is one.

    What the file has already stays as it is, and a test that it has is not added again.

    Raises:
        UnwritableError: if Python source cannot say a test; `test` is its id.
        OutputError: if the existing file is no Python that can be parsed.
    """
    document = Document.parse(existing) if existing and existing.strip() else None
    bindings = document.bindings if document else Bindings()
    context = Context(subject, _imports(tests, bindings, subject), style, _reserved(subject))
    found = functions(_in_source_order(tests, subject), context)
    names = _names(found, document, context.imports)
    sources = [_formatted(function, name, style) for function, name in zip(found, names, strict=True)]
    known = [document is not None and document.has(source) for source in sources]
    rendered = tuple(
        RenderedTest(test, name, source, f"{name}[{row}]" if row else name, not is_known)
        for function, name, source, is_known in zip(found, names, sources, known, strict=True)
        for test, row in function.rows
    )
    added = [source for source, is_known in zip(sources, known, strict=True) if not is_known]
    imports = _needed(context.imports.used, added)
    text = (
        document.merged(imports, added, subject, style)
        if document
        else _new_file(imports, added, subject, style)
    )
    ast.parse(text)
    positions = {test.id: position for position, test in enumerate(tests)}
    return RenderedFile(text, tuple(sorted(rendered, key=lambda entry: positions[entry.id])))


def _imports(tests: Sequence[AssertedTest], bindings: Bindings, subject: Subject) -> Imports:
    paths: set[str] = set()
    for test in tests:
        try:
            paths |= Imports.checked(needed_paths(test))
        except UnwritableError as error:
            raise UnwritableError(error.what, test.id) from None
    return Imports(paths, bindings, subject.module)


def _reserved(subject: Subject) -> frozenset[str]:
    """The public names of the subject: no variable hides one, whether or not this file imports it."""
    paths = [*subject.callables, *subject.classes]
    return frozenset(path.partition(":")[2].partition(".")[0] for path in paths)


def _in_source_order(tests: Sequence[AssertedTest], subject: Subject) -> list[AssertedTest]:
    def line(test: AssertedTest) -> int:
        known = subject.callables.get(test.callable)
        return known.line if known is not None else 0

    return sorted(tests, key=line)


def _names(found: Sequence[Function], document: Document | None, imports: Imports) -> list[str]:
    """The name that the file has for a test, or a new one."""
    names = [document.name_of(function.source("test")) if document else None for function in found]
    fresh = [n for n, name in enumerate(names) if name is None]
    taken = imports.names | {name for name in names if name}
    given = function_names([found[n].description for n in fresh], taken)
    for n, name in zip(fresh, given, strict=True):
        names[n] = name
    return [name for name in names if name]


def _formatted(function: Function, name: str, style: ProjectStyle) -> str:
    """The source of a function; what is no Python costs its own test, not the file."""
    source = function.source(name)
    try:
        ast.parse(source)
    except SyntaxError as error:
        raise UnwritableError(f"It would be no Python ({error.msg}).", function.rows[0][0]) from error
    return formatted(source, style)


def _needed(used: Iterable[Import], sources: Sequence[str]) -> list[Import]:
    """The imports whose names occur in what is added."""
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)))
    mentioned = {node.id for node in nodes if isinstance(node, ast.Name)}
    return sorted(
        (entry for entry in used if (entry.alias or entry.name or entry.module) in mentioned),
        key=lambda entry: (entry.module, entry.name or "", entry.alias or ""),
    )


def _new_file(
    imports: Sequence[Import], sources: Sequence[str], subject: Subject, style: ProjectStyle
) -> str:
    docstring = f'"""Tests for {subject.module}."""'
    return formatted("\n\n".join([docstring, import_block(imports, subject, style), *sources]), style)
