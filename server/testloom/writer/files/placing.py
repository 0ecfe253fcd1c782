"""The placement of test functions in a file: which are written, and under which names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from testloom.model.subject import Callable, Subject
from testloom.model.suite import EmittedTest
from testloom.model.texts.trees import tree_of
from testloom.writer.errors import UnwritableError
from testloom.writer.files.document import Document, fingerprint
from testloom.writer.files.formatting import formatted
from testloom.writer.files.ownership import Ownership, Standing
from testloom.writer.files.rows import common_rows, missing_rows, with_rows
from testloom.writer.functions.function import Function
from testloom.writer.layout.case import Context
from testloom.writer.naming.names import function_names
from testloom.writer.project.style import ProjectStyle


@dataclass(frozen=True, slots=True)
class PlacedFunction:
    """A function with its name and standing in the file; an `extended` function replaces its old text.

    `own_rows` are the ids of the rows that the table did not have before, `today` is the text as which
    a `kept` function would be written now.
    """

    function: Function
    name: str
    source: str
    standing: Standing
    line: int
    replaces: str = ""
    own_rows: frozenset[str] = frozenset()
    today: str = ""

    @property
    def tests(self) -> Iterator[tuple[str, str, str, str, Standing]]:
        """For each test its id, the name and source of the function, what pytest calls it, its standing."""
        for test, row in self.function.rows:
            is_old = self.standing == "extended" and row not in self.own_rows
            case = f"{self.name}[{row}]" if row else self.name
            yield test, self.name, self.source, case, "kept" if is_old else self.standing


def place(
    found: Sequence[Function],
    document: Document | None,
    ownership: Ownership,
    context: Context,
    renewed: Collection[str],
    beside: Collection[str] = (),
) -> list[PlacedFunction]:
    """Give every function a name, and see whether the file has it or shall have it.

    Tests of ours that are `renewed`, by the name that they were written with, are replaced if nobody has
    touched them. Others are the same test as one that would be called alike, unless that is wanted `beside`
    them: then it gets another name.

    Raises:
        UnwritableError: if a function would not be valid Python; `test` is the id of its first test.
    """
    present = frozenset(document.functions) if document else frozenset[str]()
    names = function_names([entry.description for entry in found], context.imports.taken - present)
    placed = []
    owned = {*ownership.kept, *ownership.edited, *ownership.deleted}
    taken = {*context.imports.taken, *names, *owned}
    for function, name in zip(found, names, strict=True):
        is_same = name not in beside or name in renewed
        entry = _placed(function, name, document, ownership, context, renewed, by_name=is_same)
        if entry.standing == "new" and (name in present or name in owned):
            (free,) = function_names([function.description], taken)
            taken.add(free)
            entry = replace(entry, name=free, source=_formatted(function, free, context.style))
        placed.append(entry)
    return placed


def remembered(
    placed: Sequence[PlacedFunction], ownership: Ownership, subject: Subject
) -> Iterator[EmittedTest]:
    """Yield the tests to remember for the file: the known ones, and those that were placed."""
    known = {test.name: test for test in ownership.remembered}
    contents = {fingerprint(test.source) for test in known.values()}
    for entry in placed:
        if entry.standing == "extended" or (
            entry.standing in ("new", "kept") and fingerprint(entry.source) not in contents
        ):
            about = subject.callables.get(entry.function.callable)
            signature = signature_of(about) if about else ""
            seen = entry.standing != "new"
            known[entry.name] = EmittedTest(
                entry.name, entry.source, entry.function.callable, signature, seen
            )
    yield from known.values()


def signature_of(known: Callable) -> str:
    """Render the parameters of a callable as they concern its callers, such as `(a, b=, *, c)`."""
    marks = {"args": "*", "kwargs": "**"}
    parts = []
    for position, entry in enumerate(known.parameters):
        if entry.kind == "keyword" and all(other.kind != "args" for other in known.parameters[:position]):
            parts += [] if "*" in parts else ["*"]
        parts.append(f"{marks.get(entry.kind, '')}{entry.name}{'=' if entry.has_default else ''}")
    return f"({', '.join(parts)})"


def _placed(
    function: Function,
    name: str,
    document: Document | None,
    ownership: Ownership,
    context: Context,
    renewed: Collection[str],
    *,
    by_name: bool,
) -> PlacedFunction:
    source = _formatted(function, name, context.style)
    standing = ownership.standing(name, source, document, by_name=by_name)
    entry = PlacedFunction(function, name, source, standing, _line(function, context))
    if document is not None and standing == "new" and not by_name and name in ownership.kept:
        return _joined(entry, document, ownership, context.style)
    if document is None or standing != "kept":
        return entry
    known = document.name_of(source)
    if known is not None:
        return replace(entry, name=known, source=_formatted(function, known, context.style))
    if name in renewed and document.text.count(ownership.kept[name].source) == 1:
        rows = frozenset(row for _, row in function.rows)
        return replace(
            entry, standing="extended", replaces=ownership.kept[name].source, own_rows=rows, today=source
        )
    return replace(_extended(entry, document, ownership, context.style), today=source)


def _joined(
    entry: PlacedFunction, document: Document, ownership: Ownership, style: ProjectStyle
) -> PlacedFunction:
    """The entry as rows added to the file's table of that name, unless an id has other values there."""
    known = ownership.kept[entry.name].source
    missing = missing_rows(known, entry.source)
    if common_rows(known, entry.source) | missing.keys() != {row for _, row in entry.function.rows}:
        return entry
    longer = _extended(replace(entry, standing="kept"), document, ownership, style)
    return longer if longer.own_rows == frozenset(missing) else entry


def _extended(
    entry: PlacedFunction, document: Document, ownership: Ownership, style: ProjectStyle
) -> PlacedFunction:
    """The entry as our unchanged table in the file, extended by the rows that it lacks, if any."""
    known = ownership.kept[entry.name]
    rows = missing_rows(known.source, entry.source)
    if not rows or document.text.count(known.source) != 1:
        return replace(entry, source=known.source)
    longer = formatted(with_rows(known.source, rows), style)
    return replace(entry, source=longer, standing="extended", replaces=known.source, own_rows=frozenset(rows))


def _line(function: Function, context: Context) -> int:
    """The line of the callable that a function tests; 0 if unknown."""
    known = context.subject.callables.get(function.callable)
    return known.line if known is not None else 0


def _formatted(function: Function, name: str, style: ProjectStyle) -> str:
    """The formatted source of a function.

    Raises:
        UnwritableError: if it is not valid Python, so that only this test is lost, not the file.
    """
    source = function.source(name)
    try:
        tree_of(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        said = getattr(error, "msg", error)
        raise UnwritableError(f"It would not be valid Python ({said}).", function.rows[0][0]) from error
    return formatted(source, style)
