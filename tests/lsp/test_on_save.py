"""Generation on save: for what has changed, and without a word."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, is_running, until

BEFORE = "def f():\n    return 1\n\n\ndef g():\n    return f()\n"
AFTER = BEFORE.replace("return 1", "return 2")
QUIET = 1.0
"""Seconds after which a save that does nothing has done nothing."""


def change_and_save(editor: Editor, path: Path, text: str, version: int = 2) -> None:
    path.write_text(text)
    change = types.TextDocumentContentChangeWholeDocument(text)
    identifier = types.VersionedTextDocumentIdentifier(version, path.as_uri())
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    editor.client.text_document_did_save(
        types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri()))
    )


@pytest.fixture
def on_save(editor: Editor) -> Editor:
    editor.client.set_configuration({"testloom": {"onSave": "changed"}})
    return editor


async def test_a_changed_function_gets_candidates_and_nobody_is_interrupted(on_save: Editor) -> None:
    path = on_save.open("works.py", BEFORE)
    change_and_save(on_save, path, AFTER)
    await until(lambda: bool(on_save.told("testloom/finished")))

    [finished] = on_save.told("testloom/finished")
    assert len(finished["offered"]) == 1
    assert finished["message"] == ""
    assert on_save.messages() == []
    assert on_save.edits == []
    working = [params["message"] for params in on_save.told("testloom/status") if params["message"]]
    assert working == ["Generating tests for f"]


async def test_what_was_found_so_far_shows_without_being_awaited(on_save: Editor) -> None:
    path = on_save.open("drafts.py", BEFORE)
    change_and_save(on_save, path, AFTER)
    await until(lambda: bool(on_save.told("testloom/candidatesChanged")))
    during = await on_save.ask("candidates")
    path.with_name("go").touch()
    await until(lambda: bool(on_save.told("testloom/finished")))
    after = await on_save.ask("candidates")

    assert [test["verified"] for test in during["tests"]] == [False, False]
    assert (during["searching"], during["awaited"]) == (True, False)
    assert [test["verified"] for test in after["tests"]] == [True]
    assert after["searching"] is False


async def test_formatting_and_files_of_tests_start_nothing(on_save: Editor) -> None:
    change_and_save(
        on_save, on_save.open("works.py", BEFORE), BEFORE.replace("return 1", "return   1  # one")
    )
    change_and_save(on_save, on_save.open("test_works.py", BEFORE), AFTER)
    await asyncio.sleep(QUIET)

    assert on_save.told("testloom/status") == []


async def test_nothing_happens_on_save_unless_it_is_wanted(editor: Editor) -> None:
    change_and_save(editor, editor.open("works.py", BEFORE), AFTER)
    await asyncio.sleep(QUIET)

    assert editor.told("testloom/status") == []


async def test_dependants_get_tests_if_that_is_wanted(editor: Editor, tmp_path: Path) -> None:
    editor.client.set_configuration({"testloom": {"onSave": "dependants"}})
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\nversion = '1'\n")
    (tmp_path / "nothing.py").write_text("import works\n\n\ndef h():\n    return works.g()\n")
    change_and_save(editor, editor.open("works.py", BEFORE), AFTER)
    await until(lambda: len(editor.told("testloom/finished")) >= 2)

    working = [params["message"] for params in editor.told("testloom/status") if params["message"]]
    assert working == ["Generating tests for f, g", "Generating tests for h"]


async def test_a_save_while_its_job_runs_begins_it_again(on_save: Editor) -> None:
    path = on_save.open("patient.py", BEFORE)
    change_and_save(on_save, path, AFTER)
    pids = path.with_suffix(".pids")
    await until(pids.exists)
    first = [int(pid) for pid in pids.read_text().split()]
    pids.unlink()
    change_and_save(on_save, path, AFTER.replace("return f()", "return -f()"), version=3)
    await until(pids.exists)

    await until(lambda: not any(is_running(pid) for pid in first))
    working = [params["message"] for params in on_save.told("testloom/status") if params["message"]]
    assert working == ["Generating tests for f", "Generating tests for f, g"]


async def test_a_failure_on_save_is_for_the_log_only(on_save: Editor) -> None:
    change_and_save(on_save, on_save.open("refuses.py", BEFORE), AFTER)
    await until(lambda: bool(on_save.told("testloom/finished")))

    assert on_save.messages() == []
    assert any("stripe" in entry.message for entry in on_save.client.log_messages)
