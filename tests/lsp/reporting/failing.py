"""Runs tests in an editor, and takes what it offers about those that fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.lsp.editor import Editor, action_of, plain


async def run(editor: Editor, path: Path, **more: Any) -> None:
    answer = await editor.ask("runTests", run="1", uri=path.as_uri(), **more)
    assert "error" not in answer, answer


async def diagnostics(editor: Editor, path: Path) -> list[types.Diagnostic]:
    identifier = types.TextDocumentIdentifier(path.as_uri())
    report = await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(identifier))
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return list(report.items)


async def fixes(editor: Editor, path: Path, line: int) -> list[types.CodeAction]:
    place = types.Position(line, 6)
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(path.as_uri()), types.Range(place, place), types.CodeActionContext([])
    )
    found = await editor.client.text_document_code_action_async(params) or []
    return [action_of(action) for action in found]


async def act(editor: Editor, path: Path, number: int, line: int) -> None:
    """Take one of the ways on."""
    command = (await fixes(editor, path, line))[number].command
    assert command is not None
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(command.command, plain(command.arguments))
    )
