from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import initialize, until

DYNAMIC = types.DidChangeConfigurationClientCapabilities(dynamic_registration=True)
TELLS_CHANGES = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(did_change_configuration=DYNAMIC)
)


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


async def test_the_server_asks_to_hear_of_changed_settings(lsp: LanguageClient, tmp_path: Path) -> None:
    asked: list[types.Registration] = []

    def register(params: types.RegistrationParams) -> None:
        asked.extend(params.registrations)

    lsp.protocol.fm.features["client/registerCapability"] = register
    await initialize(lsp, tmp_path, TELLS_CHANGES)
    await until(lambda: bool(asked))

    assert [request.method for request in asked] == ["workspace/didChangeConfiguration"]
