from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError
from pygls.lsp.server import LanguageServer

from testloom.lsp.candidates import putting
from testloom.lsp.candidates.offers import merged
from tests.lsp.editor import Editor
from tests.lsp.looking import change


@pytest.fixture
async def offered(editor: Editor) -> dict[str, Any]:
    """The end of a job that offers one test."""
    return await editor.finished(await editor.generate(editor.open("works.py"), review=True))


async def test_a_job_that_is_reviewed_changes_nothing_and_offers_its_tests(
    editor: Editor, offered: dict[str, Any], tmp_path: Path
) -> None:
    [test] = (await editor.ask("candidates"))["tests"]

    assert editor.edits == []
    assert editor.messages() == []
    assert offered["offered"] == [test["id"]]
    assert offered["message"] == "Testloom: 1 new test for works.py (3 of 4 goals covered)."
    assert (test["name"], test["covers"]) == ("test_one", ["g1"])
    assert (test["doubles"], test["private"]) == (["works:Client"], [])
    assert test["uri"] == (tmp_path / "tests" / "test_works.py").as_uri()
    assert test["subject"] == (tmp_path / "works.py").as_uri()


async def test_what_a_test_reaches_is_told_of_the_code_that_it_was_made_for_and_of_no_other(
    editor: Editor,
) -> None:
    text = "def f():\n    return 1\n\n\ndef g():\n    return 2\n"
    path = editor.open("lines.py", text)
    at = {"line": 1, "character": 4}
    await editor.finished(await editor.generate(path, position=at, scope="line", review=True))
    told = []
    for now in (text, f"# mine\n{text}", text):
        path.write_text(now)
        [test] = (await editor.ask("candidates"))["tests"]
        told.append(test["lines"])

    assert told == [[0, 1], [], [0, 1]]


async def test_a_preview_is_the_file_as_it_will_be(editor: Editor, offered: dict[str, Any]) -> None:
    preview = await editor.ask("preview", ids=offered["offered"])

    assert preview["exists"] is False
    assert preview["text"] == "def test_one():\n    assert 1 == 1\n"


async def test_a_preview_knows_the_line_of_the_first_test_that_is_new(
    editor: Editor, offered: dict[str, Any]
) -> None:
    editor.open("tests/test_works.py", "def test_mine():\n    pass\n")
    preview = await editor.ask("preview", ids=offered["offered"])

    assert preview["text"].splitlines()[preview["line"]] == "def test_one():"


async def test_a_test_whose_fixture_has_another_name_in_the_file_waits_no_longer_once_it_is_accepted(
    editor: Editor,
) -> None:
    theirs = "import pytest\n\n\n@pytest.fixture\ndef box():\n    return [2]\n"
    job = await editor.finished(await editor.generate(editor.open("shares.py"), review=True))
    editor.open("tests/test_shares.py", theirs)

    await editor.ask("accept", ids=job["offered"], where="extend")

    added = [entry.new_text for entry in editor.only_change().edits if isinstance(entry, types.TextEdit)]
    assert "def test_one(box_2):\n    assert box_2 == [1]\n" in "".join(added)
    assert (await editor.ask("candidates"))["tests"] == []


async def test_a_test_for_a_line_takes_the_place_of_one_for_that_line_and_of_no_other(
    editor: Editor,
) -> None:
    path = editor.open("lines.py", "def f():\n    return 1\n\n\ndef g():\n    return 2\n")
    for line in (1, 5, 5):
        at = {"line": line, "character": 4}
        await editor.finished(await editor.generate(path, position=at, scope="line", review=True))

    waiting = (await editor.ask("candidates"))["tests"]

    assert [(test["name"], test["lines"]) for test in waiting] == [
        ("test_one", [0, 1]),
        ("test_one_2", [0, 5]),
    ]


async def test_a_test_that_one_for_a_line_makes_superfluous_is_forgotten(editor: Editor) -> None:
    path = editor.open("lines.py", "def f():\n    return 1\n")
    for line in (0, 1):
        at = {"line": line, "character": 4}
        await editor.finished(await editor.generate(path, position=at, scope="line", review=True))

    assert [test["name"] for test in (await editor.ask("candidates"))["tests"]] == ["test_one"]


async def test_a_test_for_a_line_is_offered_beside_one_that_its_user_has_edited(editor: Editor) -> None:
    path = editor.open("lines.py", "def f():\n    return 1\n")
    about = {"position": {"line": 1, "character": 4}, "scope": "line", "review": True}
    first = await editor.finished(await editor.generate(path, **about))
    text = (await editor.ask("preview", ids=first["offered"]))["text"]
    await editor.ask("edit", ids=first["offered"], text=text.replace("assert", "assert 1 +"))

    await editor.finished(await editor.generate(path, **about))

    waiting = (await editor.ask("candidates"))["tests"]
    assert [(test["name"], test["edited"]) for test in waiting] == [("test_one", True), ("test_one_2", False)]


async def test_an_accepted_test_comes_as_an_edit_and_waits_no_longer(
    editor: Editor, offered: dict[str, Any]
) -> None:
    answer = await editor.ask("accept", ids=offered["offered"])

    assert len(editor.edits) == 1
    assert answer["files"][0]["created"] is True
    assert (await editor.ask("candidates"))["tests"] == []


async def test_a_test_that_the_editor_refuses_goes_on_waiting(
    editor: Editor, offered: dict[str, Any]
) -> None:
    editor.takes_edits = False

    answer = await editor.ask("accept", ids=offered["offered"])

    assert answer["files"] == []
    assert answer["message"] == (
        "Testloom: The editor did not apply the edit (it is read-only). "
        "The tests wait in the Generated Tests view."
    )
    assert len((await editor.ask("candidates"))["tests"]) == 1


async def test_an_editor_that_cannot_write_a_folder_and_says_nothing_is_not_said_to_have_asked(
    editor: Editor, offered: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.takes_edits, editor.why_not = False, None
    messages = []
    for may_write in (True, False):
        monkeypatch.setattr(os, "access", lambda *_, may_write=may_write: may_write)
        messages.append((await editor.ask("accept", ids=offered["offered"]))["message"])

    waiting = "The tests wait in the Generated Tests view."
    assert messages == [
        f"Testloom: The editor did not apply the edit. {waiting}",
        f"Testloom: The editor did not apply the edit ({editor.folder} cannot be written). {waiting}",
    ]


async def test_tests_wait_if_the_editor_answers_their_edit_with_an_error(
    editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise JsonRpcInternalError("the disk is full")

    monkeypatch.setattr(LanguageServer, "workspace_apply_edit_async", fail)
    finished = await editor.finished(await editor.generate(editor.open("works.py"), review=False))

    assert len((await editor.ask("candidates"))["tests"]) == len(finished["offered"]) == 1
    assert editor.messages() == [
        "Testloom: The editor did not apply the edit (the disk is full). "
        "The tests wait in the Generated Tests view."
    ]


async def test_a_discarded_test_is_gone(editor: Editor, offered: dict[str, Any]) -> None:
    await editor.ask("discard", ids=offered["offered"])
    gone = await editor.ask("accept", ids=offered["offered"])

    assert (await editor.ask("candidates"))["tests"] == []
    assert gone == {"error": "These tests are no longer candidates. Generate tests again."}


async def test_a_discarded_test_is_not_offered_again_until_decisions_are_forgotten(
    editor: Editor, offered: dict[str, Any], tmp_path: Path
) -> None:
    source, file = tmp_path / "works.py", tmp_path / "tests" / "test_works.py"
    await editor.ask("discard", ids=offered["offered"])
    again = await editor.finished(await editor.generate(source, scope="file", review=True))

    assert again["offered"] == []
    await editor.ask("forgetDecisions", uri=file.as_uri())
    once_more = await editor.finished(await editor.generate(source, scope="file", review=True))
    assert once_more["offered"] == offered["offered"]


async def test_an_accepted_test_of_a_changed_file_keeps_what_is_there(
    editor: Editor, offered: dict[str, Any], tmp_path: Path
) -> None:
    editor.open("tests/test_works.py", "def test_mine():\n    pass\n")
    await editor.ask("accept", ids=offered["offered"], where="extend")
    change = editor.only_change()

    assert [type(entry) for entry in change.edits] == [types.TextEdit]
    assert editor.edits[0].edit.change_annotations is None


async def test_what_is_typed_while_tests_are_merged_stays(
    editor: Editor, offered: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = editor.open("tests/test_works.py", "")
    texts = iter([f"# {number}\n" for number in range(2)])

    def typed_meanwhile(path: Path, *rest: Any) -> str:
        if (text := next(texts, None)) is not None:
            versions.append(len(versions) + 2)
            loop.call_soon_threadsafe(change, editor, file, versions[-1], text)
            time.sleep(0.2)
        return merged(path, *rest)

    versions, loop = list[int](), asyncio.get_running_loop()
    monkeypatch.setattr(putting, "merged", typed_meanwhile)
    await editor.ask("accept", ids=offered["offered"], where="extend")

    changed = editor.only_change()
    assert (changed.text_document.version, [e.range.start.line for e in changed.edits]) == (3, [1])


async def test_an_edit_that_rewrites_a_test_waits_for_its_user_to_confirm_it(
    editor: Editor, offered: dict[str, Any]
) -> None:
    editor.open("tests/test_works.py", "import os\n\n\ndef test_one():\n    assert 2\n")
    await editor.ask("accept", ids=offered["offered"], where="extend")
    change, annotations = editor.only_change(), editor.edits[0].edit.change_annotations
    assert annotations is not None
    [entry] = change.edits
    assert isinstance(entry, types.AnnotatedTextEdit)

    assert entry.new_text == "    assert 1 == 1\n"
    assert annotations[entry.annotation_id].needs_confirmation is True


async def test_all_that_changes_in_a_file_is_confirmed_at_once(
    editor: Editor, offered: dict[str, Any]
) -> None:
    editor.open("tests/test_works.py", "def test_one(a):\n    assert 1 == 1\n    assert a\n")
    await editor.ask("accept", ids=offered["offered"], where="extend")
    [entry] = editor.only_change().edits

    assert isinstance(entry, types.AnnotatedTextEdit)
    assert (entry.range.start.line, entry.range.end.line) == (0, 3)
    assert entry.new_text == "def test_one():\n    assert 1 == 1\n"


async def test_a_file_whose_change_is_not_confirmed_keeps_its_tests_waiting_while_others_get_theirs(
    editor: Editor, offered: dict[str, Any]
) -> None:
    await editor.finished(await editor.generate(editor.open("shares.py"), review=True))
    editor.open("tests/test_works.py", "import os\n\n\ndef test_one():\n    assert 2\n")
    editor.confirms = False
    ids = [test["id"] for test in (await editor.ask("candidates"))["tests"]]
    answer = await editor.ask("accept", ids=ids, where="extend")
    waiting = (await editor.ask("candidates"))["tests"]

    assert [Path(file["uri"]).name for file in answer["files"]] == ["test_shares.py"]
    assert [test["id"] for test in waiting] == offered["offered"]
    assert answer["message"] == (
        "Testloom: A file stays as it is unless you select its checkbox in the Refactor Preview. "
        "Its tests wait in the Generated Tests view."
    )


async def test_who_has_seen_in_a_preview_what_is_rewritten_is_not_asked_again(
    editor: Editor, offered: dict[str, Any]
) -> None:
    editor.open("tests/test_works.py", "import os\n\n\ndef test_one():\n    assert 2\n")
    await editor.ask("preview", ids=offered["offered"])
    await editor.ask("accept", ids=offered["offered"], where="extend")
    change = editor.only_change()

    assert [type(entry) for entry in change.edits] == [types.TextEdit]
    assert editor.edits[0].edit.change_annotations is None


async def test_candidates_of_other_workspaces_are_not_shown(
    editor: Editor, offered: dict[str, Any], tmp_path: Path
) -> None:
    folder = types.WorkspaceFolder(tmp_path.as_uri(), "project")
    event = types.WorkspaceFoldersChangeEvent([], [folder])
    params = types.DidChangeWorkspaceFoldersParams(event)
    editor.client.workspace_did_change_workspace_folders(params)

    assert (await editor.ask("candidates"))["tests"] == []


@pytest.fixture
def elsewhere(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is none of the workspace, to which the tests of the project are a link."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (tmp_path / "tests").symlink_to(elsewhere)
    return elsewhere


async def test_a_test_is_not_accepted_through_a_link_out_of_the_project(
    elsewhere: Path, editor: Editor, offered: dict[str, Any], tmp_path: Path
) -> None:
    answer = await editor.ask("accept", ids=offered["offered"])

    assert str(tmp_path / "tests" / "test_works.py") in answer["error"]
    assert str(elsewhere / "test_works.py") in answer["error"]
    assert editor.edits == []
    assert len((await editor.ask("candidates"))["tests"]) == 1


async def test_tests_are_not_edited_in_through_a_link_out_of_the_project(
    elsewhere: Path, editor: Editor
) -> None:
    finished = await editor.finished(await editor.generate(editor.open("works.py")))

    [error] = finished["errors"]
    assert "leads out of" in error["what"]
    assert editor.edits == []
