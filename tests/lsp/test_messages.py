from __future__ import annotations

import io
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from pygls.exceptions import PyglsError
from pygls.io_ import StdoutWriter
from pytest_lsp import LanguageClient

from testloom.lsp.server import create_server
from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import Editor, initialize, until
from tests.projects import pyproject

WITH_BUTTONS = types.ClientCapabilities(
    window=types.WindowClientCapabilities(
        work_done_progress=True, show_message=types.ShowMessageRequestClientCapabilities()
    )
)
LINK = re.compile(r"\[[^\]]+\]\((?:https?://|command:|file:)[^)\s]+")
"""What VS Code takes for a link in a message."""
ATTACK = "[Update it](command:workbench.action.terminal.sendSequence?%7B%7D)\x1b\u202e"


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    await initialize(lsp_client, tmp_path, WITH_BUTTONS)
    yield
    await lsp_client.shutdown_session()


async def test_an_error_has_buttons_for_what_can_be_done_about_it(editor: Editor) -> None:
    asked: list[tuple[str, list[str]]] = []

    def choose(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        actions = params.actions or []
        asked.append((params.message, [action.title for action in actions]))
        return actions[0]

    editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(choose)
    job = await editor.generate(editor.open("refuses.py"))
    await editor.finished(job)
    await until(lambda: bool(editor.told("testloom/remedy")))

    message = "Testloom: shop needs the package stripe. Install it: python -m pip install stripe"
    assert asked == [(message, ["Go to Line", "Install Package", "Select Interpreter"])]
    [remedy] = editor.told("testloom/remedy")
    assert (remedy["kind"], remedy["line"], remedy["job"]) == ("goTo", 2, job)
    assert remedy["uri"] == (editor.folder / "refuses.py").as_uri()
    assert editor.told("testloom/answered") == [{"message": message}]


async def test_what_the_path_of_pytest_lacks_is_said_once_with_the_setting_that_mends_it(
    editor: Editor,
) -> None:
    asked: list[tuple[str, list[str]]] = []

    def choose(params: types.ShowMessageRequestParams) -> types.MessageActionItem:
        actions = params.actions or []
        asked.append((params.message, [action.title for action in actions]))
        return actions[-1]

    editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(choose)
    settings = '[tool.pytest.ini_options]\npythonpath = "lib"\n'
    (editor.folder / "pyproject.toml").write_text(settings)
    path = editor.open("lacks.py")
    for _ in range(2):
        await editor.finished(await editor.generate(path, review=True))
    await until(lambda: bool(editor.told("testloom/remedy")))

    message = "Testloom: `pytest` alone does not find what test_lacks.py imports. "
    advice = "Run `python -m pytest`, or add `.` to `pythonpath` in pyproject.toml."
    assert asked == [(message + advice, ["Open pyproject.toml", "Copy Setting"])]
    [remedy] = editor.told("testloom/remedy")
    assert (remedy["kind"], remedy["text"]) == ("copy", 'pythonpath = ["lib", "."]\n')


async def test_a_file_that_pytest_does_not_look_into_is_named_with_the_setting_that_mends_it(
    editor: Editor,
) -> None:
    asked: list[str] = []

    def choose(params: types.ShowMessageRequestParams) -> types.MessageActionItem:
        asked.append(params.message)
        return (params.actions or [])[-1]

    editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(choose)
    (editor.folder / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
    path = editor.open("app/apart.py")
    for _ in range(2):
        await editor.finished(await editor.generate(path, review=True))
    await until(lambda: bool(editor.told("testloom/remedy")))

    message = "Testloom: `pytest` alone does not run test_apart.py. Add `app` to `testpaths` in pytest.ini."
    assert asked == [message]
    [remedy] = editor.told("testloom/remedy")
    assert (remedy["kind"], remedy["text"]) == ("copy", "testpaths = tests app\n")


async def test_a_module_whose_tests_cannot_run_with_those_of_another_is_told_of_once(editor: Editor) -> None:
    (editor.folder / "pyproject.toml").write_text(pyproject("shop"))
    paths = [editor.open(f"{folder}/works.py") for folder in ("a", "b")]
    for _ in range(2):
        await editor.finished(await editor.generate(paths[0], review=True))

    what = f"`works` is what {paths[1]} is imported as, too: pytest cannot run tests of both at once."
    assert [message for message in editor.messages() if what in message] == [
        f"Testloom: {what} Rename one, or make packages of their folders with an __init__.py; "
        "then generate their tests again."
    ]


async def test_no_message_of_a_job_holds_a_link_or_what_cannot_be_seen(editor: Editor) -> None:
    asked: list[str] = []

    def note(params: types.ShowMessageRequestParams) -> None:
        asked.append(params.message)

    editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(note)
    job = await editor.generate(editor.open(f"{ATTACK}.py"))
    await editor.finished(job)
    await editor.finished(await editor.generate(editor.open(f"{ATTACK}/echoes.py")))
    assert await editor.generate(editor.folder / f"{ATTACK}.gone") is None
    await until(lambda: len(asked) == 2)

    begin = editor.client.progress_reports[job or ""][0]
    assert isinstance(begin, types.WorkDoneProgressBegin)
    shown = [begin.title, *asked, *editor.messages(), *editor.refused]
    assert sum("Update it" in message for message in shown) == 3
    assert [message for message in shown if LINK.search(message) or not message.isprintable()] == []


def test_a_defect_is_shown_without_links() -> None:
    server, sent = create_server([]), io.BytesIO()
    server.protocol.set_writer(StdoutWriter(sent))
    server.report_server_error(ValueError(ATTACK), PyglsError)

    message = json.loads(sent.getvalue().partition(b"\r\n\r\n")[2])["params"]["message"]
    assert "ValueError" in message
    assert message.isprintable() and not LINK.search(message)
