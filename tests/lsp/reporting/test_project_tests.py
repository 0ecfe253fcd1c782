from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.lsp.editor import Editor, is_running, until
from tests.lsp.looking import ask, coverage, run


async def test_a_run_tells_how_each_test_ends_and_what_is_reached(editor: Editor, account: Path) -> None:
    answer = await run(editor, account)
    told = [event for event in editor.told("testloom/test") if event["event"] != "output"]
    [file] = answer["files"]

    assert told[0] == {"run": "r1", "event": "collected", "tests": 2}
    assert [(event["event"], event["test"]) for event in told[1:]] == [
        ("started", "tests/test_account.py::test_withdraw"),
        ("ended", "tests/test_account.py::test_withdraw"),
        ("started", "tests/test_account.py::test_withdraw_all"),
        ("ended", "tests/test_account.py::test_withdraw_all"),
    ]
    assert file["uri"] == account.as_uri()
    assert (file["lines"], file["branches"]) == ([8, 11], [1, 4])
    assert len(file["tests"]) == 2


async def test_coverage_names_its_branches_and_tells_tests_apart(editor: Editor, account: Path) -> None:
    answer = await run(editor, account)
    [file] = answer["files"]
    all_tests = await coverage(editor, {"uri": file["uri"]})
    one_test = await coverage(editor, {"uri": file["uri"], "test": file["tests"][0]})
    decision = next(entry for entry in all_tests["statements"] if entry["line"] == 5)

    assert decision["count"] == 2
    assert decision["branches"] == [
        {"label": "amount > self.balance is true", "count": 0},
        {"label": "amount > self.balance is false", "count": 2},
    ]
    assert next(entry for entry in one_test["statements"] if entry["line"] == 5)["count"] == 1
    assert ("Account.withdraw", 2) in [(entry["name"], entry["count"]) for entry in all_tests["declarations"]]


async def test_a_line_knows_the_tests_that_reach_it_and_where_they_stand(
    editor: Editor, account: Path
) -> None:
    await run(editor, account)
    tests: Any = await ask(editor, "testloom/testsOfLine", {"uri": account.as_uri(), "line": 7})
    none: Any = await ask(editor, "testloom/testsOfLine", {"uri": account.as_uri(), "line": 13})
    uri = (editor.folder / "tests" / "test_account.py").as_uri()

    assert tests["tests"] == [
        {"test": "tests/test_account.py::test_withdraw", "uri": uri, "line": 3},
        {"test": "tests/test_account.py::test_withdraw_all", "uri": uri, "line": 7},
    ]
    assert none == {"tests": []}


async def test_what_the_project_uses_contexts_for_does_not_hide_which_test_reaches_a_line(
    editor: Editor, account: Path
) -> None:
    (editor.folder / ".coveragerc").write_text("[run]\ncontext = ci\ndynamic_context = test_function\n")
    answer = await run(editor, account)

    assert answer["files"][0]["tests"] == [
        "tests/test_account.py::test_withdraw",
        "tests/test_account.py::test_withdraw_all",
    ]


async def test_settings_of_coverage_that_are_none_are_told(editor: Editor, account: Path) -> None:
    (editor.folder / ".coveragerc").write_text("[run\n")
    answer = await run(editor, account)

    assert "Couldn't read config file" in answer["error"]


async def test_tests_that_reach_a_changed_file_run_again_and_the_rest_is_kept(
    editor: Editor, account: Path
) -> None:
    await run(editor, account)
    other = editor.folder / "tests" / "test_other.py"
    other.write_text("from account import unused\n\n\ndef test_unused():\n    unused([1])\n")
    new = await run(editor, account, affectedBy=other.as_uri())
    again = await run(editor, account, affectedBy=account.as_uri())

    assert [file["branches"] for file in new["files"]] == [[3, 4]]
    assert [file["branches"] for file in again["files"]] == [[3, 4]]
    assert len([event for event in editor.told("testloom/test") if event["event"] == "ended"]) == 2 + 1 + 3


async def test_a_run_that_is_cancelled_leaves_no_process(editor: Editor, account: Path) -> None:
    pid = editor.folder / "pid"
    hangs = f"import os, time\n\n\ndef test_hangs():\n    open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
    (editor.folder / "tests" / "test_hangs.py").write_text(hangs + "    time.sleep(60)\n")
    send: Any = editor.client.protocol.send_request
    params = {"run": "r1", "uri": account.as_uri(), "python": sys.executable}
    send("testloom/runTests", params, msg_id="run")
    await until(lambda: pid.exists() and pid.read_text() != "")
    editor.client.cancel_request(types.CancelParams("run"))
    await until(lambda: not is_running(int(pid.read_text())))


async def test_a_run_that_cannot_start_says_why(editor: Editor, account: Path) -> None:
    (editor.folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = ["--no-such-option"]\n'
    )
    answer = await run(editor, account)

    assert "pytest exited with status 4" in answer["error"]


async def test_nothing_is_written_into_the_project(editor: Editor, account: Path) -> None:
    before = sorted(editor.folder.rglob("*"))
    await run(editor, account)

    assert sorted(editor.folder.rglob("*")) == before
