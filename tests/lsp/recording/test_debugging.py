"""Launch configurations as the server completes and extends them, and what it keeps of stops."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import testloom_agent
from testloom.lsp.protocol.recording import HowToRecord
from testloom.lsp.recording.debugging import recorded
from testloom.lsp.recording.recordings import how_to_record
from testloom.recording import Stop, note_stop, read_recording
from testloom_agent.recording.journal import Journal
from tests.lsp.editor import Editor
from tests.projects import pyproject

STARTUP = Path(testloom_agent.__file__).parent / "startup"
HOW = HowToRecord(
    journal=Path("calls.testloom"),
    folder=Path("shop"),
    python=Path("python"),
    command=[],
    launcher=["record.py", "--name", "app", "--"],
    environment={},
    agent=Path("agent"),
)


def test_a_program_is_run_by_the_recorder_with_its_arguments() -> None:
    extended = recorded({"request": "launch", "program": "/shop/app.py", "args": ["-v"]}, HOW)

    assert extended["program"] == "record.py"
    assert extended["args"] == ["--name", "app", "--", "/shop/app.py", "-v"]
    assert extended["cwd"] == "/shop"
    assert extended["testloomJournal"] == "calls.testloom"


def test_a_module_and_arguments_in_one_text_are_understood() -> None:
    extended = recorded(
        {"request": "launch", "module": "shop", "args": "--name 'two words'", "cwd": "/"}, HOW
    )

    assert extended["args"][-4:] == ["-m", "shop", "--name", "two words"]
    assert "module" not in extended and extended["cwd"] == "/"


def test_variables_and_rules_of_the_configuration_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "inherited")
    rule = {"module": "x", "include": True}
    own = {"request": "launch", "env": {"A": "1", "PYTHONPATH": "own"}, "rules": [rule]}

    extended = recorded(own, HOW)

    assert extended["env"]["A"] == "1" and "TESTLOOM_RECORD" in extended["env"]
    assert extended["env"]["PYTHONPATH"] == f"{STARTUP}{os.pathsep}own"
    assert recorded({"request": "launch"}, HOW)["env"]["PYTHONPATH"].endswith(f"{os.pathsep}inherited")
    assert extended["rules"] == [{"path": str(Path("agent/**")), "include": False}, rule]


def test_attaching_changes_no_program() -> None:
    extended = recorded({"request": "attach", "connect": {"port": 5678}}, HOW)

    assert extended.keys() == {"request", "connect", "rules", "testloomJournal"}


async def test_our_own_configuration_gets_an_interpreter_and_a_folder(editor: Editor) -> None:
    (editor.folder / "pyproject.toml").write_text(pyproject("shop"))
    app = editor.open("app.py")

    completed = await _configuration(editor, app, type="testloom")
    others = await _configuration(editor, app, type="debugpy")
    extended = await _configuration(editor, app, record=True, type="debugpy")

    assert completed["cwd"] == str(editor.folder)
    assert completed["python"] == [sys.executable] and completed["program"] == str(app)
    assert others == {"type": "debugpy", "request": "launch", "program": str(app)}
    assert extended["program"].endswith("record.py") and "python" not in extended


async def test_stops_are_kept_in_the_recording(editor: Editor) -> None:
    journal = _recording(editor.folder / "calls.testloom", began=100.0)
    about = {"journal": str(journal), "session": "s"}

    looked = await editor.ask("stopped", **about, began=90.0, ended=95, evaluated=["x.y"], changed=False)
    assert (looked, len(read_recording(journal).calls)) == ({}, 1)
    await editor.ask("stopped", **about, began=90.0, ended=95.5, evaluated=["x.y", "f()"], changed=False)
    assert len(read_recording(journal).calls) == 0
    await editor.ask("sessionEnded", **about, ended=99)
    assert len(read_recording(journal).calls) == 1


async def test_a_recording_that_cannot_be_written_is_an_error_in_words(editor: Editor) -> None:
    journal = str(editor.folder / "none" / "calls.testloom")
    answer = await editor.ask("sessionEnded", journal=journal, session="s", ended=1.0)

    assert answer["error"].startswith("The recording ")


def test_stops_can_be_written_while_the_recording_goes_on(tmp_path: Path) -> None:
    journal = _recording(tmp_path / "calls.testloom", began=time.time())

    note_stop(journal, "s", Stop(1.0, 2.0, by_hand=True, until=3.0))

    assert len(read_recording(journal).lost) == 1


def _recording(file: Path, began: float) -> Path:
    journal = Journal(str(file), {"root": str(file.parent), "python": sys.executable})
    (file.parent / "shop.py").write_text("def open():\n    return True\n")
    journal.note_module("shop", str(file.parent / "shop.py"))
    record = {"steps": [["call", 1, "shop:open", None, [], {}]], "span": [began, began + 1, None]}
    journal.note_call("shop:open", record)
    journal.close()
    return file


async def _configuration(editor: Editor, app: Path, *, record: bool = False, **own: Any) -> dict[str, Any]:
    configuration = {**own, "request": "launch", "program": str(app)}
    asked = {"configuration": configuration, "record": record}
    answer: dict[str, Any] = (await editor.ask("debug", uri=app.as_uri(), **asked))["configuration"]
    return answer


def test_the_recorder_is_told_what_git_ignores_whatever_starts_it(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("local.ini\n")
    (tmp_path / "local.ini").touch()
    (tmp_path / "app.py").touch()

    how = how_to_record(tmp_path / "app.py", tmp_path, Path(sys.executable))
    extended = recorded({"request": "launch", "program": str(tmp_path / "app.py")}, how)

    launched = extended["args"][extended["args"].index("--ignored") + 1]
    inherited = [json.loads(env["TESTLOOM_RECORD"])["ignored"] for env in (extended["env"], how.environment)]
    assert inherited == [launched, launched]
    assert json.loads(Path(launched).read_text()) == [str(tmp_path.resolve() / "local.ini")]
