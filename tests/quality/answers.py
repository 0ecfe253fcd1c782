"""Print how long the language server takes to answer an editor, at rest and while jobs keep the machine busy.

python -m tests.quality.answers [--lines N] [--rounds N]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

from tests.lsp.conftest import HEARD
from tests.lsp.connecting import SERVER
from tests.lsp.editor import FULL, Editor, initialize

from .lenses import FUNCTION, MOST_MILLISECONDS

BUSY = "import os; os.nice(10)\nwhile True: sum(range(10**6))"
"""What the processes of a job do to the machine; one runs for each core."""


async def measure(lines: int, rounds: int) -> int:
    """Print the times; 1 if an answer takes longer than it may in half of the cases."""
    client = make_test_lsp_client()
    with tempfile.TemporaryDirectory() as folder:
        editor = Editor(client, Path(folder))
        for method in HEARD:
            client.feature(method)(partial(editor.hear, method))
        await client.start_io(sys.executable, str(SERVER))
        await initialize(client, Path(folder), FULL)
        text = "".join(FUNCTION.format(number) for number in range(lines // FUNCTION.count("\n")))
        path = editor.open("long.py", text)
        at_rest = await _times(client, path, text, rounds)
        job = await editor.generate(editor.open("busy.py"))
        with _busy_cores():
            under_load = await _times(client, path, text, rounds)
        client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job or ""))
        await editor.finished(job)
        await client.shutdown_session()
    print(f"{text.count(chr(10))} lines; milliseconds after an edit, median (most)")
    for name, times in under_load.items():
        print(f"{name:14} at rest {_said(at_rest[name])}, under load {_said(times)}")
    slowest = max(map(statistics.median, under_load.values()))
    print(f"the slowest answer under load: {slowest / MOST_MILLISECONDS:.2f} of {MOST_MILLISECONDS:.0f} ms")
    return int(slowest > MOST_MILLISECONDS)


async def _times(client: LanguageClient, path: Path, text: str, rounds: int) -> dict[str, list[float]]:
    """Milliseconds from an edit to the answer, for each kind of request."""
    times: dict[str, list[float]] = {}
    document = types.VersionedTextDocumentIdentifier(1, path.as_uri())
    for number in range(rounds):
        for name, request in _requests(client, path):
            document.version += 1
            edit = types.TextDocumentContentChangeWholeDocument(f"{text}# {name} {number}\n")
            start = time.perf_counter()
            client.text_document_did_change(types.DidChangeTextDocumentParams(document, [edit]))
            await request
            times.setdefault(name, []).append((time.perf_counter() - start) * 1000)
    return times


def _requests(client: LanguageClient, path: Path) -> Iterator[tuple[str, Coroutine[Any, Any, object]]]:
    """What an editor asks about a file that it shows."""
    document, place = types.TextDocumentIdentifier(path.as_uri()), types.Position(1, 4)
    context = types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Automatic)
    action = types.CodeActionParams(document, types.Range(place, place), context)
    yield "code lenses", client.text_document_code_lens_async(types.CodeLensParams(document))
    yield "code actions", client.text_document_code_action_async(action)
    yield "diagnostics", client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))


@contextlib.contextmanager
def _busy_cores() -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _said(times: list[float]) -> str:
    return f"{statistics.median(times):.1f} ({max(times):.1f})"


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    return asyncio.run(measure(options.lines, options.rounds))


if __name__ == "__main__":
    raise SystemExit(main())
