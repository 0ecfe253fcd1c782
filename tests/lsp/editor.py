"""An editor for the tests of the language server."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

FULL = types.ClientCapabilities(
    window=types.WindowClientCapabilities(work_done_progress=True),
    workspace=types.WorkspaceClientCapabilities(
        configuration=True,
        apply_edit=True,
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True, change_annotation_support=types.ChangeAnnotationsSupportOptions()
        ),
    ),
)
"""What a capable editor can do."""


async def initialize(client: LanguageClient, folder: Path, capabilities: types.ClientCapabilities) -> None:
    """Open a folder in an editor that can do so much."""
    folders = [types.WorkspaceFolder(folder.as_uri(), "project")]
    params = types.InitializeParams(
        capabilities,
        root_uri=folder.as_uri(),
        workspace_folders=folders,
        initialization_options={"python": sys.executable},
    )
    await client.initialize_session(params)


@dataclass
class Editor:
    """What an editor does around the server: opens files, takes edits, hears notifications."""

    client: LanguageClient
    folder: Path
    edits: list[types.ApplyWorkspaceEditParams] = field(default_factory=list)
    heard: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    takes_edits: bool = True
    why_not: str | None = "it is read-only"
    confirms: bool = True
    refused: list[str] = field(default_factory=list)

    def open(self, name: str, text: str = "def f():\n    pass\n", unsaved: str | None = None) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        shown = text if unsaved is None else unsaved
        document = types.TextDocumentItem(path.as_uri(), "python", 1, shown)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return path

    def set(self, **settings: Any) -> None:
        """Change Testloom's settings, and tell that they have changed."""
        self.client.set_configuration({"testloom": settings})
        self.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))

    def only_change(self) -> types.TextDocumentEdit:
        """What the only edit changes, in one document and nothing else."""
        [edit] = self.edits
        [change] = edit.edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit)
        return change

    async def generate(self, path: Path, **arguments: Any) -> str | None:
        """Ask for tests and return the id of the job."""
        argument = {"uri": path.as_uri(), **arguments}
        answer = await self.command("testloom.generateTests", argument)
        return None if answer is None else str(answer["job"])

    async def command(self, command: str, argument: Any) -> Any:
        """Have the server carry out a command; None if it refuses, with the reason in `refused`."""
        params = types.ExecuteCommandParams(command, [argument])
        try:
            return await self.client.workspace_execute_command_async(params)
        except JsonRpcException as refused:
            self.refused.append(refused.message)
            return None

    async def finished(self, job: str | None, seconds: float = 60.0) -> dict[str, Any]:
        """Wait until a job has ended and return how."""
        assert job is not None
        await until(lambda: job in [params["job"] for params in self.told("testloom/finished")], seconds)
        return next(params for params in self.told("testloom/finished") if params["job"] == job)

    async def wished(self, path: Path, **arguments: Any) -> dict[str, Any]:
        """Ask for tests of a worker that echoes; returns the request as it got there."""
        return self.echoed(await self.finished(await self.generate(path, **arguments)))

    @staticmethod
    def echoed(finished: dict[str, Any]) -> dict[str, Any]:
        """The request that a worker that echoes has got."""
        request: dict[str, Any] = json.loads(finished["errors"][0]["what"])
        return request

    async def ask(self, question: str, **params: Any) -> dict[str, Any]:
        """Ask a question of Testloom's own protocol."""
        request: Any = self.client.protocol.send_request_async
        try:
            answer: dict[str, Any] = plain(await request(f"testloom/{question}", params))
        except JsonRpcException as refused:
            return {"error": refused.message}
        return answer

    @property
    def server(self) -> int:
        """The id of the server's process."""
        assert self.client._server is not None
        return self.client._server.pid

    def hear(self, method: str, params: Any) -> None:
        """Take what the server tells."""
        self.heard.append((method, plain(params)))

    def told(self, method: str) -> list[dict[str, Any]]:
        return [params for name, params in self.heard if name == method]

    def messages(self) -> list[str]:
        return [message.message for message in self.client.messages]


def action_of(found: types.Command | types.CodeAction) -> types.CodeAction:
    """The action itself: lsprotocol takes one with a command for that command, and writes it as text."""
    if isinstance(found, types.CodeAction):
        return found
    return types.CodeAction(found.title, command=types.Command(**ast.literal_eval(found.command)))


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


def below(pid: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = stat.read_text().rpartition(")")[2].split()[1]
            parents.setdefault(int(parent), []).append(int(stat.parent.name))
    found = parents.get(pid, [])
    return [*found, *(other for child in found for other in below(child))]


def is_running(pid: int) -> bool:
    """Whether there is such a process, zombies not counted."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def plain(value: Any) -> Any:
    """Custom notifications arrive as named tuples; give them back as dicts."""
    if hasattr(value, "_asdict"):
        return {name: plain(entry) for name, entry in value._asdict().items()}
    return [plain(entry) for entry in value] if isinstance(value, list) else value
