from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import FULL, Editor, initialize
from tests.lsp.looking import MODULE, TESTS
from tests.projects import pyproject

HEARD = (
    "testloom/answered",
    "testloom/candidatesChanged",
    "testloom/status",
    "testloom/finished",
    "testloom/recordedChanged",
    "testloom/remedy",
    "testloom/test",
    "testloom/updated",
)


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    await initialize(lsp_client, tmp_path, FULL)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editor(lsp: LanguageClient, tmp_path: Path) -> Editor:
    editor = Editor(lsp, tmp_path)

    def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor.edits.append(params)
        if params.edit.change_annotations and not editor.confirms:
            return types.ApplyWorkspaceEditResult(False)
        return types.ApplyWorkspaceEditResult(editor.takes_edits, editor.why_not)

    lsp.feature(types.WORKSPACE_APPLY_EDIT)(apply_edit)

    for method in HEARD:
        lsp.feature(method)(partial(editor.hear, method))
    return editor


@pytest.fixture
def account(editor: Editor) -> Path:
    (editor.folder / "pyproject.toml").write_text(pyproject("shop", 'pythonpath = ["."]'))
    (editor.folder / "tests").mkdir()
    (editor.folder / "tests" / "test_account.py").write_text(TESTS)
    return editor.open("account.py", MODULE)
