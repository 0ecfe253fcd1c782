"""Accepted tests that the editor's undo takes out of their file, and those that their user deletes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest
from lsprotocol import types

from testloom.lsp.candidates import undoing
from testloom.lsp.candidates.decisions import Decisions
from testloom.lsp.candidates.homes import known_tests
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store
from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import FULL, Editor, initialize, until
from tests.lsp.looking import change

MINE = "import os\n\n\ndef test_mine():\n    assert os\n"
ONE = "def test_one():\n    assert 1 == 1\n"
BOTH = f"{MINE}\n\n{ONE}"
TEST = OfferedTest(Path("test_works.py"), "test_one", ONE, Path("works.py"), "works:f", (), ONE)


class TestFile:
    """A test file in an editor, which gets the texts that undo, redo and typing give it."""

    __test__ = False

    def __init__(self, editor: Editor, text: str | None) -> None:
        self.editor = editor
        self.path = editor.folder / "tests" / "test_works.py"
        self.versions: Iterator[int] = iter(range(2, 100))
        if text is not None:
            self.open(text)

    def open(self, text: str) -> None:
        self.editor.open("tests/test_works.py", text)

    def becomes(self, *texts: str) -> None:
        for text in texts:
            change(self.editor, self.path, next(self.versions), text)

    def goes(self) -> None:
        """As an editor undoes that it was made: emptied, deleted, closed."""
        self.becomes("")
        self.path.unlink()
        self.close()

    def save(self) -> None:
        identifier = types.TextDocumentIdentifier(self.path.as_uri())
        self.editor.client.text_document_did_save(types.DidSaveTextDocumentParams(identifier))

    def close(self) -> None:
        identifier = types.TextDocumentIdentifier(self.path.as_uri())
        self.editor.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    async def accept(self) -> None:
        """Accept all that waits; the caller gives the file its new text."""
        ids = [test["id"] for test in (await self.editor.ask("candidates"))["tests"]]
        answer = await self.editor.ask("accept", ids=ids, where="extend")
        assert "error" not in answer, answer

    async def waiting(self) -> list[str]:
        return await waiting_in(self.editor)

    async def waits(self, names: Sequence[str]) -> None:
        """Wait until these, and no others, wait."""
        await until_equal(self.editor, names)

    @property
    def deletable(self) -> dict[str, bool]:
        """The tests that are known as ours; whether one that is gone counts as deleted by its user."""
        with open_store() as database:
            return {test.name: test.was_seen for test in EmittedTests(database).of(self.path)}


async def waiting_in(editor: Editor) -> list[str]:
    """The names of the tests that wait, in their order."""
    return [test["name"] for test in (await editor.ask("candidates"))["tests"]]


async def until_equal(editor: Editor, names: Sequence[str]) -> None:
    """Wait until these, and no others, wait."""
    for _ in range(200):
        if await waiting_in(editor) == names:
            return
    raise AssertionError(await waiting_in(editor))


@pytest.fixture
async def offered(editor: Editor) -> AsyncIterator[Editor]:
    """An editor in which one test waits."""
    await editor.finished(await editor.generate(editor.open("works.py"), review=True))
    yield editor


async def test_a_test_that_is_undone_waits_again_and_is_not_taken_for_deleted(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    await file.accept()
    file.becomes(BOTH)
    assert (await file.waiting(), file.deletable) == ([], {"test_one": True})
    file.becomes(MINE)
    await file.waits(["test_one"])
    assert file.deletable.get("test_one", False) is False

    file.becomes(MINE.replace("test_mine", "test_yours"))
    assert await file.waiting() == ["test_one"]


async def test_a_test_that_is_undone_waits_where_it_did(editor: Editor) -> None:
    path = editor.open("lines.py", "def f():\n    return 1\n\n\ndef g():\n    return 2\n")
    for line in (1, 5):
        place = {"line": line, "character": 4}
        await editor.finished(await editor.generate(path, position=place, scope="line", review=True))
    first, second = (await editor.ask("candidates"))["tests"]
    editor.open("test_lines.py", MINE)
    await editor.ask("accept", ids=[first["id"]], where="extend")
    test_file = editor.folder / "test_lines.py"
    change(editor, test_file, 2, f"{MINE}\n\n{first['source']}")
    assert (await editor.ask("candidates"))["tests"] == [second]
    change(editor, test_file, 3, MINE)
    await until_equal(editor, [first["name"], second["name"]])


async def test_an_accepted_test_does_not_wait_again_before_the_editor_shows_its_edit(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    await file.accept()
    file.save()
    for _ in range(5):
        assert await file.waiting() == []
    file.becomes(BOTH, MINE)
    await file.waits(["test_one"])


async def test_a_file_that_opens_before_it_shows_an_edit_takes_nothing_back(offered: Editor) -> None:
    file = TestFile(offered, None)
    file.path.parent.mkdir()
    file.path.write_text(MINE)
    await file.accept()
    file.open(MINE)
    for _ in range(5):
        assert await file.waiting() == []
    file.becomes(BOTH, MINE)
    await file.waits(["test_one"])


async def test_an_accepted_test_that_is_edited_at_once_is_accepted(
    offered: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = "def test_one():\n    assert 3\n"
    file, loop = TestFile(offered, own), asyncio.get_running_loop()
    texts = iter([(ONE, ONE.replace("1 == 1", "2"))])

    def edited_meanwhile(path: Path) -> list[EmittedTest]:
        if offered.edits and (typed := next(texts, None)):
            loop.call_soon_threadsafe(file.becomes, *typed)
            time.sleep(0.2)
        return known_tests(path)

    monkeypatch.setattr(undoing, "known_tests", edited_meanwhile)
    await file.accept()
    assert await file.waiting() == []
    file.becomes(own)
    await file.waits(["test_one"])


async def test_a_test_that_is_redone_no_longer_waits(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    await file.accept()
    for _ in range(2):
        file.becomes(BOTH, MINE)
        await file.waits(["test_one"])
    file.becomes(BOTH)
    await until(lambda: file.deletable == {"test_one": True})
    await file.waits([])


async def test_a_test_whose_whole_file_was_undone_waits_again(offered: Editor) -> None:
    file = TestFile(offered, None)
    await file.accept()
    file.open(ONE)
    file.goes()
    await file.waits(["test_one"])
    file.open(ONE)
    await file.waits([])


async def test_what_its_user_deletes_stays_deleted(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    await file.accept()
    file.becomes(BOTH, f"{MINE}\n", f"{MINE}\n# Done by hand.\n")

    assert (await file.waiting(), file.deletable) == ([], {"test_one": True})


async def test_undo_takes_a_test_back_that_its_user_had_deleted(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    await file.accept()
    file.becomes(BOTH, f"{MINE}\n", BOTH, MINE)

    await file.waits(["test_one"])


async def test_a_test_that_was_accepted_but_never_saved_waits_again(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    await file.accept()
    file.becomes(BOTH, f"{BOTH}\n# More.\n")
    file.close()

    await file.waits(["test_one"])


async def test_a_test_that_is_accepted_again_can_be_undone_again(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    for _ in range(3):
        await file.accept()
        file.becomes(BOTH)
        assert await file.waiting() == []
        file.becomes(MINE)
        await file.waits(["test_one"])
        assert file.deletable.get("test_one", False) is False


async def test_what_was_edited_before_it_was_accepted_is_what_waits_again(offered: Editor) -> None:
    file = TestFile(offered, None)
    [test] = (await offered.ask("candidates"))["tests"]
    await offered.ask("edit", ids=[test["id"]], text=ONE.replace("1 == 1", "2 == 2"))
    await file.accept()
    file.open(ONE.replace("1 == 1", "2 == 2"))
    file.goes()
    await file.waits(["test_one"])
    [again] = (await offered.ask("candidates"))["tests"]

    assert ("2 == 2" in again["source"], again["edited"]) == (True, True)


async def test_a_test_that_was_put_into_another_file_is_decided_on_there(offered: Editor) -> None:
    file = TestFile(offered, MINE)
    [test] = (await offered.ask("candidates"))["tests"]
    await offered.ask("accept", ids=[test["id"]], where="new")
    file.becomes(f"{MINE}\n\ndef test_yours():\n    pass\n")
    assert await file.waiting() == []

    more = offered.open("tests/test_works_more.py", ONE)
    change(offered, more, 2, "")
    await file.waits(["test_one"])


async def test_tests_that_were_written_at_once_wait_when_they_are_undone(editor: Editor) -> None:
    file = TestFile(editor, None)
    await editor.finished(await editor.generate(editor.open("works.py")))
    file.open(ONE)
    assert await file.waiting() == []
    file.goes()
    await file.waits(["test_one"])
    await until(lambda: file.deletable.get("test_one", False) is False)


def test_a_text_that_was_there_before_brings_back_what_was_decided_then() -> None:
    decisions = Decisions()
    decisions.offer([TEST])
    decisions.keep(MINE)
    seen = []
    for text in (BOTH, f"{BOTH}# 1\n", f"{MINE}# 2\n", BOTH, MINE, f"{MINE}# 3\n"):
        decisions.look(text)
        seen.append(bool(decisions.waiting))

    assert seen == [False, False, False, False, True, True]


@pytest.mark.parametrize(
    "text",
    [BOTH.replace("test_one", "test_renamed"), BOTH.replace("1 == 1", "2 == 2"), f"{BOTH}def (\n"],
    ids=["renamed", "edited", "half typed"],
)
def test_a_test_that_is_in_the_text_does_not_wait(text: str) -> None:
    decisions = Decisions()
    decisions.offer([TEST])
    decisions.look(BOTH)
    decisions.look(text, again=True)

    assert (decisions.waiting, decisions.decided) == ([], [TEST.id])


async def test_tests_for_a_module_that_is_renamed_wait_no_longer_and_a_message_says_so(
    editor: Editor,
) -> None:
    path = editor.open("lines.py")
    place = {"line": 0, "character": 4}
    await editor.finished(await editor.generate(path, position=place, scope="line", review=True))
    before = await waiting_in(editor)
    _rename(editor, path, path.with_name("ledger.py"))
    await until_equal(editor, [])

    assert before == ["test_head"]
    assert editor.messages()[-1] == (
        "Testloom: 1 candidate for lines.py was removed, as it imports the code by that name. "
        "Generate tests for ledger.py."
    )


async def test_tests_for_a_module_whose_folder_is_renamed_follow_it_if_its_name_stays(editor: Editor) -> None:
    path = editor.open("code/lines.py")
    place = {"line": 0, "character": 4}
    await editor.finished(await editor.generate(path, position=place, scope="line", review=True))
    _rename(editor, path.parent, editor.folder / "lib")
    [test] = (await editor.ask("candidates"))["tests"]

    assert [Path(test["subject"]).name, Path(test["uri"]).parent.name] == ["lines.py", "lib"]
    assert test["subject"] == (editor.folder / "lib" / "lines.py").as_uri()
    assert editor.messages()[1:] == []


def _rename(editor: Editor, was: Path, now: Path) -> None:
    """Rename a file or folder as a user does in the editor."""
    was.rename(now)
    renamed = types.FileRename(was.as_uri(), now.as_uri())
    editor.client.workspace_did_rename_files(types.RenameFilesParams([renamed]))


@pytest.mark.parametrize(
    "text", [ONE.replace("1 == 1", "2 == 2"), f"{ONE}def (\n"], ids=["whole", "half typed"]
)
def test_a_function_of_its_name_does_not_stand_for_a_test_that_never_was_in_the_file(text: str) -> None:
    decisions = Decisions()
    decisions.emit([EmittedTest("test_one", ONE)])
    decisions.offer([TEST])
    decisions.look(text)

    assert decisions.waiting == [TEST]


def test_a_function_of_its_name_is_there_again_when_an_accepted_test_is_undone() -> None:
    decisions, own = Decisions(), ONE.replace("1 == 1", "2 == 2")
    decisions.offer([TEST])
    decisions.look(own)
    decisions.keep(own)
    decisions.look(ONE, again=True)
    accepted = decisions.waiting
    decisions.look(own)

    assert (accepted, decisions.waiting) == ([], [TEST])


def test_a_test_that_is_to_replace_one_of_ours_waits_while_that_is_there() -> None:
    decisions = Decisions()
    old = ONE.replace("1 == 1", "0 == 0")
    decisions.emit([EmittedTest("test_one", old, was_seen=True)])
    decisions.offer([TEST])
    decisions.look(old)
    before = decisions.waiting
    decisions.look(ONE, again=True)

    assert (before, decisions.waiting) == ([TEST], [])


def test_an_accepted_test_whose_new_value_was_accepted_does_not_wait_with_the_old_one() -> None:
    decisions, new = Decisions(), BOTH.replace("1 == 1", "1 == 2")
    decisions.offer([TEST])
    decisions.emit([EmittedTest("test_one", ONE, was_seen=True)])
    decisions.look(BOTH)
    decisions.emit([EmittedTest("test_one", ONE.replace("1 == 1", "1 == 2"), was_seen=True)])
    decisions.look(new, again=True)
    held = decisions.waiting
    decisions.offer([TEST])
    decisions.look(new, again=True)

    assert (held, decisions.waiting) == ([], [TEST])


def test_a_test_that_is_offered_anew_does_not_count_as_deleted() -> None:
    decisions = Decisions()
    decisions.offer([TEST])
    for text in (BOTH, f"{MINE}# 1\n"):
        decisions.look(text)
    decisions.emit([EmittedTest("test_one", ONE)])
    [known] = decisions.known([])
    decisions.offer([TEST])

    assert (known.was_seen, decisions.waiting) == (True, [TEST])
    assert decisions.known([])[0].was_seen is False


def test_what_was_deleted_in_an_earlier_session_stays_deleted() -> None:
    decisions = Decisions()
    decisions.emit([EmittedTest("test_one", ONE, was_seen=True)])
    decisions.look(MINE, again=True)

    assert [test.was_seen for test in decisions.known([])] == [True]


def test_a_test_that_was_discarded_does_not_wait_again() -> None:
    decisions = Decisions()
    decisions.offer([TEST])
    decisions.discard([TEST.id])
    decisions.look(MINE)

    assert decisions.waiting == []


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[Editor]:
    """Another window of the same folder."""
    other = Editor(await IN_PROCESS.start(), tmp_path)
    await initialize(other.client, tmp_path, FULL)
    yield other
    await other.client.shutdown_session()


@pytest.mark.parametrize("is_edited", [False, True])
async def test_what_another_window_has_discarded_does_not_come_back(
    offered: Editor, other: Editor, is_edited: bool
) -> None:
    file = TestFile(offered, MINE)
    [waiting] = (await offered.ask("candidates"))["tests"]
    if is_edited:
        text = (await offered.ask("preview", ids=[waiting["id"]]))["text"]
        await offered.ask("edit", ids=[waiting["id"]], text=text.replace("1 == 1", "1 < 2"))
    await other.ask("discard", ids=[waiting["id"]])
    file.becomes(f"{MINE}\n\ndef test_more(): ...\n")

    assert await file.waiting() == []


async def test_a_replacement_that_another_window_has_discarded_waits_again_only_if_it_is_asked_for(
    editor: Editor, other: Editor
) -> None:
    path, file = editor.open("works.py"), TestFile(editor, MINE)
    for text in (f"{MINE}\n\ndef test_more(): ...\n", MINE):
        await editor.finished(await editor.generate(path, review=True, renewed=["test_one"]))
        [waiting] = (await editor.ask("candidates"))["tests"]
        await other.ask("discard", ids=[waiting["id"]])
        file.becomes(text)
        assert await file.waiting() == []
