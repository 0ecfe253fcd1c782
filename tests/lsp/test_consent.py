"""What a repository asks for holds once its user has agreed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import Workspace
from pytest_lsp import LanguageClient

from testloom.lsp import consent
from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import FULL, Editor, initialize

BUTTONS = types.WindowClientCapabilities(
    work_done_progress=True, show_message=types.ShowMessageRequestClientCapabilities()
)
WANTED = '[tool.testloom]\nallow = ["write:~/.cache/shop", "run:git"]\n'


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    capable = types.ClientCapabilities(window=BUTTONS, workspace=FULL.workspace)
    await initialize(lsp_client, tmp_path, capable)
    yield
    await lsp_client.shutdown_session()


@dataclass
class Server:
    """One without folders."""

    workspace: Workspace = field(default_factory=lambda: Workspace(None))


@dataclass
class User:
    """Reads questions, and presses the button of this name."""

    presses: str | None = None
    asked: list[str] = field(default_factory=list)

    def answer(self, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        buttons = [action.title for action in params.actions or []]
        if params.type is not types.MessageType.Error:
            self.asked.append(params.message)
        return types.MessageActionItem(self.presses) if self.presses in buttons else None


@pytest.fixture
def user(editor: Editor) -> User:
    user = User()

    def answer(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        return user.answer(params)

    editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(answer)
    return user


async def allowed(editor: Editor, **arguments: Any) -> list[str]:
    """What the guard lets pass for the next request."""
    request = await editor.wished(editor.open("echoes.py"), **arguments)
    entries: list[str] = request["settings"]["allow"]
    return entries


async def test_a_repository_cannot_exempt_itself_from_the_guard(editor: Editor, user: User) -> None:
    (editor.folder / "pyproject.toml").write_text(WANTED)
    user.presses = "Don't Allow"

    assert await allowed(editor) == []
    [question] = user.asked
    assert f"{editor.folder / 'pyproject.toml'} requests" in question
    assert "write:~/.cache/shop, run:git" in question
    assert await allowed(editor) == []
    assert len(user.asked) == 1, "no was the answer"


async def test_what_the_user_allows_holds_from_then_on(editor: Editor, user: User) -> None:
    (editor.folder / "pyproject.toml").write_text(WANTED)
    user.presses = "Allow"

    assert await allowed(editor) == ["write:~/.cache/shop", "run:git"]
    assert await allowed(editor) == ["write:~/.cache/shop", "run:git"]
    assert len(user.asked) == 1


@pytest.mark.parametrize(
    "entries", ['["write:/", "run:git"]', '["run:git"]', '["write:~/.cache/shop", "run:git", "run:sh"]']
)
async def test_another_set_is_asked_anew(editor: Editor, user: User, entries: str) -> None:
    (editor.folder / "pyproject.toml").write_text(WANTED)
    user.presses = "Allow"
    await allowed(editor)
    (editor.folder / "pyproject.toml").write_text(f"[tool.testloom]\nallow = {entries}\n")
    user.presses = "Don't Allow"

    assert await allowed(editor) == []
    assert len(user.asked) == 2


async def test_another_project_is_asked_anew(editor: Editor, user: User) -> None:
    user.presses = "Allow"
    for folder in ("one", "two"):
        path = editor.open(f"{folder}/echoes.py")
        (path.parent / "pyproject.toml").write_text(WANTED)
        await editor.wished(path)

    assert len(user.asked) == 2


async def test_a_question_that_is_closed_is_no_answer(editor: Editor, user: User) -> None:
    (editor.folder / "pyproject.toml").write_text(WANTED)

    assert await allowed(editor) == []
    assert any("stay blocked" in message for message in editor.messages())
    user.presses = "Allow"
    assert await allowed(editor) == ["write:~/.cache/shop", "run:git"]


async def test_what_is_too_long_to_be_read_is_not_asked(editor: Editor, user: User) -> None:
    entries = [f"write:/{letter * 200}" for letter in "abcd"]
    (editor.folder / "pyproject.toml").write_text(f"[tool.testloom]\nallow = {entries}\n")
    user.presses = "Allow"

    assert await allowed(editor) == []
    assert user.asked == []
    assert any("stay blocked" in message for message in editor.messages())


async def test_the_users_own_setting_holds_without_a_question(editor: Editor, user: User) -> None:
    editor.client.set_configuration({"allow": ["run:git", "write:~/.cache/shop"]}, section="testloom")
    (editor.folder / "pyproject.toml").write_text(WANTED)

    assert await allowed(editor) == ["run:git", "write:~/.cache/shop"]
    assert user.asked == []


async def test_a_question_has_no_link_whatever_is_asked_for(editor: Editor, user: User) -> None:
    (editor.folder / "pyproject.toml").write_text('[tool.testloom]\nallow = ["run:[git](command:x)"]\n')
    await allowed(editor)

    assert "run:[git] (command:x)" in user.asked[0]


def commit(folder: Path) -> None:
    for command in (["init", "-q"], ["add", "-f", "."]):
        subprocess.run(["git", "-C", str(folder), *command], check=True, capture_output=True)


@pytest.fixture
def tracked(editor: Editor) -> Path:
    """An interpreter that came with the repository, and that notes when it runs."""
    python = editor.folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ntouch {editor.folder / "ran"}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    editor.open("echoes.py")
    commit(editor.folder)
    editor.client.set_configuration(str(python), section="testloom.python")
    return python


async def test_an_interpreter_of_the_repository_does_not_run_unasked(
    editor: Editor, user: User, tracked: Path
) -> None:
    user.presses = "Don't Use It"
    await editor.finished(await editor.generate(editor.folder / "echoes.py"))
    refused = await editor.ask("runTests", run="1", uri=editor.folder.as_uri())

    assert [str(tracked) in question for question in user.asked] == [True, True]
    assert f"(git tracks {tracked})" in refused["error"]
    assert not (editor.folder / "ran").exists()


async def test_an_interpreter_that_the_user_agreed_to_is_not_asked_about_again(
    editor: Editor, user: User, tracked: Path
) -> None:
    user.presses = "Use It"
    for _ in range(2):
        assert (await editor.wished(editor.folder / "echoes.py"))["python"] == str(tracked)

    assert len(user.asked) == 1
    assert (editor.folder / "ran").exists()


async def test_the_interpreter_of_a_recording_is_asked_about_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (tmp_path / ".venv" / "pyvenv.cfg").touch()
    (tmp_path / ".gitignore").write_text("bin\n")
    subprocess.run(["git", "-C", str(tmp_path), "init", "-q"], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "add", "."], check=True)
    asked = []

    async def choose(_: object, question: str, yes: str, no: str) -> str:
        asked.append(question)
        return yes

    monkeypatch.setattr(consent, "choose", choose)
    user = consent.Consent(cast(LanguageServer, Server()))
    for _ in range(2):
        assert await user.recorded_interpreter(tmp_path / "works.py", python) == python
    assert await user.interpreter(tmp_path, None) == python

    [question] = asked
    assert f"(git tracks {tmp_path / '.venv' / 'pyvenv.cfg'})" in question


async def test_an_interpreter_that_has_become_another_is_asked_about_anew(
    editor: Editor, user: User, tracked: Path
) -> None:
    user.presses = "Use It"
    await editor.wished(editor.folder / "echoes.py")
    tracked.write_text(tracked.read_text().replace("ran", "ran-anew"))
    user.presses = "Don't Use It"
    await editor.finished(await editor.generate(editor.folder / "echoes.py"))

    assert len(user.asked) == 2
    assert not (editor.folder / "ran-anew").exists()


async def test_a_message_does_not_name_the_program_to_run(editor: Editor, tmp_path: Path) -> None:
    evil = tmp_path / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\n")
    evil.chmod(0o755)
    path = editor.open("works.py")
    await editor.ask("runTests", run="1", uri=path.as_uri(), python=str(evil))
    await editor.ask("record", uri=path.as_uri(), python=str(evil))
    await editor.ask("debug", uri=path.as_uri(), configuration={}, python=str(evil))
    await editor.finished(await editor.generate(path, python=str(evil), review=True))
    ids = [test["id"] for test in (await editor.ask("candidates"))["tests"]]
    await editor.ask("runCandidates", ids=ids, python=str(evil))

    assert ids
    assert not (tmp_path / "ran").exists()
