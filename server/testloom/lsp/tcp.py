"""The language server on a local port, for one client that knows a token.

Every user and every web page of a machine can reach its ports. No message is handled before `initialize` has
come with the token (`initializationOptions.token`), and a line that is not an LSP header, such as one of
HTTP, ends the connection.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import re
import secrets
import sys
from contextlib import suppress
from threading import Event
from typing import Any

from pygls.io_ import run_async
from pygls.lsp.server import LanguageServer

from testloom.lsp.translation import say
from testloom.model.errors import UsageError

TOKEN = "TESTLOOM_TOKEN"
"""The environment variable with the token; without it, a new token is made and printed."""
SECONDS_TO_GREET = 10.0
SECONDS_TO_LEAVE = 2.0
"""How long a refused client has time to close the connection before it is closed here."""
LONGEST_GREETING = 2**20
MOST_WAITING = 16
"""The maximum number of connections without a greeting; above it, the oldest is closed."""
_HEADER = re.compile(rb"Content-Length: \d{1,8}\r\n|Content-Type: [\x20-\x7e]{1,200}\r\n|\r\n")
_SERVER_NOT_INITIALIZED = -32002
_log = logging.getLogger(__name__)


def serve_tcp(server: LanguageServer, host: str, port: int) -> None:
    """Serve the first client that greets with the token, until it leaves.

    Raises:
        UsageError: if the port cannot be used.
    """
    given = os.environ.pop(TOKEN, "")  # not inherited by processes of the server
    token = given or secrets.token_urlsafe()
    asyncio.run(_Port(server, token).serve(host, port, is_told=not given))


class _Port:
    def __init__(self, server: LanguageServer, token: str) -> None:
        self._server = server
        self._token = token
        self._waiting: dict[_Messages, asyncio.StreamWriter] = {}
        self._is_taken = False
        self._listener: asyncio.Server | None = None
        self._over = asyncio.Event()

    async def serve(self, host: str, port: int, *, is_told: bool) -> None:
        try:
            self._listener = listener = await asyncio.start_server(self._connected, host, port)
        except OSError as error:
            raise UsageError(
                say("Cannot listen on {0}:{1}: {2}.", host, port, os.strerror(error.errno or 0)),
                say("Choose another port with --tcp; 0 picks a free one."),
            ) from None
        address = listener.sockets[0].getsockname()
        told = f" The token is {self._token}" if is_told else ""
        sys.stderr.write(f"testloom: Listening on {address[0]}:{address[1]}.{told}\n")
        sys.stderr.flush()
        await self._over.wait()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        messages = _Messages(reader)
        try:
            greeting = await self._greeting(messages, writer)
            if greeting is None:
                return
            if self._is_taken or not self._is_right(greeting):
                await _refuse(greeting, reader, writer)
                return
            self._is_taken = True
            if self._listener is not None:
                self._listener.close()
            try:
                await self._talk(greeting, messages, writer)
            finally:
                self._over.set()
        finally:
            writer.close()

    async def _greeting(self, messages: _Messages, writer: asyncio.StreamWriter) -> dict[str, Any] | None:
        """Read the first message of a client; None if it does not come in time, or is not a JSON object."""
        if len(self._waiting) >= MOST_WAITING:  # a client that knows the token sends it at once
            self._waiting.pop(next(iter(self._waiting))).close()
        self._waiting[messages] = writer
        try:
            return await asyncio.wait_for(messages.first(), SECONDS_TO_GREET)
        except (
            asyncio.TimeoutError,
            asyncio.IncompleteReadError,
            ConnectionError,
            ValueError,
            RecursionError,
        ):
            return None
        finally:
            self._waiting.pop(messages, None)

    def _is_right(self, greeting: dict[str, Any]) -> bool:
        """Check whether a message is `initialize` with the token, and remove the token from it."""
        match greeting:
            case {
                "method": "initialize",
                "params": {"initializationOptions": {"token": str(token)} as options},
            }:
                del options["token"]
                return hmac.compare_digest(_bytes(token), _bytes(self._token))
        return False

    async def _talk(
        self, greeting: dict[str, Any], messages: _Messages, writer: asyncio.StreamWriter
    ) -> None:
        protocol = self._server.protocol
        protocol.set_writer(writer)
        again = json.dumps(greeting)
        protocol.handle_message(json.loads(again, object_hook=protocol.structure_message))
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await run_async(Event(), messages, protocol, _log, self._server.report_server_error)


class _Messages:
    """The messages of a client, up to the first line between messages that is not a header of LSP."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def readline(self) -> bytes:
        """Read the next line; return nothing at the end, or if it is not a header."""
        try:
            line = await self._reader.readline()
        except ValueError:  # longer than any header
            return b""
        return line if _HEADER.fullmatch(line) else b""

    async def readexactly(self, length: int) -> bytes:
        """Read the next bytes."""
        return await self._reader.readexactly(length)

    async def first(self) -> dict[str, Any] | None:
        """Read the first message."""
        length = 0
        while (line := await self.readline()) != b"\r\n":
            if not line:
                return None
            name, _, value = line.partition(b": ")
            length = int(value) if name == b"Content-Length" else length
        if not 0 < length <= LONGEST_GREETING:
            return None
        message = json.loads(await self._reader.readexactly(length))
        return message if isinstance(message, dict) else None


async def _refuse(
    greeting: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Say why a client is refused, and read what else it sends until it leaves.

    A socket that is closed before all is read resets the connection, and the refusal may be lost.
    """
    writer.write(_refusal(greeting))
    writer.write_eof()
    with suppress(asyncio.TimeoutError, ConnectionError):
        await asyncio.wait_for(_drained(reader), SECONDS_TO_LEAVE)


async def _drained(reader: asyncio.StreamReader) -> None:
    """Read to the end of a stream."""
    while await reader.read(LONGEST_GREETING):
        pass


def _bytes(token: str) -> bytes:
    return token.encode("utf-8", "surrogatepass")


def _refusal(greeting: dict[str, Any]) -> bytes:
    id = greeting.get("id")
    error = {
        "code": _SERVER_NOT_INITIALIZED,
        "message": "Send initialize with initializationOptions.token, which the server has printed.",
    }
    answer = {"jsonrpc": "2.0", "id": id if isinstance(id, int | str) else None, "error": error}
    body = json.dumps(answer).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
