"""What a user is told, and what is left, when something breaks during a job; nothing is faked."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.editor import FULL, Editor, below, initialize, is_running, until
from tests.projects import pyproject

MODULE = """\
def pick(words, amount):
    if hash(tuple(words)) % 1000003 == 17:
        return amount
    if amount > 3:
        return words[:amount]
    return words


def twice(number):
    if number > 10:
        return 2 * number
    return number
"""
"""The first condition keeps the search busy."""
SERVE = "from testloom.lsp import serve; serve()"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=[sys.executable, "-c", SERVE])
)
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    await initialize(lsp_client, tmp_path, FULL)
    lsp_client.set_configuration({"budget": 2, "python": sys.executable}, section="testloom")
    yield
    if lsp_client.capabilities is not None:
        await lsp_client.shutdown_session()


@pytest.fixture
def project(editor: Editor) -> Path:
    (editor.folder / "pyproject.toml").write_text(pyproject("shop"))
    return editor.open("shop/words.py", MODULE)


async def test_a_file_that_is_deleted_meanwhile_is_named(editor: Editor, project: Path) -> None:
    job, processes = await _searching(editor, project)
    project.unlink()

    assert await _told(editor, job, processes) == (
        f"Testloom: {project} was moved or deleted during generation. Generate tests for its new location."
    )
    assert _files(editor.folder) == ["pyproject.toml"]


async def test_a_folder_that_is_renamed_meanwhile_is_named(editor: Editor, project: Path) -> None:
    job, processes = await _searching(editor, project)
    project.parent.rename(editor.folder / "store")

    assert "shop/words.py was moved or deleted" in await _told(editor, job, processes)
    assert _files(editor.folder) == ["pyproject.toml", "store/words.py"]


async def test_an_interpreter_that_is_uninstalled_meanwhile_is_named(editor: Editor, project: Path) -> None:
    python = editor.folder / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    editor.client.set_configuration(str(python), section="testloom.python")
    job, processes = await _searching(editor, project)
    python.unlink()
    message = await _told(editor, job, processes)

    assert f"{python} cannot run" in message
    assert message.endswith("Choose another interpreter with --python, or in the editor.")


async def test_a_full_disk_is_named_and_no_file_is_half_written(editor: Editor, project: Path) -> None:
    resource.prlimit(editor.server, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    finished = await editor.finished(await editor.generate(project))

    assert finished["files"] == []
    assert "No space left in" in editor.messages()[0]
    assert "Free some disk space, then try again." in editor.messages()[0]
    assert _files(editor.folder) == ["pyproject.toml", "shop/words.py"]


async def test_a_worker_that_is_killed_leaves_no_agent_and_the_server_goes_on(
    editor: Editor, project: Path
) -> None:
    job, processes = await _searching(editor, project)
    worker = next(pid for pid in processes if "testloom.generation" in _command_line(pid))
    os.kill(worker, signal.SIGKILL)

    assert "ended unexpectedly (SIGKILL). Generate again" in await _told(editor, job, processes)
    again, processes = await _searching(editor, project)
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(again))
    assert (await editor.finished(again))["cancelled"] is True
    await until(lambda: not any(map(is_running, processes)))


async def test_a_server_that_is_killed_leaves_no_process(editor: Editor, project: Path) -> None:
    _, processes = await _searching(editor, project)
    os.kill(editor.server, signal.SIGKILL)
    editor.client.capabilities = None
    await until(lambda: not any(map(is_running, processes)))

    assert _files(editor.folder) == ["pyproject.toml", "shop/words.py"]


async def test_an_editor_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    editor = await _start(CLIENT.format(folder=str(tmp_path)))
    assert editor.stdout is not None
    server = int(await asyncio.wait_for(editor.stdout.readline(), 20))
    processes = [server]
    while len(processes) < 3:  # the worker, and the agent or pytest below it
        await asyncio.sleep(0.05)
        processes = [server, *below(server)]
    editor.kill()
    await editor.wait()
    await until(lambda: not any(map(is_running, processes)))


CLIENT = """\
import json, pathlib, subprocess, sys

folder = pathlib.Path({folder!r})
(folder / "words.py").write_text('''def f(a):
    return hash(str(a)) % 1000003 == 17 or (1 if a else 2)
''')
pipe = subprocess.PIPE
command = [sys.executable, "-c", "from testloom.lsp import serve; serve()"]
server = subprocess.Popen(command, stdin=pipe, stdout=pipe)

def send(method, params, **more):
    body = json.dumps({{"jsonrpc": "2.0", "method": method, "params": params, **more}}).encode()
    server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
    server.stdin.flush()

about = {{"capabilities": {{}}, "processId": None, "rootUri": folder.as_uri()}}
send("initialize", {{**about, "initializationOptions": {{"python": sys.executable}}}}, id=1)
send("initialized", {{}})
request = {{"uri": (folder / "words.py").as_uri()}}
send("workspace/executeCommand", {{"command": "testloom.generateTests", "arguments": [request]}}, id=2)
print(server.pid, flush=True)
while server.stdout.read(1):
    pass
"""


async def _start(code: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=pipe)


async def _searching(editor: Editor, path: Path) -> tuple[str, list[int]]:
    """A job that has begun to search, and all processes that work for it."""
    job = await editor.generate(path)
    assert job is not None
    reports = editor.client.progress_reports
    await until(
        lambda: any("Searching" in str(getattr(entry, "message", "")) for entry in reports.get(job, ())), 30
    )
    return job, below(editor.server)


async def _told(editor: Editor, job: str, processes: list[int]) -> str:
    """The only message at the end of a job, after which none of its processes is left."""
    await editor.finished(job)
    await until(lambda: not any(map(is_running, processes)))
    [message] = editor.messages()
    return message


def _command_line(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def _files(folder: Path) -> list[str]:
    """The files of the project, without caches."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path.relative_to(folder).as_posix() for path in files)
