"""The tests of a project get the variables of its `.env` file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from testloom.lsp.testing.project_tests import variables_in
from testloom.model.errors import UsageError
from testloom.subject import joined
from tests.lsp.editor import Editor
from tests.lsp.looking import run

CHECK = """\
import os

def test_it():
    assert (os.environ["TOKEN"], os.environ["HELLO"]) == ("a b", "a b!")
"""


@pytest.mark.parametrize("name", [None, "${workspaceFolder}/settings/dev.env", "settings/dev.env"])
async def test_tests_run_with_the_variables_of_the_env_file(
    editor: Editor, account: Path, name: str | None
) -> None:
    file = editor.folder / ("settings/dev.env" if name else ".env")
    file.parent.mkdir(exist_ok=True)
    file.write_text("# for development\nexport TOKEN='a b'\nHELLO=\"${TOKEN}!\"\n")
    (editor.folder / "tests" / "test_env.py").write_text(CHECK)
    editor.client.set_configuration(name, section="python.envFile")

    await run(editor, account)

    ended = [event for event in editor.told("testloom/test") if event["event"] == "ended"]
    assert [event["outcome"] for event in ended] == ["passed"] * 3


def test_without_the_file_there_are_no_variables(tmp_path: Path) -> None:
    assert variables_in("${userHome}/no/such.env", tmp_path) == {}


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"NAME=\xff\n")

    with pytest.raises(UsageError, match=r"\.env cannot be read"):
        variables_in(None, tmp_path)


def test_search_paths_are_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/mine")
    (tmp_path / ".env").write_text("PYTHONPATH=src\n")
    found = variables_in(None, tmp_path)

    assert found == {"PYTHONPATH": os.pathsep.join(["src", "/mine"])}
    assert joined({"PYTHONPATH": "/recorder", "A": "1"}, {"PYTHONPATH": "src", "B": "2"}) == {
        "PYTHONPATH": os.pathsep.join(["/recorder", "src"]),
        "A": "1",
    }
