"""Files for code that looks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from testloom.capabilities.files.names import renamed_files
from testloom.capabilities.files.statement import LOOKED_UP, PathStatement
from testloom.model.execution import CLOCK_START, Touch
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import AgeStatement, FileStatement
from testloom.model.subject import Subject
from testloom.search.minimisation.plainness.documents import smaller_document
from testloom.search.providers.environment import EnvironmentInput, Rewriter, shorter
from testloom.search.providers.inputs.contents import content, file_name, packing
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge

FOLDERS = (".", "~", "@")
LISTED = (1, 1, 1, 2, 3)
"""The numbers of files in a folder whose contents are listed; one is drawn."""
THERE = 0.7
"""How often a file exists where a path constant is redirected to."""
NEAR = 0.6
"""How often a changed string is similar to the old one."""
MOST_PIECES = 32
ELEMENT = re.compile(r"<([\w.-]+)>[^<]*</\1>")
DAY = 86_400.0


class FileInput(EnvironmentInput[FileStatement]):
    """Makes files and folders, in the folder of the test or where a path constant is redirected to."""

    kinds = (FileStatement,)
    value = "content"

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield files that the test looked for.

        A constant with a path often comes with the file or folder that it leads to.
        """
        if touch[0] not in LOOKED_UP:
            return
        constants = [(n, c) for n, c in knowledge.subject.paths.items() if c.place(touch[1])]
        for name, constant in constants:
            kind, place = touch[0], constant.place(touch[1]) or ""
            target = place + touch[1][len(constant.value) + 1 :]
            is_there = kind != "folder" and knowledge.rng.random() < THERE
            led_to = _files(kind, target.rstrip("/"), knowledge) if is_there else ()
            yield (*led_to, PathStatement(knowledge.next_id(), name, place))
        is_own = not constants and not touch[1].startswith("/")
        if is_own and (files := tuple(_files(touch[0], touch[1], knowledge))):
            yield files

    def changed(self, statement: FileStatement, knowledge: Knowledge) -> FileStatement:
        """Replace the content of the file."""
        text = statement.content
        near = isinstance(text, str) and knowledge.rng.random() < NEAR
        fresh: FileStatement = _file(statement.path, knowledge).replace(id=statement.id)
        return statement.replace(content=str(knowledge.values.neighbour(text))) if near else fresh

    def smaller(self, statement: FileStatement, simpler: Rewriter) -> Iterator[FileStatement]:
        """Yield the file without its packing, with less content, then with simpler content."""
        if statement.packing:
            yield statement.replace(packing="", member="")
        text = statement.content
        if isinstance(text, str) and (documents := smaller_document(text)) is not None:
            yield from (statement.replace(content=less) for less in documents)
            return
        if isinstance(text, str) and len(text) > 1:
            lines = tuple(text.splitlines(keepends=True))
            yield from (statement.replace(content="".join(less)) for less in shorter(lines))
            yield from (statement.replace(content=less) for less in _without_pieces(text))
        yield from self.rewritten(statement, simpler)

    def plainer(self, case: TestCase, subject: Subject) -> Iterator[TestCase]:
        """Yield the test case with a file under a plainer name."""
        return renamed_files(case, subject)

    def may_hold(self, statement: FileStatement, value: Any) -> bool:
        """Check whether a value is content of a file; only text can be packed."""
        return isinstance(value, str if statement.packing else str | bytes)


class AgeInput(EnvironmentInput[AgeStatement]):
    """Makes the times at which files were last modified."""

    kinds = (AgeStatement,)

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield an age for a file whose age the test read."""
        match touch:
            case ("age", path) if path not in FOLDERS and not path.startswith("/"):
                yield (AgeStatement(knowledge.next_id(), path, age(knowledge.values)),)

    def changed(self, statement: AgeStatement, knowledge: Knowledge) -> AgeStatement:
        """Another age."""
        return statement.replace(seconds=age(knowledge.values))

    def smaller(self, statement: AgeStatement, simpler: Rewriter) -> Iterator[AgeStatement]:
        """Yield the statement with the time at which all tests start."""
        if statement.seconds != CLOCK_START:
            yield statement.replace(seconds=CLOCK_START)


def _files(kind: str, path: str, knowledge: Knowledge) -> Iterator[FileStatement]:
    """A file at a path, or files in a folder that was listed; nothing for a folder that was looked for."""
    if kind == "file" and path not in FOLDERS:
        yield _file(path, knowledge)
    elif kind == "listing":
        names = dict.fromkeys(file_name(knowledge.values) for _ in range(knowledge.rng.choice(LISTED)))
        for name in names:
            yield _file(name if path == "." else f"{path}/{name}", knowledge)


def _file(path: str, knowledge: Knowledge) -> FileStatement:
    kind, member = packing(knowledge.values)
    text = content(member or path, knowledge.values)
    if not isinstance(text, str):
        kind = member = ""
    return FileStatement(knowledge.next_id(), path, text, kind, member)


def age(values: ValueSource) -> float:
    """Choose when a file was last changed, in seconds after the epoch.

    The time lies before the start of the tests' clock.
    """
    rng = values.rng
    long_ago = rng.choice((0.0, 60.0, 3600.0, DAY, 30 * DAY, 365 * DAY))
    return CLOCK_START - (float(abs(values.integer())) if rng.random() < 0.3 else long_ago)


def _without_pieces(text: str) -> Iterator[str]:
    """The text without a piece of it: an element of XML, then pieces of any kind, long ones first."""
    for element in ELEMENT.finditer(text):
        yield text[: element.start()] + text[element.end() :]
    size = len(text) // 2
    while size > 1 and len(text) // size <= MOST_PIECES:
        for start in range(0, len(text), size):
            yield text[:start] + text[start + size :]
        size //= 2
