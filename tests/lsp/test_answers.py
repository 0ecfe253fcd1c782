"""Every request is answered, and a refusal is an error with a code and a reason."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Future
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from testloom.lsp.answers import asked
from testloom.lsp.server import create_server
from tests.lsp.connecting import _listen, _Writer
from tests.lsp.editor import Editor
from tests.lsp.serve_with_fake_worker import IDLE, WORKER

REFUSED = types.LSPErrorCodes.RequestFailed.value
INVALID = types.ErrorCodes.InvalidParams.value


class Wire:
    """A connection on which anything can be written."""

    def __init__(self) -> None:
        server, self._to_client = create_server(WORKER, IDLE), asyncio.StreamReader()
        self._to_server = asyncio.StreamReader()
        server.protocol.set_writer(_Writer(self._to_client))
        self.task = asyncio.create_task(_listen(server, self._to_server))

    async def answer(self, method: str, params: Any = None, id: int = 1, **more: Any) -> dict[str, Any]:
        """What the server answers to a request."""
        message = {"jsonrpc": "2.0", "id": id, "method": method, **more}
        self.write(message if params is None else {**message, "params": params})
        while True:
            head = await asyncio.wait_for(self._to_client.readuntil(b"\r\n\r\n"), 20)
            length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
            found: dict[str, Any] = json.loads(await self._to_client.readexactly(length))
            if found.get("id") == id and "method" not in found:
                return found

    def write(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        self._to_server.feed_data(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    async def open(self) -> None:
        await self.answer("initialize", {"capabilities": {}, "processId": None, "rootUri": None})
        self.write({"jsonrpc": "2.0", "method": "initialized", "params": {}})


@pytest.fixture
async def wire() -> Wire:
    return Wire()


async def test_requests_before_the_server_was_initialized_are_refused(wire: Wire) -> None:
    found = await wire.answer("testloom/candidates", {})

    assert found["error"] == {"code": -32002, "message": "The server has not been initialized."}


async def test_requests_after_the_shutdown_are_refused(wire: Wire) -> None:
    await wire.open()
    await wire.answer("shutdown", id=2)
    found = await wire.answer("textDocument/codeLens", {"textDocument": {"uri": "file:///a.py"}}, id=3)

    assert found["error"] == {"code": -32600, "message": "The server has been shut down."}


async def test_what_is_cancelled_once_it_was_answered_is_no_warning(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.open()
    wire.write({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}})
    await wire.answer("shutdown", id=2)

    assert "unknown message id" not in caplog.text


@pytest.mark.parametrize(
    ("method", "params", "code", "told"),
    [
        ("textDocument/codeLens", {}, INVALID, "Invalid parameters of textDocument/codeLens: {}"),
        ("textDocument/codeLens", None, INVALID, "Invalid parameters of textDocument/codeLens: null"),
        ("testloom/preview", {}, INVALID, "Invalid ChosenTests: {} (ids is missing)."),
        ("testloom/preview", None, INVALID, "Invalid ChosenTests: {} (ids is missing)."),
        (
            "textDocument/codeLens",
            {"textDocument": {"uri": "file:///no/such/file.py"}},
            REFUSED,
            "/no/such/file.py does not exist. Restore it.",
        ),
        (
            "textDocument/codeLens",
            {"textDocument": {"uri": "file:///a%00b.py"}},
            REFUSED,
            "file:///a%00b.py is not a file on this machine. Save it to disk first.",
        ),
        (
            "workspace/executeCommand",
            {"command": "testloom.generateTests", "arguments": [None]},
            INVALID,
            "Invalid GenerateArguments: {} (uri is missing).",
        ),
        (
            "workspace/executeCommand",
            {"command": "testloom.generateTests"},
            INVALID,
            "Invalid GenerateArguments: {} (uri is missing).",
        ),
        (
            "codeLens/resolve",
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "data": 3},
            INVALID,
            "Invalid code lens: 3.",
        ),
    ],
)
async def test_a_request_that_cannot_be_handled_is_answered_with_the_reason(
    wire: Wire, method: str, params: Any, code: int, told: str
) -> None:
    await wire.open()
    error = (await wire.answer(method, params, id=2))["error"]

    assert (error["code"], error["message"]) == (code, told)
    assert "traceback" not in str(error)


async def test_a_refusal_says_its_kind_and_no_message_is_shown(editor: Editor) -> None:
    path = editor.open("works.py", unsaved="def g(): ...\n")
    argument = {"uri": path.as_uri()}
    params = types.ExecuteCommandParams("testloom.generateTests", [argument])
    with pytest.raises(JsonRpcException) as refused:
        await editor.client.workspace_execute_command_async(params)

    assert refused.value.code == REFUSED
    assert refused.value.data == {
        "reason": "UnsavedError",
        "what": "works.py has unsaved changes.",
        "advice": "Save it, then generate again.",
    }
    assert editor.messages() == []


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("untitled:Untitled-1", "untitled:Untitled-1 is not a file on this machine. Save it to disk first."),
        (
            "vscode-notebook-cell:/a/b.ipynb#W0",
            "Tests cannot be generated for the cells of a notebook. Move the code into a module.",
        ),
    ],
)
async def test_what_is_no_file_has_no_lenses_and_the_wish_for_tests_says_why(
    editor: Editor, uri: str, told: str
) -> None:
    document = types.TextDocumentItem(uri, "python", 1, "def f(): ...\n")
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    identifier = types.TextDocumentIdentifier(uri)
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(identifier))
    command = types.ExecuteCommandParams("testloom.generateTests", [{"uri": uri}])
    with pytest.raises(JsonRpcException) as refused:
        await editor.client.workspace_execute_command_async(command)

    assert ([*(lenses or ())], refused.value.message, editor.messages()) == ([], told, [])


def test_a_question_is_still_open_when_nobody_waits_for_its_answer() -> None:
    async def cancelled() -> Future[str]:
        question: Future[str] = Future()
        waiting = asyncio.create_task(asked(asyncio.wrap_future(question)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return question

    question = asyncio.run(cancelled())

    question.set_result("answer")  # as pygls does when it comes
