"""Requests, commands and messages between server and client, beyond those of LSP; errors in words."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pygls.lsp.server import LanguageServer

from testloom.lsp.protocol.wire import NoParams, decode, encode

Params = TypeVar("Params")
Handler = Callable[[Params], Awaitable[object] | object]


def answer(server: LanguageServer, method: str, params: type[Params], handler: Handler[Params]) -> None:
    """Answer a request with the result of the handler, or with its error as a message for the user."""

    @server.feature(method)
    async def answered(data: Any) -> Any:
        return encode(await _handled(handler, decode(params, data)))


def obey(server: LanguageServer, command: str, argument: type[Params], handler: Handler[Params]) -> None:
    """Carry out a command (LSP `workspace/executeCommand`), and answer it in the same way."""

    @server.command(command)
    async def carried_out(_: LanguageServer, data: Any = None) -> Any:
        return encode(await _handled(handler, decode(argument, data)))


def tell(server: LanguageServer, method: str, message: object | None = None) -> None:
    """Send the client a notification."""
    server.protocol.notify(method, encode(message or NoParams()))


async def _handled(handler: Handler[Params], params: Params) -> object:
    result = handler(params)
    found = await result if inspect.isawaitable(result) else result
    return NoParams() if found is None else found


Answer = TypeVar("Answer")


async def asked(question: Awaitable[Answer]) -> Answer:
    """Wait for the editor's answer to a request that pygls has sent.

    If the waiting task is cancelled, the question stays open and its answer is dropped: pygls takes an answer
    to a cancelled question for a defect of the server, and shows it to the user.
    """
    return await asyncio.shield(question)


def refresh_lenses(server: LanguageServer) -> None:
    """Have the editor request lenses again, if it supports that."""
    workspace = server.client_capabilities.workspace
    if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None, callback=lambda _: None)
