"""A hundred random edits a second while a job runs; `--seconds-of-edits 30` for the long form."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.connecting import AS_PROCESS
from tests.lsp.editor import FULL, Editor, initialize

EDITS_A_SECOND = 100
MOST_GROWTH = 4 * 1024
"""Of the server's memory between two of the looks, in KiB."""
LOOKS = (0.25, 0.6)
"""The parts of the time after which to look at the server's memory, as at the end.

What leaks grows before and after the second look; a module that is imported late, in one of these times.
"""
MODULE = "def f{0}(a, b):\n    if a > b:\n        return 'é{0}'\n    return b\n\n\n"
TEXT = "".join(MODULE.format(number) for number in range(60))
INSERTED = ("x", "\n", " ", "(", "é", "🙂", "if a:\n", "def g():\n    pass\n", '"""')


@pytest_lsp.fixture(config=AS_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    """A server in a process, whose memory is its own."""
    await initialize(lsp_client, tmp_path, FULL)
    yield
    await lsp_client.shutdown_session()


async def test_a_hundred_edits_a_second_during_a_job_leave_the_right_lenses_and_flat_memory(
    editor: Editor, pytestconfig: pytest.Config
) -> None:
    seconds: float = pytestconfig.getoption("--seconds-of-edits")
    path = editor.open("busy.py", TEXT)
    job = await editor.generate(path)
    assert job is not None
    shown, version, memory = TEXT, 1, list[int]()
    start = time.monotonic()
    asked: list[asyncio.Task[object]] = []
    for after, change in _random_edits(TEXT, round(EDITS_A_SECOND * seconds)):
        shown, version = after, version + 1
        _send(editor, path, version, change)
        if version % 20 == 0:
            asked += [asyncio.create_task(request) for request in _requests(editor, path)]
        if len(memory) < len(LOOKS) and time.monotonic() - start > LOOKS[len(memory)] * seconds:
            memory.append(_memory(editor.server))
        await asyncio.sleep(max(0.0, start + (version - 1) / EDITS_A_SECOND - time.monotonic()))
    await asyncio.wait_for(asyncio.gather(*asked), 60)
    memory.append(_memory(editor.server))
    _send(editor, path, version + 1, _change(shown, 0, len(shown), TEXT))
    lenses = await editor.client.text_document_code_lens_async(_lens_params(path)) or []
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    await editor.finished(job)

    assert sorted({lens.range.start.line for lens in lenses}) == list(range(0, 360, 6))
    assert min(after - before for before, after in pairwise(memory)) < MOST_GROWTH, memory
    assert [entry.message for entry in editor.client.log_messages if entry.type == _ERROR] == []
    assert [message for message in editor.messages() if "was cancelled" not in message] == []


_ERROR = types.MessageType.Error


def _random_edits(text: str, count: int) -> Iterator[tuple[str, types.TextDocumentContentChangePartial]]:
    """The text after each edit, and the edit as an editor tells it; the text stays about as long."""
    draw = random.Random(7)
    for _ in range(count):
        start = draw.randrange(len(text))
        end = min(len(text), start + draw.choice((0, 0, 1, 3)) + max(0, len(text) - len(TEXT)))
        new = draw.choice(INSERTED)
        change = _change(text, start, end, new)
        text = text[:start] + new + text[end:]
        yield text, change


def _change(text: str, start: int, end: int, new: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(
        types.Range(_position(text, start), _position(text, end)), new
    )


def _position(text: str, index: int) -> types.Position:
    before = text[:index]
    line_start = before.rfind("\n") + 1
    return types.Position(before.count("\n"), len(before[line_start:].encode("utf-16-le")) // 2)


def _send(editor: Editor, path: Path, version: int, change: types.TextDocumentContentChangePartial) -> None:
    document = types.VersionedTextDocumentIdentifier(version, path.as_uri())
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


def _requests(editor: Editor, path: Path) -> Iterator[Coroutine[Any, Any, object]]:
    """What an editor asks about a file that it shows."""
    document, top = types.TextDocumentIdentifier(path.as_uri()), types.Position(0, 0)
    context = types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Automatic)
    yield editor.client.text_document_code_lens_async(_lens_params(path))
    yield editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    yield editor.client.text_document_code_action_async(
        types.CodeActionParams(document, types.Range(top, top), context)
    )


def _lens_params(path: Path) -> types.CodeLensParams:
    return types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))


def _memory(pid: int) -> int:
    """Resident memory in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
