"""Tests that were discarded by mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from lsprotocol import types

from testloom.lsp.candidates import discarding
from testloom.lsp.candidates.discarding import Discarding
from testloom.lsp.candidates.drafts import Drafts
from testloom.lsp.candidates.offers import Offers
from testloom.lsp.candidates.undoing import Undoing
from testloom.lsp.protocol.candidates import ChosenTests
from testloom.lsp.protocol.wire import NoParams
from testloom.model.errors import StoreError
from testloom.model.progress.offers import OfferedTest
from tests.lsp.editor import Editor, until


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


async def test_what_could_not_be_restored_can_be_restored_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = "def test_one():\n    assert 1\n"
    test = OfferedTest(tmp_path / "test_a.py", "test_one", source, tmp_path / "a.py", "a:f", (), source)
    offers, undoing = Mock(Offers, drafts=Mock(Drafts)), Mock(Undoing)
    offers.all.side_effect = [[test], []]
    offers.drafts.restore.return_value = frozenset()
    forget = Mock(side_effect=[StoreError("It is locked."), None])
    monkeypatch.setattr(discarding, "remember_discarded", Mock())
    monkeypatch.setattr(discarding, "forget_discarded", forget)
    discarded = Discarding(offers, undoing)
    await discarded.discard(ChosenTests(frozenset({test.id})))
    with pytest.raises(StoreError):
        await discarded.restore(NoParams())

    assert discarded.can_restore
    assert (await discarded.restore(NoParams())).ids == (test.id,)
    assert not discarded.can_restore
