"""Quick fixes that change the code under test, so that tests can reach more of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from testloom.model.events.jobs import Unreached
from testloom.model.progress.outcome import FileOutcome
from testloom.store import FileOutcomes, open_store
from tests.lsp.editor import Editor, action_of, plain

MODULE = """\
from gateway import Client


def status(order):
    client = Client()
    if client.get(order).code == 200:
        return "ok"
    return "unknown"


def banner():
    with open("/etc/banner") as file:
        return file.read()
"""
UNTYPED = Unreached(
    "status/branch/client.get(order).code == 200 is true/1",
    7,
    "client.get(order).code == 200 is true",
    "needs-type",
    decided=6,
    outcome=True,
)
FOREIGN = Unreached(
    "banner/line/line 13/1",
    13,
    "line 13",
    "blocked-by-guard",
    denied=("read '/etc/banner' on this machine",),
    decided=13,
)


@pytest.fixture
def shop(editor: Editor) -> Path:
    path = editor.open("shop.py", MODULE)
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(path, MODULE, (UNTYPED, FOREIGN)))
    editor.client.set_configuration({"hints": ["goals"]}, section="testloom")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))
    return path


async def test_a_collaborator_that_decides_a_goal_becomes_a_parameter(editor: Editor, shop: Path) -> None:
    await _run(editor, await _fix(editor, shop, 5, "Make client a parameter of status"))

    assert "def status(order, *, client=None):\n" in _applied(editor)
    assert "    if client is None:\n        client = Client()\n" in _applied(editor)


async def test_a_path_of_this_machine_becomes_a_constant(editor: Editor, shop: Path) -> None:
    await _run(editor, await _fix(editor, shop, 12, "Make '/etc/banner' a module constant"))

    assert 'BANNER = "/etc/banner"\n' in _applied(editor)
    assert "open(BANNER)" in _applied(editor)


async def test_what_has_changed_in_between_is_left_alone(editor: Editor, shop: Path) -> None:
    fix = await _fix(editor, shop, 5, "Make client a parameter of status")
    document = types.VersionedTextDocumentIdentifier(2, shop.as_uri())
    change = types.TextDocumentContentChangeWholeDocument("def status(order):\n    pass\n")
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
    await _run(editor, fix)

    assert editor.edits == []
    assert editor.refused == ["shop.py has changed since this fix was offered. Generate tests again."]


async def _fix(editor: Editor, path: Path, line: int, title: str) -> types.CodeAction:
    place = types.Range(types.Position(line, 0), types.Position(line, 0))
    context = types.CodeActionContext([], only=[types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(types.TextDocumentIdentifier(path.as_uri()), place, context)
    found = map(action_of, await editor.client.text_document_code_action_async(params) or [])
    return next(fix for fix in found if fix.title.startswith(title))


async def _run(editor: Editor, fix: types.CodeAction) -> None:
    assert fix.command is not None
    [argument] = plain(fix.command.arguments)
    await editor.command(fix.command.command, argument)


def _applied(editor: Editor) -> str:
    """The lines that the only edit has put into the text, in order."""
    change = editor.only_change()
    texts: list[Any] = list(change.edits)
    return "".join(text.new_text for text in texts)
