"""Seconds from a save to its first candidate in the sample project, and how fast the server answers then.

The real language server runs with a client that changes one method after the other in `samples/shop`, saves,
and asks for the lenses of the file ten times a second. A candidate is a test that waits in the view: first a
draft that the search has found, in the end one that passed in fresh processes.

python -m tests.quality.on_save [--rounds N]
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

from tests.lsp.editor import FULL, Editor, initialize, plain

from .environments.checkout import ROOT
from .environments.options import command_line

FILE = "shop/account.py"
CHANGES = (
    ("amount > self.balance", "amount >= self.balance"),
    ("balance < 0", "balance < 1"),
    ("amount <= 0", "amount < 1"),
    ("other is self", "other == self"),
)
"""What is changed, one after the other, and back again."""
MOST_SECONDS, MOST_MILLISECONDS = 3.0, 150.0
LONGEST = 90.0
BETWEEN_QUESTIONS = 0.1


@dataclass(frozen=True, slots=True)
class Save:
    """Seconds until a draft, and until a verified test; milliseconds of each answer until then."""

    draft: float
    verified: float
    answers: list[float]


def main() -> int:
    """Print a line for each save; exit 1 if a candidate or an answer took too long."""
    parser = command_line("on_save", __doc__)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="testloom-on-save-") as name:
        folder = Path(name).resolve()
        project = folder / "shop"
        shutil.copytree(ROOT / "samples" / "shop", project)
        os.environ["XDG_DATA_HOME"] = str(folder / "data")
        saves = asyncio.run(_measured(project, options.rounds))
    firsts = [save.draft for save in saves]
    answers = [answer for save in saves for answer in save.answers]
    print(f"first candidate after {statistics.median(firsts):.1f} s, at most {max(firsts):.1f} s")
    print(f"{len(answers)} answers in {statistics.median(answers):.0f} ms, at most {max(answers):.0f} ms")
    return 0 if statistics.median(firsts) <= MOST_SECONDS and max(answers) <= MOST_MILLISECONDS else 1


async def _measured(project: Path, rounds: int) -> list[Save]:
    client = make_test_lsp_client()
    editor = Editor(client, project)
    for method in ("testloom/candidatesChanged", "testloom/finished", "testloom/status"):
        client.feature(method)(partial(_hear, editor, method))
    client.feature(types.WORKSPACE_APPLY_EDIT)(lambda _: types.ApplyWorkspaceEditResult(applied=False))
    await client.start_io(sys.executable, "-m", "testloom", "serve")
    await initialize(client, project, FULL)
    settings = {"onSave": "changed", "python": sys.executable}
    client.set_configuration({"testloom": settings})
    try:
        editor.open(FILE, (project / FILE).read_text(encoding="utf-8"))
        return [await _save(editor, client, number) for number in range(rounds)]
    finally:
        await client.shutdown_session()


async def _save(editor: Editor, client: LanguageClient, number: int) -> Save:
    """Change something, save, and wait until its tests have been verified."""
    path = editor.folder / FILE
    text = path.read_text(encoding="utf-8").replace(*_change(number))
    path.write_text(text, encoding="utf-8")
    document = types.TextDocumentIdentifier(path.as_uri())
    identifier = types.VersionedTextDocumentIdentifier(number + 2, document.uri)
    change = types.TextDocumentContentChangeWholeDocument(text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    editor.heard.clear()
    start = time.monotonic()
    client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    draft, answers = 0.0, list[float]()
    while not (finished := editor.told("testloom/finished")):
        if time.monotonic() - start > LONGEST:
            raise TimeoutError("no job has ended")
        answers.append(await _milliseconds(client, document))
        if not draft and editor.told("testloom/candidatesChanged"):
            waiting = await editor.ask("candidates")
            draft = time.monotonic() - start if waiting["tests"] else 0.0
        await asyncio.sleep(BETWEEN_QUESTIONS)
    verified = time.monotonic() - start
    for id in finished[0]["offered"]:
        await editor.ask("discard", ids=[id])
    save = Save(draft or verified, verified, answers)
    print(f"draft after {save.draft:.1f} s, verified after {verified:.1f} s, answers {max(answers):.0f} ms")
    return save


def _change(number: int) -> tuple[str, str]:
    before, after = CHANGES[number % len(CHANGES)]
    return (after, before) if number // len(CHANGES) % 2 else (before, after)


async def _milliseconds(client: LanguageClient, document: types.TextDocumentIdentifier) -> float:
    start = time.monotonic()
    await client.text_document_code_lens_async(types.CodeLensParams(document))
    return (time.monotonic() - start) * 1000


def _hear(editor: Editor, method: str, params: Any) -> None:
    editor.heard.append((method, plain(params)))


if __name__ == "__main__":
    sys.exit(main())
