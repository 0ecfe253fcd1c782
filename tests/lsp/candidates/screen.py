"""An editor window that has two test files open: what is typed there, undone, saved and read again.

With each text of a file goes what its user may expect to wait for them: undo and redo restore both. A
worker stands in for the search; it finds the same tests each time, and hands them over as the real one does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

from lsprotocol import types

from testloom.generation.delivering.delivery import TestEmitter, existing_text
from testloom.measurement import TestEnvironment
from testloom.model.events.jobs import EventSink, Summary
from testloom.model.generation_request import GenerationRequest
from testloom.model.texts.lines import split_lines
from testloom.store import EmittedTests, open_store
from testloom.writer import render
from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import FULL, Editor, initialize
from tests.lsp.looking import change
from tests.unit.writer.building import STYLE, SUBJECT
from tests.unit.writer.examples import EXAMPLES

TESTS = {test.name for test in render(EXAMPLES["a_class_with_rules"](), SUBJECT, None, STYLE).tests}
OWN = '():\n    assert "by hand"\n'
"""How functions go on that have the name of a test and are none of ours."""
MINE = "import os\n\n\ndef test_mine():\n    assert os\n"


async def run_found(command: object, request: GenerationRequest, report: EventSink, **_: object) -> None:
    """Do what a worker does whose search is over."""
    subject = replace(SUBJECT, file=str(request.targets[0].file))
    source = request.targets[0].file
    [path] = source.with_name("tests").glob(f"test_{source.stem}*.py")
    with open_store() as database:
        emitted = EmittedTests(database)
        known, existing = emitted.of(path), existing_text(request, path)
        tests = EXAMPLES["a_class_with_rules"]()
        rendered = render(tests, subject, existing, STYLE, known, request.renewed)
        emitter = TestEmitter(request, cast(TestEnvironment, None), subject, path, report, emitted)
        emitter._hand_over(rendered, tests, known, existing)
    report(Summary(goals=5, covered=5, tests=len(tests), files=(str(path),)))


@dataclass(frozen=True)
class Version:
    """A text of the file, and the tests that its user has deleted on the way there."""

    text: str
    deleted: frozenset[str] = frozenset()

    @property
    def tests(self) -> list[str]:
        """The names of the tests of ours in it."""
        names = re.findall(r"^def (test_\w+)", self.text, re.MULTILINE)
        return [name for name in names if name != "test_mine" and name not in self.own]

    @property
    def own(self) -> list[str]:
        """The names of the functions that are only called like tests of ours."""
        return re.findall(rf"^def (test_\w+){re.escape(OWN)}", self.text, re.MULTILINE)


class Window:
    """The window with the files; `open` it before use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.screens = [Screen(self, name) for name in ("account", "wallet")]

    async def open(self) -> None:
        """Begin a session."""
        self.client = await IN_PROCESS.start()
        await initialize(self.client, self.folder, FULL)
        self.editor = Editor(self.client, self.folder)
        self.client.feature(types.WORKSPACE_APPLY_EDIT)(partial(self._apply))
        for method in ("candidatesChanged", "status", "finished"):
            self.client.feature(f"testloom/{method}")(partial(self.editor.hear, f"testloom/{method}"))
        for screen in self.screens:
            screen.open()

    async def close(self, *, keeping: bool = False) -> None:
        """End the session; with it goes undo, and what was not saved unless the editor is `keeping` it."""
        await self.client.shutdown_session()
        for screen in self.screens:
            screen.forget_session(keeping=keeping)

    async def reload(self, *, keeping: bool = False) -> None:
        """End the session, and begin another."""
        await self.close(keeping=keeping)
        await self.open()

    async def waiting(self) -> list[set[str]]:
        """What waits, for each file."""
        tests = (await self.editor.ask("candidates"))["tests"]
        uris = [screen.path.as_uri() for screen in self.screens]
        assert {test["uri"] for test in tests} <= {*uris}
        return [{test["name"] for test in tests if test["uri"] == uri} for uri in uris]

    @property
    def expected(self) -> list[set[str]]:
        """What should wait."""
        return [screen.expected for screen in self.screens]

    def _apply(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        for changed in params.edit.document_changes or ():
            assert isinstance(changed, types.TextDocumentEdit)
            uri = changed.text_document.uri
            next(screen for screen in self.screens if screen.path.as_uri() == uri).apply(changed)
        return types.ApplyWorkspaceEditResult(True)


@dataclass
class Screen:
    """One of the files.

    Attributes:
        texts: what undo and redo go through; the one at `place` is shown.
        saved: what is on disk.
        offered: the tests that were offered and not discarded.
        discarded: those that are not offered again.
    """

    window: Window
    name: str
    ending: str = ""
    texts: list[Version] = field(default_factory=lambda: [Version(MINE)])
    place: int = 0
    saved: Version = Version(MINE)
    offered: set[str] = field(default_factory=set)
    discarded: set[str] = field(default_factory=set)
    numbers: Iterator[int] = field(default_factory=lambda: count(2))

    @property
    def path(self) -> Path:
        """The test file."""
        return self.window.folder / "tests" / f"test_{self.name}{self.ending}.py"

    @property
    def editor(self) -> Editor:
        """What the window does around the server."""
        return self.window.editor

    @property
    def shown(self) -> Version:
        """What the window shows."""
        return self.texts[self.place]

    @property
    def expected(self) -> set[str]:
        """What should wait."""
        return self._waiting_beside(self.shown)

    def open(self) -> None:
        """Show what is on disk, or what the editor has kept."""
        self.editor.open(f"{self.name}.py", "class Account: ...\n")
        self.editor.open(f"tests/{self.path.name}", self.saved.text, unsaved=self.shown.text)

    def forget_session(self, *, keeping: bool) -> None:
        """With a session goes undo, and what was not saved unless the editor is `keeping` it."""
        self.texts, self.place = [self.shown if keeping else self.saved], 0
        self.offered = self.expected | self._waiting_beside(self.saved)

    def _waiting_beside(self, version: Version) -> set[str]:
        return self.offered - {*version.tests} - version.deleted

    async def generate(self, number: int) -> None:
        """Have tests generated, to be reviewed or not."""
        deleted = self.shown.deleted if self.shown.tests or self.shown.own else frozenset[str]()
        offered = TESTS - deleted - {*self.shown.tests} - {*self.shown.own} - self.discarded
        self.texts = [replace(text, deleted=text.deleted - offered) for text in self.texts]
        self.saved = replace(self.saved, deleted=self.saved.deleted - offered)
        self.offered |= offered
        job = await self.editor.generate(self.window.folder / f"{self.name}.py", review=bool(number % 3))
        assert (await self.editor.finished(job))["errors"] == []

    async def accept(self, number: int) -> None:
        """Accept some of what waits."""
        tests = await self._candidates()
        chosen = [test["id"] for place, test in enumerate(tests) if (number >> place) % 2 == 0]
        if chosen:
            answer = await self.editor.ask("accept", ids=chosen, where="extend")
            assert "error" not in answer, answer

    async def discard(self, number: int) -> None:
        """Discard a test that waits."""
        tests = await self._candidates()
        if tests:
            test = tests[number % len(tests)]
            await self.editor.ask("discard", ids=[test["id"]])
            self.offered -= {test["name"]}
            self.discarded |= {test["name"]}

    async def forget(self, number: int) -> None:
        """Forget what was deleted and discarded."""
        await self.editor.ask("forgetDecisions", uri=self.path.as_uri())
        self.texts = [replace(text, deleted=frozenset()) for text in self.texts]
        self.saved = replace(self.saved, deleted=frozenset())
        self.discarded = set()

    async def type(self, number: int) -> None:
        """Write a remark."""
        self._becomes(replace(self.shown, text=f"{self.shown.text}# {next(self.numbers)}\n"))

    async def edit(self, number: int) -> None:
        """Change a test of ours."""
        if tests := self.shown.tests:
            name = tests[number % len(tests)]
            text = re.sub(rf"(def {name}\(.*\):)", rf"\1\n    assert {next(self.numbers)}", self.shown.text)
            self._becomes(replace(self.shown, text=text))

    async def delete(self, number: int) -> None:
        """Delete a test of ours, and leave a remark."""
        if tests := self.shown.tests:
            name = tests[number % len(tests)]
            rest = without_function(self.shown.text, name)
            text = f"{rest}# {next(self.numbers)}\n"
            self._becomes(Version(text, self.shown.deleted | {name}))

    async def own(self, number: int) -> None:
        """Write a function that has the name of a test that waits, or delete it."""
        if own := self.shown.own:
            self._becomes(replace(self.shown, text=without_function(self.shown.text, own[0])))
        elif waiting := sorted(self.expected):
            text = f"{self.shown.text}\n\ndef {waiting[number % len(waiting)]}{OWN}"
            self._becomes(replace(self.shown, text=text))

    async def undo(self, number: int) -> None:
        """Go back to the text before."""
        if self.place:
            self.place -= 1
            self._show()

    async def redo(self, number: int) -> None:
        """Go forward again."""
        if self.place + 1 < len(self.texts):
            self.place += 1
            self._show()

    async def save(self, number: int) -> None:
        """Write what is shown to the disk."""
        self.saved = self.shown
        self.path.write_text(self.shown.text, encoding="utf-8")
        identifier = types.TextDocumentIdentifier(self.path.as_uri())
        self.editor.client.text_document_did_save(types.DidSaveTextDocumentParams(identifier))

    async def reopen(self, number: int) -> None:
        """Close the file without saving it, and open it again."""
        identifier = types.TextDocumentIdentifier(self.path.as_uri())
        self.editor.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
        self.texts, self.place = [self.saved], 0
        self.editor.open(f"tests/{self.path.name}", self.saved.text)

    async def rename(self, number: int) -> None:
        """Give the file another name; undo begins anew, and what was not saved stays so."""
        was = self.path
        self.ending = f"_{next(self.numbers)}"
        was.rename(self.path)
        self.texts, self.place = [self.shown], 0
        renamed = types.FileRename(was.as_uri(), self.path.as_uri())
        if number % 2:  # not all editors have the same order
            self._tell_of(renamed)
        self._reopen_as(was)
        if not number % 2:
            self._tell_of(renamed)

    def _reopen_as(self, was: Path) -> None:
        identifier = types.TextDocumentIdentifier(was.as_uri())
        self.editor.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
        document = types.TextDocumentItem(self.path.as_uri(), "python", 1, self.shown.text)
        self.editor.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def _tell_of(self, renamed: types.FileRename) -> None:
        self.editor.client.workspace_did_rename_files(types.RenameFilesParams([renamed]))

    async def reload(self, number: int) -> None:
        """End the session, and begin another."""
        await self.window.reload()

    async def resume(self, number: int) -> None:
        """The same, but the editor brings back what was not saved."""
        await self.window.reload(keeping=True)

    async def _candidates(self) -> list[dict[str, Any]]:
        """What waits for this file."""
        tests = (await self.editor.ask("candidates"))["tests"]
        return [test for test in tests if test["uri"] == self.path.as_uri()]

    def apply(self, changed: types.TextDocumentEdit) -> None:
        """Make an edit of the server's."""
        text = self.shown.text
        for edit in sorted(changed.edits, key=lambda edit: -edit.range.start.line):
            assert isinstance(edit, types.TextEdit | types.AnnotatedTextEdit)
            start, end = (_offset(text, place) for place in (edit.range.start, edit.range.end))
            text = text[:start] + edit.new_text + text[end:]
        self._becomes(replace(self.shown, text=text))

    def _becomes(self, version: Version) -> None:
        del self.texts[self.place + 1 :]
        self.texts.append(version)
        self.place += 1
        self._show()

    def _show(self) -> None:
        change(self.editor, self.path, next(self.numbers), self.shown.text)


def without_function(text: str, name: str) -> str:
    """The text without a function."""
    nodes = ast.parse(text).body
    node = next(node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == name)
    first = min([node.lineno, *(entry.lineno for entry in node.decorator_list)])
    lines = split_lines(text)
    return "".join(lines[: first - 1] + lines[node.end_lineno :])


def _offset(text: str, place: types.Position) -> int:
    return sum(map(len, split_lines(text)[: place.line])) + place.character
