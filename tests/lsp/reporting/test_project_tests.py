from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from testloom.lsp.documents import mark_of
from testloom.model.progress.offers import OfferedTest
from testloom.store import OfferedTests, open_store
from tests.cli import command
from tests.lsp.editor import Editor, is_running, until
from tests.lsp.looking import ask, coverage, lenses_of, run, title

SHELF = "def first(shelf):\n    if shelf:\n        return shelf[0]\n    raise ValueError\n"
LOOP = "def total(prices):\n    for price in prices:  # pragma: no branch\n        if price: print(price)\n"


async def test_of_files_that_are_saved_together_one_stands_for_each_project(
    editor: Editor, tmp_path: Path
) -> None:
    uris = []
    for project in ("shop", "till"):
        for name in ("a.py", "b.py"):
            file = editor.open(f"{project}/{name}")
            (file.parent / "pyproject.toml").write_text("[project]\nname = 'p'\nversion = '1'\n")
            uris.append(file.as_uri())

    chosen = (await ask(editor, "testloom/projects", {"uris": uris}))["uris"]

    assert sorted(uri.split("/")[-2] for uri in chosen) == ["shop", "till"]


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
    assert (answer["project"], file["uri"]) == (editor.folder.as_uri(), account.as_uri())
    assert (file["lines"], file["branches"]) == ([8, 11], [1, 4])
    assert len(file["tests"]) == 2


@pytest.mark.parametrize(
    "settings",
    [
        "",
        "[tool.coverage.run]\nsource = ['.']\nomit = ['script.py']\n",
        "[tool.coverage.run]\nrelative_files = true\n",
        "[tool.coverage.report]\nomit = ['stock/*']\nexclude_also = ['raise ']\n",
        "[tool.testloom]\nexclude = ['stock']\n",
    ],
    ids=["none", "a source", "relative files", "a report without some", "what Testloom leaves out"],
)
async def test_the_editor_shows_the_files_and_the_numbers_that_the_command_line_tells(
    editor: Editor, account: Path, settings: str
) -> None:
    with (editor.folder / "pyproject.toml").open("a") as stream:
        stream.write(settings)
    texts = {
        "stock/__init__.py": "",
        "stock/shelf.py": SHELF,
        "script.py": "print(1)\n",
        "loop.py": LOOP,
        "tests/test_broken.py": "import sys\nimport no_such_package\n",
        "tests/h.py": "import loop\n\nloop.total([1])\n",
    }
    for name, text in texts.items():
        (editor.folder / name).parent.mkdir(exist_ok=True)
        (editor.folder / name).write_text(text)
    with (editor.folder / "tests" / "test_account.py").open("a") as stream:
        stream.write("\n\ndef test_loop():\n    import h\n    assert h.loop\n")
    shown = (await run(editor, account))["files"]
    told = await asyncio.to_thread(
        command.run_process, editor.folder, "coverage", "--json", "--python", sys.executable
    )
    counts = {
        Path(event["file"]).as_uri(): (
            [event["covered_lines"], event["lines"]],
            [event["covered_branches"], event["branches"]],
        )
        for event in told.events
        if event["event"] == "coverage"
    }

    assert {file["uri"]: (file["lines"], file["branches"]) for file in shown} == counts
    assert ((editor.folder / "stock" / "shelf.py").as_uri() in counts) == ("stock" not in settings)
    [broken] = [event for event in editor.told("testloom/test") if event["event"] == "broken"]
    assert broken["test"] == "tests/test_broken.py"
    assert broken["message"].startswith(
        "tests/test_broken.py, line 2: ModuleNotFoundError: No module named 'no_"
    )
    assert (broken["uri"], broken["line"]) == ((editor.folder / "tests/test_broken.py").as_uri(), 1)


async def test_a_test_that_fails_tells_the_line_of_its_function_that_failed(
    editor: Editor, account: Path
) -> None:
    text = "def check(n):\n    assert n > 3\n\n\ndef test_n():\n    n = 3\n    check(n)\n    check(4)\n"
    editor.open("tests/test_n.py", text)
    await run(editor, account)

    started, ended = (event for event in editor.told("testloom/test") if event.get("test", "").endswith("_n"))
    assert (started["line"], ended["line"]) == (4, 6)


async def test_a_file_that_no_test_imports_is_not_reached_and_has_lenses_that_say_so(
    editor: Editor, account: Path
) -> None:
    (editor.folder / "stock").mkdir()
    (editor.folder / "stock" / "__init__.py").touch()
    shelf = editor.open("stock/shelf.py", SHELF)
    files = {file["uri"]: file for file in (await run(editor, account))["files"]}
    details = await coverage(editor, {"uri": shelf.as_uri()})

    assert (files[shelf.as_uri()]["lines"], files[shelf.as_uri()]["tests"]) == ([0, 4], [])
    assert [statement["count"] for statement in details["statements"]] == [0, 0, 0, 0]
    assert any("0 of 2 branches" in title(lens) for lens in await lenses_of(editor, shelf))


async def test_a_file_that_is_no_python_is_named_in_the_output(editor: Editor, account: Path) -> None:
    (editor.folder / "stock").mkdir()
    (editor.folder / "stock" / "__init__.py").touch()
    (editor.folder / "stock" / "shelf.py").write_text("def empty(:\n")
    await run(editor, account)
    output = "".join(event["text"] for event in editor.told("testloom/test") if event["event"] == "output")

    assert f"{editor.folder / 'stock' / 'shelf.py'} is not counted: SyntaxError" in output


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("[tool.coverage.run]\nsource = ['elsewhere']\n", ["leave out all files", "source = elsewhere"]),
        ("", ["covered no file", "-m pip install -e"]),
    ],
    ids=["settings", "another copy"],
)
async def test_a_run_that_reaches_nothing_says_why_and_what_to_do(
    editor: Editor, account: Path, settings: str, why: list[str]
) -> None:
    with (editor.folder / "pyproject.toml").open("a") as stream:
        stream.write(settings)
    (editor.folder / "stock").mkdir()
    (editor.folder / "stock" / "__init__.py").write_text("SHELVES = 3\n")
    test = "def test_stock():\n    import stock\n" if settings else "def test_nothing():\n    pass\n"
    (editor.folder / "tests" / "test_account.py").write_text(test)
    await run(editor, account)
    assert not editor.messages()

    await run(editor, account, covered=True)
    await until(lambda: bool(editor.messages()))

    [message] = editor.messages()
    assert all(part in message for part in why), message


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


async def test_a_line_that_an_inherited_test_reaches_leads_to_the_class_that_inherits_it(
    editor: Editor, account: Path
) -> None:
    base = "from account import unused\n\n\nclass Base:\n    def test_it(self):\n        unused(self.items)\n"
    test = editor.open("tests/test_sub.py", f"{base}\n\nclass TestOne(Base):\n    items = [1]\n")
    await run(editor, account)
    found: Any = await ask(editor, "testloom/testsOfLine", {"uri": account.as_uri(), "line": 13})

    name = "tests/test_sub.py::TestOne::test_it"
    assert found["tests"] == [{"test": name, "uri": test.as_uri(), "line": 8}]


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


async def test_tests_that_a_change_affects_run_again_and_the_rest_is_kept(
    editor: Editor, account: Path
) -> None:
    await run(editor, account)
    other = editor.folder / "tests" / "test_other.py"
    other.write_text("from account import unused\n\n\ndef test_unused():\n    unused([1])\n")
    new = await run(editor, account, affected=True)
    text = account.read_text()
    account.write_text(text.replace("print(item)", "print(item, item)"))
    again = await run(editor, account, affected=True)
    last = await run(editor, account, affected=True)
    account.write_text(text)
    undone = await run(editor, account, affected=True)

    branches = [[file["branches"] for file in each["files"]] for each in (new, again, last, undone)]
    assert branches == [[[3, 4]]] * 4
    ended = [event["test"] for event in editor.told("testloom/test") if event["event"] == "ended"]
    assert ended[2:] == ["tests/test_other.py::test_unused"] * 3


@pytest.mark.parametrize("affected", [True, False])
async def test_what_tests_cover_is_kept_while_their_file_cannot_be_collected(
    editor: Editor, account: Path, affected: bool
) -> None:
    [before] = (await run(editor, account))["files"]
    text = account.read_text()
    account.write_text(f"{text}\n\nprint(\n")
    await run(editor, account, affected=affected)
    account.write_text(text)
    [after] = (await run(editor, account, affected=True))["files"]

    assert [event["test"] for event in editor.told("testloom/test") if event["event"] == "broken"]
    assert after == before


async def test_a_run_that_is_cancelled_leaves_no_process(editor: Editor, account: Path) -> None:
    pid = editor.folder / "pid"
    hangs = f"import os, time\n\n\ndef test_hangs():\n    open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
    (editor.folder / "tests" / "test_hangs.py").write_text(hangs + "    time.sleep(60)\n")
    send: Any = editor.client.protocol.send_request
    params = {"run": "r1", "uri": account.as_uri()}
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


@pytest.mark.parametrize("name", ["account.py", "conftest.py"])
async def test_a_run_that_a_syntax_error_ends_names_its_line(
    editor: Editor, account: Path, name: str
) -> None:
    (editor.folder / "conftest.py").write_text("import account\n")
    (editor.folder / name).write_text("\n\nprint(\n")
    answer = await run(editor, account)

    assert answer["error"].startswith(f"pytest could not start: {name}, line 3: SyntaxError: ")
    assert answer["error"].endswith(" Fix it, then run the tests again.")


async def test_a_run_that_a_conftest_ends_names_the_line_of_the_project_that_raised(
    editor: Editor, account: Path
) -> None:
    library = editor.folder / "lib" / "site-packages" / "missing.py"
    library.parent.mkdir(parents=True)
    library.write_text("import no_such_module\n")
    conftest = "import sys\n\nsys.path.append('lib/site-packages')\nimport missing\n"
    (editor.folder / "tests" / "conftest.py").write_text(conftest)
    answer = await run(editor, account)

    assert answer["error"].startswith(
        "pytest could not start: tests/conftest.py, line 4: ModuleNotFoundError"
    )


async def test_nothing_is_written_into_the_project(editor: Editor, account: Path) -> None:
    before = sorted(editor.folder.rglob("*"))
    await run(editor, account)

    assert sorted(editor.folder.rglob("*")) == before


async def test_a_run_tells_of_candidates_what_the_tests_cover_now(editor: Editor, account: Path) -> None:
    file, mark = editor.folder / "tests" / "test_account.py", mark_of(account)
    first = OfferedTest(file, "test_more", "", account, "account:Account", (), "", verified_for=mark)
    tests = [
        replace(first, lines=(6, 8, 9), branches=((8, "amount > self.balance is false"),)),
        replace(first, name="test_raises", lines=(6, 7), branches=((7, "amount > self.balance is true"),)),
    ]
    with open_store() as database:
        OfferedTests(database).add(tests)
    before = (await editor.ask("candidates"))["tests"]
    await run(editor, account)
    after = (await editor.ask("candidates"))["tests"]

    assert [test["covered"] for test in before] == [False, False]
    assert {test["name"]: test["covered"] for test in after} == {"test_more": True, "test_raises": False}
    assert editor.told("testloom/candidatesChanged")
