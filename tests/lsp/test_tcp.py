"""`testloom serve --tcp` answers nobody but a client of this machine that knows the token."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from testloom.lsp.tcp import MOST_WAITING

TOKEN = "a-token-of-its-own"
SECONDS = 30.0


@dataclass
class Served:
    """A server, and what it has printed."""

    process: asyncio.subprocess.Process
    port: int
    printed: str
    connections: list[Connection] = field(default_factory=list)

    async def connect(self) -> Connection:
        connection = Connection(*await asyncio.open_connection("127.0.0.1", self.port))
        self.connections.append(connection)
        return connection

    async def end(self) -> None:
        """Close all connections, and end the server unless it has ended."""
        for connection in self.connections:
            connection.writer.close()
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


@dataclass
class Connection:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, method: str, params: Any, header: bytes = b"", **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.writer.write(header + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def greet(self, token: object = None, header: bytes = b"") -> None:
        options = {} if token is None else {"initializationOptions": {"token": token}}
        self.send("initialize", {"processId": None, "capabilities": {}, **options}, header, id=1)

    async def receive(self) -> dict[str, Any]:
        header = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), SECONDS)
        length = re.search(rb"Content-Length: (\d+)", header)
        assert length is not None
        message: dict[str, Any] = json.loads(await self.reader.readexactly(int(length[1])))
        return message

    async def answer(self, id: int) -> dict[str, Any]:
        while (message := await self.receive()).get("id") != id or "method" in message:
            pass
        return message

    async def rest(self) -> bytes:
        """All that comes until the server closes the connection, or resets one that it has not read."""
        try:
            return await asyncio.wait_for(self.reader.read(), SECONDS)
        except ConnectionResetError:
            return b""


async def serve(**variables: str) -> Served:
    command = [sys.executable, "-m", "testloom", "serve", "--tcp", "127.0.0.1:0"]
    around = {name: value for name, value in os.environ.items() if name != "TESTLOOM_TOKEN"}
    process = await asyncio.create_subprocess_exec(
        *command, stderr=asyncio.subprocess.PIPE, env={**around, **variables}
    )
    assert process.stderr is not None
    printed = (await asyncio.wait_for(process.stderr.readline(), SECONDS)).decode()
    found = re.search(r"Listening on 127\.0\.0\.1:(\d+)\.", printed)
    assert found is not None, printed
    return Served(process, int(found[1]), printed)


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    served = await serve(TESTLOOM_TOKEN=TOKEN)
    yield served
    await served.end()


@pytest.mark.parametrize("token", [None, "", "another", f"{TOKEN} ", 3, [TOKEN], "\udcff"])
async def test_a_client_without_the_token_is_refused(served: Served, token: object) -> None:
    stranger = await served.connect()
    stranger.greet(token)
    stranger.send("shutdown", None, id=2)

    refused = await stranger.receive()
    assert "initializationOptions.token" in refused["error"]["message"]
    assert await stranger.rest() == b""


async def test_a_refusal_arrives_whatever_else_the_client_has_sent(served: Served) -> None:
    stranger = await served.connect()
    stranger.greet("another")
    stranger.send("shutdown", "x" * 1_000_000, id=2)
    await stranger.writer.drain()
    await asyncio.sleep(0.2)  # for a reset to arrive, if there is one

    refused = await stranger.receive()

    assert "initializationOptions.token" in refused["error"]["message"]
    assert await stranger.reader.read() == b""


async def test_nothing_is_done_before_the_token_has_come(served: Served, tmp_path: Path) -> None:
    evil, ran = tmp_path / "evil.sh", tmp_path / "ran"
    evil.write_text(f"#!/bin/sh\ntouch {ran}\n")
    evil.chmod(0o755)
    stranger = await served.connect()
    stranger.send("testloom/runTests", {"run": "1", "uri": tmp_path.as_uri(), "python": str(evil)}, id=1)

    assert "error" in await stranger.receive()
    assert await stranger.rest() == b""
    assert not ran.exists()


async def test_a_web_page_is_not_answered_even_if_it_knew_the_token(served: Served) -> None:
    page = await served.connect()
    page.greet(TOKEN, header=b"POST / HTTP/1.1\r\nOrigin: https://evil.example\r\n")

    assert await page.rest() == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"x" * 100_000,
        b"Content-Length: 99999999999\r\n\r\n",
        b"Content-Length: 2000000\r\n\r\n",
        b"Content-Length: 3\r\n\r\n{}}",
        b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000,
        b"\r\n",
    ],
)
async def test_what_is_no_greeting_ends_its_connection_alone(served: Served, sent: bytes) -> None:
    stranger, client = await served.connect(), await served.connect()
    stranger.writer.write(sent)
    assert await stranger.rest() == b""

    client.greet(TOKEN)
    assert (await client.answer(1))["result"]["serverInfo"]["name"] == "testloom"


async def test_connections_that_say_nothing_keep_nobody_out(served: Served) -> None:
    idle = [await served.connect() for _ in range(MOST_WAITING)]
    client = await served.connect()
    assert await idle[0].rest() == b"", "the oldest makes room"

    client.greet(TOKEN)
    assert "result" in await client.answer(1)


async def test_a_client_with_the_token_is_served_and_only_that_one(served: Served) -> None:
    early, client = await served.connect(), await served.connect()
    client.greet(TOKEN)
    assert "result" in await client.answer(1)

    early.greet(TOKEN)
    assert "error" in await early.receive()
    with pytest.raises(ConnectionError):
        await served.connect()
    assert TOKEN not in served.printed

    client.send("shutdown", None, id=2)
    await client.answer(2)
    client.send("exit", None)
    assert await asyncio.wait_for(served.process.wait(), SECONDS) == 0


async def test_a_client_that_begins_to_speak_http_is_served_no_longer(served: Served) -> None:
    client = await served.connect()
    client.greet(TOKEN)
    await client.answer(1)
    client.send("shutdown", None, header=b"POST / HTTP/1.1\r\n", id=2)

    assert b'"id": 2' not in await client.rest()
    assert await asyncio.wait_for(served.process.wait(), SECONDS) == 0


async def test_a_token_that_nobody_has_given_is_made_and_printed() -> None:
    one, other = await serve(), await serve()
    tokens = [re.findall(r"The token is (\S+)", served.printed) for served in (one, other)]
    client = await one.connect()
    client.greet(tokens[0][0])

    assert "result" in await client.answer(1)
    assert len(tokens[0][0]) >= 32 and tokens[0] != tokens[1]
    await asyncio.gather(one.end(), other.end())


async def test_what_the_server_starts_does_not_inherit_the_token(served: Served, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nenv >> {tmp_path / "env"}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    client = await served.connect()
    options = {"token": TOKEN, "python": str(python)}
    client.send("initialize", {"processId": None, "capabilities": {}, "initializationOptions": options}, id=1)
    await client.answer(1)
    client.send("testloom/record", {"uri": tmp_path.as_uri()}, id=2)

    assert (await client.answer(2))["result"]["python"] == str(python)
    assert "TOKEN" not in (tmp_path / "env").read_text()


async def test_a_port_that_is_taken_is_named(served: Served) -> None:
    command = [sys.executable, "-m", "testloom", "serve", "--tcp", f"127.0.0.1:{served.port}"]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, said = await asyncio.wait_for(process.communicate(), SECONDS)

    assert process.returncode == 2
    assert said.decode().startswith(
        f"testloom: Cannot listen on 127.0.0.1:{served.port}: Address already in use."
    )
