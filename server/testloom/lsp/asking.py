"""Questions to the editor, and what has it ask again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from pygls.lsp.server import LanguageServer

Answer = TypeVar("Answer")


async def asked(question: Awaitable[Answer]) -> Answer:
    """The editor's answer to a question that pygls has sent.

    If who waits for it is cancelled, the question stays open and its answer is dropped: pygls takes an answer
    to a cancelled question for a defect of the server, and shows it to the user.
    """
    return await asyncio.shield(question)


def refresh_lenses(server: LanguageServer) -> None:
    """Have the editor ask for lenses again, if it can."""
    workspace = server.client_capabilities.workspace
    if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None, callback=lambda _: None)
