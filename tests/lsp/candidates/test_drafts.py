"""Candidates that show while the search still runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from testloom.lsp.candidates.drafts import Drafts
from testloom.model.events.jobs import Draft, Drafted
from testloom.model.generation_request import GenerationRequest, Target
from tests.lsp.editor import Editor, until
from tests.lsp.looking import change


@pytest.fixture
async def job(editor: Editor) -> str:
    """A job that has two drafts and goes on until the file `go` is there."""
    job = await editor.generate(editor.open("drafts.py"), review=True)
    assert job is not None
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    return job


async def test_what_a_search_has_found_shows_before_it_is_verified(editor: Editor, job: str) -> None:
    one, two = await _tests(editor)

    assert [one["name"], two["name"]] == ["test_one", "test_two"]
    assert [one["verified"], two["verified"]] == [False, False]
    assert (one["target"], one["covers"], one["kills"]) == ("f", ["test_one"], [])
    assert one["lines"] == [0, 1]
    assert one["branches"] == [{"line": 1, "label": "x is true"}]


async def test_what_verification_drops_goes_and_the_rest_is_confirmed(
    editor: Editor, job: str, tmp_path: Path
) -> None:
    await _end(editor, job, tmp_path)
    [test] = await _tests(editor)

    assert (test["name"], test["verified"], test["kills"]) == ("test_one", True, ["line 2: a → b"])


async def test_drafts_of_a_file_that_is_opened_meanwhile_go_with_their_job(
    editor: Editor, job: str, tmp_path: Path
) -> None:
    [one, _] = await _tests(editor)
    file = editor.open(one["uri"].removeprefix(f"{tmp_path.as_uri()}/"), "")
    await _tests(editor)  # answered once the file is followed
    await _end(editor, job, tmp_path)
    change(editor, file, 2, "def test_mine(): ...\n")

    assert [test["verified"] for test in await _tests(editor)] == [True]


async def test_a_draft_is_previewed_like_any_other(editor: Editor, job: str) -> None:
    one, _ = await _tests(editor)
    preview = await editor.ask("preview", ids=[one["id"]])

    assert preview["text"] == "def test_one():\n    assert 1\n"


async def test_a_draft_that_was_discarded_does_not_come_back(
    editor: Editor, job: str, tmp_path: Path
) -> None:
    one, two = await _tests(editor)
    await editor.ask("discard", ids=[one["id"]])

    assert [test["id"] for test in await _tests(editor)] == [two["id"]]
    finished = await _end(editor, job, tmp_path)
    assert finished["offered"] == []
    assert await _tests(editor) == []


async def test_what_became_of_a_draft_that_was_discarded_is_not_offered_by_the_next_job(
    editor: Editor, job: str, tmp_path: Path
) -> None:
    one, _ = await _tests(editor)
    await editor.ask("discard", ids=[one["id"]])
    await _end(editor, job, tmp_path)
    again = await editor.generate(tmp_path / "drafts.py", review=True)

    assert (await editor.finished(again))["offered"] == []


def test_a_draft_that_was_discarded_while_it_was_gone_does_not_come_back(tmp_path: Path) -> None:
    file, subject = str(tmp_path / "test_shop.py"), tmp_path / "shop.py"
    request = GenerationRequest((Target(subject),), Path(sys.executable), tmp_path)
    drafts = Drafts(lambda: None)
    for id, name in (("1", "test_one"), ("2", "test_two")):
        draft = Draft(id, name, f"def {name}():\n    assert 1\n", file, "shop:f", covers=(name,))
        drafts.receive("job", request, draft, {})
    drafts.receive("job", request, Drafted(file, "", ("1", "2")), {})
    [one, two] = drafts.all
    drafts.receive("job", request, Drafted(file, "", ("2",)), {})
    drafts.decide([one.id])
    drafts.receive("job", request, Drafted(file, "", ("1", "2")), {})

    assert drafts.all == [two]


async def test_the_drafts_of_a_job_that_is_cancelled_go_with_it(editor: Editor, job: str) -> None:
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    finished = await editor.finished(job)

    assert finished["cancelled"]
    assert await _tests(editor) == []


async def test_a_job_for_a_pair_has_drafts_too(editor: Editor) -> None:
    path = editor.open("echoes.py")
    pair = [f"{path}::f", f"{path}::g"]
    request = await editor.wished(path, review=True, pair=pair)

    assert (request["drafts"], request["targets"]) == (True, pair)


async def test_a_job_that_is_not_reviewed_has_no_drafts(editor: Editor) -> None:
    path = editor.open("echoes.py")

    assert (await editor.wished(path))["drafts"] is False
    assert (await editor.wished(path, review=True))["drafts"] is True


async def _tests(editor: Editor) -> list[dict[str, Any]]:
    tests: list[dict[str, Any]] = (await editor.ask("candidates"))["tests"]
    return tests


async def _end(editor: Editor, job: str, folder: Path) -> dict[str, Any]:
    (folder / "go").touch()
    return await editor.finished(job)
