from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

HEAVY = {"libcst", "coverage", "black", "rich", "sqlite3", "testloom.generation", "testloom.subject"}


async def test_the_server_is_initialized_with_its_commands_and_shut_down() -> None:
    server = await _spawn("from testloom.lsp import serve; serve()")
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(_message(id=1, method="initialize", params={"capabilities": {}, "processId": None}))
    answer = await asyncio.wait_for(_receive(server.stdout), 60)
    server.stdin.write(_message(id=2, method="shutdown"))
    await _receive(server.stdout)
    server.stdin.write(_message(method="exit"))

    assert sorted(answer["result"]["capabilities"]["executeCommandProvider"]["commands"]) == [
        "testloom.acceptNewValue",
        "testloom.addFailingTest",
        "testloom.expectException",
        "testloom.extractPath",
        "testloom.extractSeam",
        "testloom.generateTests",
        "testloom.knownBug",
        "testloom.renewTest",
    ]
    assert await asyncio.wait_for(server.wait(), 60) == 0


def test_the_server_imports_little_beside_its_libraries() -> None:
    own = "import testloom.lsp.server, testloom.execution.worker"
    assert _modules(own) < 2 * _modules("import pygls.lsp.server")


def test_the_start_imports_nothing_heavy() -> None:
    code = "import testloom.lsp.server, testloom.execution.worker, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert HEAVY.isdisjoint(done.stdout.split())


async def test_the_server_ends_when_its_standard_input_does() -> None:
    server = await _spawn("from testloom.lsp import serve; serve()")
    assert server.stdin is not None
    server.stdin.close()

    assert await asyncio.wait_for(server.wait(), 60) == 0


def _modules(code: str) -> int:
    """How many modules an interpreter has loaded after it ran some code."""
    counted = f"{code}\nimport sys; print(len(sys.modules))"
    return int(subprocess.run([sys.executable, "-c", counted], capture_output=True, check=True).stdout)


async def _spawn(code: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdin=pipe, stdout=pipe)


def _message(**fields: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


async def _receive(reader: asyncio.StreamReader) -> dict[str, Any]:
    header = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in header.split(b"\r\n") if line.startswith(b"Content-Length"))
    message: dict[str, Any] = json.loads(await reader.readexactly(int(length.split(b":")[1])))
    return message
