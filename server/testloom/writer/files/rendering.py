"""Rendering of a whole test file."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, EmittedTest
from testloom.model.texts.names import is_fixture
from testloom.model.texts.trees import parsed, tree_of
from testloom.writer.errors import UnwritableError
from testloom.writer.files.document import Document, functions_of, sources_of
from testloom.writer.files.fixtures import asked_for, with_fixtures
from testloom.writer.files.formatting import formatted
from testloom.writer.files.ownership import Ownership, Standing
from testloom.writer.files.placing import PlacedFunction, place, remembered
from testloom.writer.functions.function import PATHS
from testloom.writer.functions.tables import tabled
from testloom.writer.imports.bindings import Bindings, Import, Imports
from testloom.writer.imports.grouping import import_block
from testloom.writer.layout.case import Context
from testloom.writer.layout.mentions import needed_paths
from testloom.writer.project.style import ProjectStyle
from testloom.writer.rendering.definitions import definitions
from testloom.writer.syntax.literals import docstring


@dataclass(frozen=True, slots=True)
class RenderedTest:
    """A test as it is in the file.

    Attributes:
        id: the id of the AssertedTest.
        name: the name of the function.
        source: the source of the function; tests that became rows of one table share it.
        case: pytest's name of the test: the function's name, for a row of a table with the row's id in
            brackets.
        standing: `new` in the file, or a new row of a table (`extended`), or `kept` as it was there;
            tests that the user has `edited` or `deleted` are not written again.
    """

    id: str
    name: str
    source: str
    case: str
    standing: Standing = "new"

    @property
    def is_new(self) -> bool:
        """Whether the file did not have this test before."""
        return self.standing in ("new", "extended")


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """The text of a test file, and where each test is in it.

    `kept` are the emitted tests to be remembered: earlier ones that were not forgotten, and the new
    ones. `today` has, for emitted tests that would be written differently now, their current source by
    their old name.
    """

    text: str
    tests: tuple[RenderedTest, ...]
    kept: tuple[EmittedTest, ...] = ()
    today: Mapping[str, str] = field(default_factory=dict)


def render(
    tests: Sequence[AssertedTest],
    subject: Subject,
    existing: str | None,
    style: ProjectStyle,
    emitted: Sequence[EmittedTest] = (),
    renewed: Collection[str] = (),
    beside: Collection[str] = (),
) -> RenderedFile:
    """Write the tests in source order, into the text of an existing file if there is one.

    What the file has already stays as it is, and a test that it has is not added again; nor is one of the
    `emitted` tests that its user has edited or deleted since. Those that are `renewed`, by their names, are
    replaced by what is written today, if nobody has touched them. Of the others, one that is called as a test
    would be is taken for that test, unless that is wanted `beside` it: then it gets another name.

    Raises:
        UnwritableError: if Python source cannot say a test; `test` is its id.
        OutputError: if the existing file is not valid Python that can be parsed.
    """
    document = Document.parse(existing) if existing and existing.strip() else None
    bindings = document.bindings if document else Bindings()
    context = Context(subject, _imports(tests, bindings, subject, style), style, _reserved(subject))
    found, fixtures = with_fixtures(tabled(_in_source_order(tests, subject), context), document, context)
    ownership = Ownership.of(document, emitted)
    placed = place(found, document, ownership, context, renewed, beside)
    text = _text(placed, fixtures, document, existing, context)
    tree_of(text)
    positions = {test.id: position for position, test in enumerate(tests)}
    rendered = [RenderedTest(*entry) for function in placed for entry in function.tests]
    rendered.sort(key=lambda entry: positions[entry.id])
    today = {entry.name: entry.today for entry in placed if entry.today}
    return RenderedFile(text, tuple(rendered), tuple(remembered(placed, ownership, subject)), today)


def relaid(rendered: RenderedFile, text: str) -> RenderedFile | None:
    """Update a rendered file to the text that a formatter has made of it.

    None if that has changed more than layout and imports.
    """
    after = parsed(text)
    if after is None or _beside_imports(after) != _beside_imports(tree_of(rendered.text)):
        return None
    sources = sources_of(text, functions_of(after))
    before = {test.source for test in rendered.kept if test.source in rendered.text}
    tests = (replace(test, source=sources.get(test.name, test.source)) for test in rendered.tests)
    kept = (
        replace(test, source=sources[test.name]) if test.name in sources and test.source in before else test
        for test in rendered.kept
    )
    return replace(rendered, text=text, tests=tuple(tests), kept=tuple(kept))


def _beside_imports(tree: ast.Module) -> list[str]:
    """Dumps of the statements other than imports: a formatter may add imports, but no code."""
    return [ast.dump(node) for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]


def owned_tests(
    existing: str, emitted: Sequence[EmittedTest], path: Path | None = None
) -> dict[str, EmittedTest]:
    """Find the emitted tests that a file has unedited, by their names there; `path` is for errors.

    Raises:
        OutputError: if the file is not valid Python that can be parsed.
    """
    document = Document.parse(existing, path)
    return Ownership.of(document, emitted).in_file(document)


def _text(
    placed: Sequence[PlacedFunction],
    fixtures: Mapping[str, str],
    document: Document | None,
    existing: str | None,
    context: Context,
) -> str:
    """The text of the test file with the new and the extended functions."""
    added = [entry for entry in placed if entry.standing == "new"]
    extended = [entry for entry in placed if entry.standing == "extended"]
    sources = [entry.source for entry in added + extended]
    defined = definitions(sources, context.style, context.subject.capabilities)
    defined |= {name: fixtures[name] for name in asked_for(sources, fixtures)}
    imports = context.imports.mentioned(_names_in([*defined.values(), *sources]))
    if document is None:
        return _new_file(imports, [*defined.values(), *(entry.source for entry in added)], context)
    from testloom.writer.files.merging import Addition, merged  # it loads libcst

    text = existing or ""
    for entry in extended:
        text = text.replace(entry.replaces, entry.source, 1)
    if extended:
        document = Document.parse(text)
    additions = [Addition(entry.source, entry.line) for entry in added]
    missing = [source for name, source in defined.items() if name not in document.functions]
    additions += [Addition(formatted(source, context.style), 0) for source in missing]
    return merged(document, imports, additions, context.subject, context.style)


def _imports(
    tests: Sequence[AssertedTest], bindings: Bindings, subject: Subject, style: ProjectStyle
) -> Imports:
    paths = set(PATHS) if style.type_hints else set[str]()
    for test in tests:
        try:
            paths |= Imports.checked(needed_paths(test, subject))
        except UnwritableError as error:
            raise UnwritableError(error.what, test.id) from None
    return Imports.decide(paths, bindings, subject.module, style.homes, style.whole)


def _reserved(subject: Subject) -> frozenset[str]:
    """The public names of the subject: no variable hides one, whether or not this file imports it."""
    paths = [path for path in (*subject.callables, *subject.classes) if not is_fixture(path)]
    return frozenset(path.partition(":")[2].partition(".")[0] for path in paths)


def _in_source_order(tests: Sequence[AssertedTest], subject: Subject) -> list[AssertedTest]:
    def line(test: AssertedTest) -> int:
        known = subject.callables.get(test.callable)
        return known.line if known is not None else 0

    return sorted(tests, key=line)


def _names_in(sources: Sequence[str]) -> set[str]:
    """The names that the added sources read."""
    nodes = (node for source in sources for node in ast.walk(tree_of(source)))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _new_file(imports: Sequence[Import], sources: Sequence[str], context: Context) -> str:
    subject, style = context.subject, context.style
    title = docstring(f"Tests for {subject.tested_as or subject.module}.")
    if style.postponed:
        imports = [Import("__future__", "annotations"), *imports]
    head = formatted(f"{title}\n\n{import_block(imports, subject, style)}", style)
    return "\n\n".join([head, *(formatted(source, style) for source in sources)])
