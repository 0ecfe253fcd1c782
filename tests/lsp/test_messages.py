from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import Editor, initialize, until

WITH_BUTTONS = types.ClientCapabilities(
    window=types.WindowClientCapabilities(show_message=types.ShowMessageRequestClientCapabilities())
)


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    await initialize(lsp_client, tmp_path, WITH_BUTTONS)
    yield
    await lsp_client.shutdown_session()


async def test_an_error_leads_to_the_log_where_the_editor_has_buttons(editor: Editor) -> None:
    asked: list[str] = []

    def choose(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        asked.append(params.message)
        return params.actions[0] if params.actions else None

    editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(choose)
    await editor.finished(await editor.generate(editor.open("refuses.py")))
    await until(lambda: bool(editor.told("testloom/showLog")))

    assert asked == ["Testloom: shop needs the package stripe. Install it."]
