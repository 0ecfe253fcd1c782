"""What an editor asks to show what tests reach, and a module to ask it of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, plain

MODULE = """\
class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount
        return self.balance


def unused(items):
    for item in items:
        print(item)
"""
TESTS = """\
from account import Account


def test_withdraw():
    assert Account(3).withdraw(1) == 2


def test_withdraw_all():
    assert Account(3).withdraw(3) == 0
"""


async def lenses_of(editor: Editor, path: Path) -> list[types.CodeLens]:
    """The lenses that say what to cover; those that record know their commands already."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
    found = await editor.client.text_document_code_lens_async(params) or []
    return [await editor.client.code_lens_resolve_async(lens) for lens in found if lens.command is None]


async def actions(
    editor: Editor,
    path: Path,
    line: int,
    trigger: types.CodeActionTriggerKind | None = types.CodeActionTriggerKind.Invoked,
    only: list[str] | None = None,
) -> list[str]:
    """The titles of the actions that are offered on a line, counted from 0."""
    place = types.Range(types.Position(line, 8), types.Position(line, 8))
    context = types.CodeActionContext([], only=only, trigger_kind=trigger)
    params = types.CodeActionParams(types.TextDocumentIdentifier(path.as_uri()), place, context)
    return [action.title for action in await editor.client.text_document_code_action_async(params) or []]


async def run(editor: Editor, path: Path, **more: Any) -> dict[str, Any]:
    """Run the tests of the project."""
    params = {"run": "r1", "uri": path.as_uri(), **more}
    return await ask(editor, "testloom/runTests", params)


async def coverage(editor: Editor, params: dict[str, Any]) -> dict[str, Any]:
    """What a run tells of a file."""
    return await ask(editor, "testloom/coverage", params)


async def ask(editor: Editor, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request of our own."""
    request: Any = editor.client.protocol.send_request_async
    try:
        answer: dict[str, Any] = plain(await request(method, params))
    except JsonRpcException as refused:
        return {"error": refused.message}
    return answer


def change(editor: Editor, path: Path, version: int, text: str) -> None:
    """Put another text in place of a document."""
    document = types.VersionedTextDocumentIdentifier(version, path.as_uri())
    change = types.TextDocumentContentChangeWholeDocument(text)
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


def title(lens: types.CodeLens) -> str:
    """What a lens says."""
    assert lens.command is not None
    return lens.command.title
