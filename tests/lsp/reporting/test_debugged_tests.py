"""Tests in a debugger: the configuration that it gets, and how the editor learns the ends of the tests."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.lsp.editor import Editor
from tests.lsp.looking import ask

FAILING = "\n\ndef test_too_much():\n    assert Account(3).withdraw(2) == 2\n"


async def test_tests_that_were_debugged_are_told_with_their_errors(editor: Editor, account: Path) -> None:
    with (editor.folder / "tests" / "test_account.py").open("a") as stream:
        stream.write(FAILING)
    nodes = [f"tests/test_account.py::{name}" for name in ("test_withdraw", "test_too_much")]

    launched = await _debug(editor, nodes)

    told = editor.told("testloom/test")
    assert [(event["event"], event["test"], event.get("outcome")) for event in told] == [
        ("started", nodes[0], None),
        ("ended", nodes[0], "passed"),
        ("started", nodes[1], None),
        ("ended", nodes[1], "failed"),
    ]
    assert {event["run"] for event in told} == {"r7"}
    assert told[2]["line"] == 11 and told[3]["message"].startswith("assert 1 == 2")
    assert told[3]["line"] == 12
    stale = told[3]["stale"]
    assert (stale["what"], stale["line"]) == ("Account(3).withdraw(2) is 1, not 2", 12)
    assert not Path(launched["env"]["PYTHONPATH"].split(os.pathsep)[0]).exists()


async def test_debugged_tests_get_the_variables_of_runs(editor: Editor, account: Path) -> None:
    (editor.folder / ".env").write_text("SHOP=Corner\nPYTHONPATH=lib\n")

    launched = (await _begin(editor, []))["configuration"]

    assert launched["env"]["SHOP"] == "Corner" and launched["cwd"] == str(editor.folder)
    assert launched["env"]["PYTHONPATH"].split(os.pathsep)[1] == "lib"


async def test_tests_are_debugged_in_the_interpreter_that_other_runs_use(
    editor: Editor, account: Path
) -> None:
    launched = (await _begin(editor, []))["configuration"]

    assert launched["python"] == [sys.executable]


async def test_where_the_debugger_runs_no_test_that_is_said(editor: Editor, account: Path) -> None:
    await _begin(editor, [])

    answer = await ask(editor, "testloom/debuggedTests", {"run": "r7"})

    assert answer["error"] == "pytest ran no test in the debugger. See the debug console for its output."
    assert not editor.told("testloom/test")


async def test_a_file_that_cannot_be_collected_is_told(editor: Editor, account: Path) -> None:
    editor.open("tests/test_broken.py", "import os\nimport nothing_of_that_name\n")

    await _debug(editor, ["tests/test_broken.py"])

    [broken] = editor.told("testloom/test")
    assert (broken["event"], broken["test"], broken["line"]) == ("broken", "tests/test_broken.py", 1)


async def _debug(editor: Editor, tests: list[str]) -> dict[str, Any]:
    """Run what a debugger is to run, to its end."""
    launched: dict[str, Any] = (await _begin(editor, tests))["configuration"]
    command = [sys.executable, "-m", launched["module"], *launched["args"]]
    env = {**os.environ, **launched["env"]}
    await asyncio.to_thread(subprocess.run, command, cwd=launched["cwd"], env=env, capture_output=True)
    answer = await ask(editor, "testloom/debuggedTests", {"run": "r7"})
    assert answer == {}
    return launched


async def _begin(editor: Editor, tests: list[str]) -> dict[str, Any]:
    return await ask(
        editor, "testloom/debugTests", {"run": "r7", "uri": editor.folder.as_uri(), "tests": tests}
    )
