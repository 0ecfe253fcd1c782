"""Tests that were discarded by mistake."""

from __future__ import annotations

import contextlib
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from lsprotocol import types
from pygls.lsp.server import LanguageServer

from testloom.lsp.candidates.discarding import Discarding
from testloom.lsp.candidates.offers import Offers, without_discarded
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.protocol.candidates import ChosenTests
from testloom.lsp.protocol.wire import NoParams
from testloom.model.errors import StoreError
from testloom.model.events.jobs import Draft, Drafted
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.progress.offers import OfferedTest
from testloom.store import Database, database
from tests.lsp.editor import Editor, until


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store, which is empty."""
    path = tmp_path / "testloom.db"
    monkeypatch.setattr(database, "default_folder", lambda: tmp_path)
    return path


def offered(folder: Path) -> OfferedTest:
    """A test that waits."""
    source = "def test_one():\n    assert 1\n"
    return OfferedTest(folder / "test_a.py", "test_one", source, folder / "a.py", "a:f", (), source)


class Desk:
    """What a server knows of tests that wait, with no file open."""

    def __init__(self) -> None:
        self.offers = Offers(lambda: None)
        workspace, capabilities = Mock(text_documents={}), types.ClientCapabilities()
        server = Mock(LanguageServer, workspace=workspace, protocol=Mock(), client_capabilities=capabilities)
        self.undoing = Undoing(server, self.offers)
        self.discarding = Discarding(self.offers, self.undoing)

    @property
    async def waits(self) -> bool:
        """Whether the only test waits."""
        return bool(await self.offers.all())

    async def act(self, asked: str, test: OfferedTest) -> None:
        """Do what the user asks for."""
        match asked:
            case "discard":
                await self.discarding.discard(ChosenTests(frozenset({test.id})))
            case "restore":
                await self.discarding.restore(NoParams())
            case "rename":
                self.undoing.renamed(test.file, test.file.with_name("test_b.py"))
        await self.undoing.settled()


@pytest.fixture
async def waiting(editor: Editor) -> dict[str, Any]:
    """A test that a job has offered."""
    await editor.finished(await editor.generate(editor.open("works.py"), review=True))
    [test] = (await editor.ask("candidates"))["tests"]
    return dict(test)


async def test_nothing_can_be_restored_before_something_was_discarded(
    editor: Editor, waiting: dict[str, Any]
) -> None:
    assert (await editor.ask("candidates"))["restorable"] is False
    assert await editor.ask("restore") == {"ids": []}


async def test_a_restored_test_waits_as_it_did_and_counts_as_discarded_no_more(
    editor: Editor, waiting: dict[str, Any], tmp_path: Path
) -> None:
    await editor.ask("discard", ids=[waiting["id"]])
    before = await editor.ask("candidates")
    restored = await editor.ask("restore")
    after = await editor.ask("candidates")
    again = await editor.finished(await editor.generate(tmp_path / "works.py", scope="file", review=True))

    assert (before["tests"], before["restorable"]) == ([], True)
    assert restored == {"ids": [waiting["id"]]}
    assert (after["tests"], after["restorable"]) == ([waiting], False)
    assert again["offered"] == [waiting["id"]]


async def test_a_restored_test_can_be_accepted(editor: Editor, waiting: dict[str, Any]) -> None:
    await editor.ask("discard", ids=[waiting["id"]])
    await editor.ask("restore")

    assert len((await editor.ask("accept", ids=[waiting["id"]]))["files"]) == 1
    assert (await editor.ask("candidates"))["tests"] == []


async def test_what_is_gone_already_is_not_discarded_once_more(
    editor: Editor, waiting: dict[str, Any]
) -> None:
    for _ in range(2):
        await editor.ask("discard", ids=[waiting["id"]])
    await editor.ask("restore")

    assert (await editor.ask("candidates"))["restorable"] is False


async def test_a_restored_test_waits_for_its_file_under_the_name_that_it_has_now(
    editor: Editor, waiting: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "tests" / "test_works.py"
    await editor.ask("discard", ids=[waiting["id"]])
    renamed = types.FileRename(file.as_uri(), file.with_name("test_shop.py").as_uri())
    editor.client.workspace_did_rename_files(types.RenameFilesParams([renamed]))
    await editor.ask("restore")

    assert [test["uri"] for test in (await editor.ask("candidates"))["tests"]] == [renamed.new_uri]


async def test_a_restored_draft_is_one_again_while_its_job_runs(editor: Editor, tmp_path: Path) -> None:
    job = await editor.generate(editor.open("drafts.py"), review=True)
    assert job is not None
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    drafts = (await editor.ask("candidates"))["tests"]
    await editor.ask("discard", ids=[test["id"] for test in drafts])
    await editor.ask("restore")
    during = (await editor.ask("candidates"))["tests"]
    (tmp_path / "go").touch()
    finished = await editor.finished(job)

    assert during == drafts
    assert finished["offered"] == [drafts[0]["id"]]


async def test_a_draft_that_is_restored_after_its_job_comes_back_verified(
    editor: Editor, tmp_path: Path
) -> None:
    job = await editor.generate(editor.open("drafts.py"), review=True)
    assert job is not None
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    drafts = (await editor.ask("candidates"))["tests"]
    await editor.ask("discard", ids=[drafts[0]["id"]])
    (tmp_path / "go").touch()
    await editor.finished(job)
    await editor.ask("restore")
    [restored] = (await editor.ask("candidates"))["tests"]

    assert (restored["id"], restored["verified"]) == (drafts[0]["id"], True)
    assert "assert 1 == 1" in restored["source"]


@pytest.mark.parametrize("asked", ["discard", "restore", "rename"])
async def test_whichever_write_fails_nothing_is_lost_and_it_can_be_tried_again(
    asked: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, test = Database.transaction, offered(store.parent)
    for failing in count():
        store.unlink(missing_ok=True)
        desk = Desk()
        await desk.offers.keep([test])
        if asked == "restore":
            await desk.act("discard", test)
        begins = count()

        def transaction(self: Database, begins: count[int] = begins, failing: int = failing) -> Any:
            if next(begins) == failing:
                raise StoreError("The store cannot be written: disk I/O error.")
            return begun(self)

        with monkeypatch.context() as patch, contextlib.suppress(StoreError):
            patch.setattr(Database, "transaction", transaction)
            await desk.act(asked, test)
        if next(begins) <= failing:
            assert failing  # there were writes that failed
            return
        waits = await desk.waits
        assert waits is not desk.discarding.can_restore
        assert waits is bool(without_discarded([test]))
        if asked == "rename":
            assert waits
        elif waits is (asked == "discard"):  # not done yet
            await desk.act(asked, test)
            assert await desk.waits is not waits


async def test_a_draft_that_could_not_be_discarded_still_waits(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    offers = desk.offers
    file, text = str(store.with_name("test_a.py")), "def test_one(): ...\n"
    request = GenerationRequest((Target(store.with_name("a.py")),), Path("python"), store.parent)
    offers.drafts.receive("j", request, Draft("d", "test_one", text, file, "a:f", ("g",)), {})
    offers.drafts.receive("j", request, Drafted(file, text, ("d",)), {})
    [draft] = await offers.all()
    monkeypatch.setattr(Database, "transaction", Mock(side_effect=StoreError("It is locked.")))
    with pytest.raises(StoreError):
        await desk.act("discard", draft)

    assert offers.drafts.all == [draft]
    assert not offers.drafts.discarded("j", [draft])
