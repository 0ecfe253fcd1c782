"""Print how long the language server takes to answer an editor, at rest and while jobs keep the machine busy.

python -m tests.quality.answers [--lines N …] [--rounds N]

Measured are the start of the server, and, for files of each length whose coverage is known, answers with
nothing changed, after an edit, and while somebody types: after each key, the editor asks without waiting.
Last, a document of 5 MB has to be declined, and may delay nobody.
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
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

from testloom.lsp.protocol.wire import lsp_converter
from testloom.model.progress.reach import MeasuredFile
from testloom.store import MeasuredFiles, open_store
from tests.lsp.conftest import HEARD
from tests.lsp.connecting import SERVER
from tests.lsp.editor import FULL, Editor, initialize

from .lenses import FUNCTION, half_reached

BUSY = "import os; os.nice(10)\nwhile True: sum(range(10**6))"
"""What the processes of a job do to the machine; one runs for each core."""
LIMITED = ("code lenses", "code actions")
SECONDS_BETWEEN_KEYS = 0.15
SIZE = 5_000_000


@dataclass(frozen=True)
class Limits:
    """Milliseconds: half of the answers take no longer than `p50`, 95 of 100 no longer than `p95`."""

    p50: float
    p95: float


AT_REST = Limits(50, 100)
BUSY_OR_TYPING = Limits(200, 200)
MOST_SECONDS_OF_START = 1.0


async def measure(lines: Sequence[int], rounds: int) -> int:
    """Print the times; 1 if the server takes longer than it may."""
    start = time.perf_counter()
    client = LanguageClient(converter_factory=_quick_converter)
    register_lsp_features(client)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = str(Path(folder) / "data")
        editor = Editor(client, Path(folder))
        for method in HEARD:
            client.feature(method)(partial(editor.hear, method))
        await client.start_io(sys.executable, str(SERVER))
        await initialize(client, Path(folder), FULL)
        seconds = time.perf_counter() - start
        print(f"initialize: {seconds:.2f} s with the start of the process")
        is_slow = seconds > MOST_SECONDS_OF_START
        print("milliseconds, p50 / p95")
        for count in lines:
            is_slow |= await _of_length(editor, count, rounds)
        is_slow |= await _declined(editor)
        await client.shutdown_session()
    return int(is_slow)


async def _of_length(editor: Editor, lines: int, rounds: int) -> bool:
    """Print the times for a file of so many lines; returns whether one is over its limit."""
    text = "".join(FUNCTION.format(number) for number in range(lines // FUNCTION.count("\n")))
    path = editor.folder / f"long_{lines}.py"
    with open_store() as database:
        measured = MeasuredFile(path, text, half_reached(text))
        MeasuredFiles(database).remember(editor.folder, [measured], None)
    typist = Typist(editor.client, editor.open(path.name, text), text)
    is_slow = False
    for name, work, limits in (
        ("unchanged", typist.looks, AT_REST),
        ("after an edit", typist.edits, AT_REST),
        ("while typing", typist.keys, BUSY_OR_TYPING),
    ):
        is_slow |= _tell(f"{lines} lines, {name}", await work(rounds), limits)
    job = await editor.generate(editor.open("busy.py"))
    with _busy_cores():
        is_slow |= _tell(f"{lines} lines, during a job", await typist.edits(rounds), BUSY_OR_TYPING)
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job or ""))
    await editor.finished(job)
    return is_slow


async def _declined(editor: Editor) -> bool:
    """Print what becomes of a document of 5 MB, and of a small one that is asked about right after it."""
    large = editor.open(
        "large.py", "".join(FUNCTION.format(number) for number in range(SIZE // len(FUNCTION)))
    )
    small = editor.open("small.py", FUNCTION.format(1))
    start = time.perf_counter()
    documents = [types.TextDocumentIdentifier(path.as_uri()) for path in (large, small)]
    answers = [editor.client.text_document_code_lens_async(types.CodeLensParams(each)) for each in documents]
    of_large, of_small = await asyncio.gather(*answers)
    milliseconds = (time.perf_counter() - start) * 1000
    lenses = len(of_large or ()), len(of_small or ())
    print(f"5 MB: {lenses[0]} lenses, and {lenses[1]} for a small file, after {milliseconds:.0f} ms")
    return bool(of_large) or milliseconds > BUSY_OR_TYPING.p95


Times = dict[str, list[float]]


class Typist:
    """An editor that shows one file."""

    def __init__(self, client: LanguageClient, path: Path, text: str) -> None:
        self._client = client
        self._path = path
        self._text = text
        self._document = types.VersionedTextDocumentIdentifier(1, path.as_uri())

    async def looks(self, rounds: int) -> Times:
        """Milliseconds of each kind of answer, with nothing changed."""
        return await self._timed(rounds, lambda _: None)

    async def edits(self, rounds: int) -> Times:
        """The same from an edit to the answer."""
        return await self._timed(rounds, self._edit)

    async def keys(self, rounds: int) -> Times:
        """The same while somebody types: asked after each key, the answers arrive when they do."""
        times: Times = {}

        async def answered(name: str, request: Coroutine[Any, Any, object]) -> None:
            start = time.perf_counter()
            await request
            times.setdefault(name, []).append((time.perf_counter() - start) * 1000)

        waiting = []
        for number in range(rounds):
            self._edit(f"{number}")
            waiting += [
                asyncio.create_task(answered(*request)) for request in _requests(self._client, self._path)
            ]
            await asyncio.sleep(SECONDS_BETWEEN_KEYS)
        await asyncio.gather(*waiting)
        return times

    async def _timed(self, rounds: int, before: Callable[[str], None]) -> Times:
        times: Times = {}
        for number in range(rounds):
            for name, request in _requests(self._client, self._path):
                start = time.perf_counter()
                before(f"{name} {number}")
                await request
                times.setdefault(name, []).append((time.perf_counter() - start) * 1000)
        return times

    def _edit(self, remark: str) -> None:
        """Write a line at the end, which is what an editor sends of it."""
        self._document.version += 1
        end = types.Position(self._text.count("\n"), 0)
        edit = types.TextDocumentContentChangePartial(types.Range(end, end), f"# {remark}\n")
        self._client.text_document_did_change(types.DidChangeTextDocumentParams(self._document, [edit]))


def _requests(client: LanguageClient, path: Path) -> Iterator[tuple[str, Coroutine[Any, Any, object]]]:
    """What an editor asks about a file that it shows."""
    document, place = types.TextDocumentIdentifier(path.as_uri()), types.Position(1, 4)
    context = types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Automatic)
    action = types.CodeActionParams(document, types.Range(place, place), context)
    yield "code lenses", client.text_document_code_lens_async(types.CodeLensParams(document))
    yield "code actions", client.text_document_code_action_async(action)
    yield "diagnostics", client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))


def _quick_converter() -> Converter:
    """Leaves lenses as they came: to make objects of a thousand takes Python longer than to answer."""
    converter = lsp_converter()
    response = types.CodeLensResponse
    converter.register_structure_hook(response, lambda data, _: response(data["id"], data.get("result")))
    return converter


@contextlib.contextmanager
def _busy_cores() -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _tell(what: str, times: Times, limits: Limits) -> bool:
    """Print times; returns whether one is over its limit."""
    is_slow = False
    for name, milliseconds in times.items():
        p50, p95 = statistics.median(milliseconds), statistics.quantiles(milliseconds, n=20)[-1]
        is_over = name in LIMITED and (p50 > limits.p50 or p95 > limits.p95)
        print(f"{what:26} {name:13} {p50:6.1f} / {p95:6.1f}{' !' if is_over else ''}", flush=True)
        is_slow |= is_over
    return is_slow


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, nargs="+", default=[500, 5_000])
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    return asyncio.run(measure(options.lines, options.rounds))


if __name__ == "__main__":
    raise SystemExit(main())
