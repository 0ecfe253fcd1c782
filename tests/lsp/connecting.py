"""How a test reaches the language server: in the event loop of the test, or in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from threading import Event
from typing import Any

from pygls.io_ import run_async
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import register_lsp_features

from testloom.lsp.options import INTERPRETER
from testloom.lsp.server import create_server
from tests.lsp.serve_with_fake_worker import IDLE, WORKER

SERVER = Path(__file__).with_name("serve_with_fake_worker.py")
AS_PROCESS = ClientServerConfig(server_command=[sys.executable, str(SERVER)])


class Neighbour(LanguageClient):
    """A client in the process of its server, which it must not end: `exit` closes the connection only.

    When it is asked for the interpreter, it knows one as an editor with a Python extension does.
    """

    python = sys.executable

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        register_lsp_features(self)
        self.to_server = asyncio.StreamReader()
        self.protocol.set_writer(_Writer(self.to_server))

    def exit(self, params: None) -> None:
        self.to_server.feed_eof()

    def get_configuration(self, *, section: str | None = None, scope_uri: str | None = None) -> Any | None:
        found = super().get_configuration(section=section, scope_uri=scope_uri)
        return found or self.python if section == INTERPRETER else found


class InProcess(ClientServerConfig):
    """Starts the real server beside its client: both speak the protocol, over memory instead of a pipe.

    A process would take a second to start, most of which goes into imports.
    """

    def __init__(self) -> None:
        super().__init__(server_command=[])

    async def start(self, devtools: str | None = None) -> LanguageClient:
        """Connect a client to a server of its own."""
        client, server, to_client = Neighbour(), create_server(WORKER, IDLE), asyncio.StreamReader()
        server.protocol.set_writer(_Writer(to_client))

        async def serve() -> None:
            await _listen(server, client.to_server)
            to_client.feed_eof()

        client._async_tasks += [
            asyncio.create_task(serve()),
            asyncio.create_task(_listen(client, to_client)),
        ]
        return client


IN_PROCESS = InProcess()


class _Writer:
    """Hands what one side writes to the other."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    def write(self, data: bytes) -> None:
        self._reader.feed_data(data)

    def close(self) -> None:
        self._reader.feed_eof()


async def _listen(side: Any, reader: asyncio.StreamReader) -> None:
    """Handle what arrives until the other side has left."""
    await run_async(Event(), reader, side.protocol, logging.getLogger("tests.lsp"), side.report_server_error)
