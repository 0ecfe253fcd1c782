"""Generation while nobody works."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, is_running, until

QUIET = 1.0
"""Seconds after which an editor that is left alone would have begun."""


@pytest.fixture
def alone(editor: Editor) -> Editor:
    editor.client.set_configuration({"testloom": {"whenIdle": True}})
    return editor


def rounds(editor: Editor) -> list[list[str]]:
    """The processes that ran, with their arguments."""
    file = editor.folder / "rounds"
    return [line.split() for line in file.read_text().splitlines()] if file.exists() else []


def edit(editor: Editor, path: Path, version: int) -> None:
    change = types.TextDocumentContentChangeWholeDocument("def f():\n    return 2\n")
    identifier = types.VersionedTextDocumentIdentifier(version, path.as_uri())
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))


async def test_an_editor_that_is_left_alone_gets_candidates_and_no_message(alone: Editor) -> None:
    alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 2)
    await asyncio.sleep(QUIET)

    waiting = await alone.ask("candidates")
    working = {status["message"] for status in alone.told("testloom/status") if status["message"]}
    assert [test["name"] for test in waiting["tests"]] == ["test_works"]
    assert working == {f"Generating tests for {alone.folder.name} while the editor is idle"}
    assert (alone.messages(), alone.edits) == ([], [])
    assert len(rounds(alone)) == 2, "a round that finds nothing to do is the last"
    assert rounds(alone)[0][1:] == [
        *("continuous", str(alone.folder), "--offer", "--json", "--budget", "5.0", "--executor", "local:1"),
        *("--python", sys.executable),
    ]


async def test_whoever_comes_back_has_the_machine_for_himself(alone: Editor) -> None:
    (alone.folder / "patient").touch()
    path = alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 1)

    edit(alone, path, version=2)

    await until(lambda: not is_running(int(rounds(alone)[0][0])))
    await until(lambda: alone.told("testloom/status")[-1]["state"] == "idle")
    await until(lambda: len(rounds(alone)) == 2)


async def test_what_was_found_while_somebody_came_back_is_offered(alone: Editor) -> None:
    for request in ("patient", "polite"):
        (alone.folder / request).touch()
    path = alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 1)
    await asyncio.sleep(QUIET)

    edit(alone, path, version=2)
    await until(lambda: not is_running(int(rounds(alone)[0][0])))
    await until(lambda: alone.told("testloom/status")[-1]["state"] == "idle")

    waiting = await alone.ask("candidates")
    assert [test["name"] for test in waiting["tests"]] == ["test_works"]


async def test_nothing_is_done_while_the_user_runs_a_program(alone: Editor) -> None:
    (alone.folder / "patient").touch()
    alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 1)

    await alone.ask("busy", busy=True)
    await until(lambda: not is_running(int(rounds(alone)[0][0])))
    await asyncio.sleep(QUIET)
    assert len(rounds(alone)) == 1

    await alone.ask("busy", busy=False)
    await until(lambda: len(rounds(alone)) == 2)


async def test_an_edit_that_is_not_saved_is_no_reason_to_look_again(alone: Editor) -> None:
    path = alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 2)
    await until(lambda: alone.told("testloom/status")[-1]["state"] == "idle")

    edit(alone, path, version=2)
    await asyncio.sleep(QUIET)

    assert len(rounds(alone)) == 2


async def test_a_change_on_disk_begins_a_new_round(alone: Editor) -> None:
    alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 2)
    await until(lambda: alone.told("testloom/status")[-1]["state"] == "idle")
    (alone.folder / "others.py").write_text("def f():\n    return 1\n")

    event = types.FileEvent((alone.folder / "others.py").as_uri(), types.FileChangeType.Created)
    alone.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    await until(lambda: len(rounds(alone)) == 4)
    waiting = await alone.ask("candidates")
    assert [test["name"] for test in waiting["tests"]] == ["test_works", "test_others"]


async def test_nothing_happens_unless_it_is_wanted(editor: Editor) -> None:
    editor.open("works.py")
    await asyncio.sleep(QUIET)

    assert rounds(editor) == []


async def test_a_setting_that_is_turned_off_ends_the_work(alone: Editor) -> None:
    (alone.folder / "patient").touch()
    alone.open("works.py")
    await until(lambda: len(rounds(alone)) == 1)

    alone.set(whenIdle=False)
    await until(lambda: not is_running(int(rounds(alone)[0][0])))
    await until(lambda: alone.told("testloom/status")[-1]["state"] == "idle")
    await asyncio.sleep(QUIET)

    assert len(rounds(alone)) == 1


async def test_a_setting_that_is_turned_on_begins_without_an_edit(editor: Editor) -> None:
    editor.open("works.py")
    await asyncio.sleep(QUIET)

    editor.set(whenIdle=True)

    await until(lambda: len(rounds(editor)) == 2)
