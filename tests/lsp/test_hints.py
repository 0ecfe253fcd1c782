from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, is_running, plain, until

MODULE = """\
class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount
        return self.balance


def unused(items):
    for item in items:
        print(item)
"""
TESTS = """\
from account import Account


def test_withdraw():
    assert Account(3).withdraw(1) == 2


def test_withdraw_all():
    assert Account(3).withdraw(3) == 0
"""


@pytest.fixture
def account(editor: Editor) -> Path:
    (editor.folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["."]\n')
    (editor.folder / "tests").mkdir()
    (editor.folder / "tests" / "test_account.py").write_text(TESTS)
    return editor.open("account.py", MODULE)


async def test_every_class_and_function_has_a_lens_that_generates_its_tests(
    editor: Editor, account: Path
) -> None:
    lenses = await _lenses(editor, account)

    assert [lens.range.start.line for lens in lenses] == [0, 1, 4, 11]
    assert {_title(lens) for lens in lenses} == {"Generate tests"}
    assert lenses[0].command is not None
    assert lenses[0].command.command == "testloom.generateTests"


async def test_files_of_tests_have_no_lenses_and_no_actions(editor: Editor, account: Path) -> None:
    path = editor.open("tests/test_account.py", TESTS)

    assert await _lenses(editor, path) == []
    assert await _actions(editor, path, 4) == []


async def test_lenses_count_what_the_projects_tests_reach_and_offer_the_rest(
    editor: Editor, account: Path
) -> None:
    await _run(editor, account)

    assert [(lens.range.start.line, _title(lens)) for lens in await _lenses(editor, account)] == [
        (0, "Generate tests · 1 of 2 branches"),
        (1, "Generate tests · 1 of 1 lines"),
        (4, "Generate tests · 1 of 2 branches"),
        (11, "Generate tests · 0 of 2 branches"),
        (5, "Cover when amount > self.balance is true"),
    ]


SHAPES = """\
def area(shape):
    match shape:
        case int():
            return 1
        case str() if shape:
            return 2
        case []:
            return 3


def number(text):
    try:
        return int(text)
    except (ValueError, KeyError):
        raise
    except TypeError:
        assert text
        return 0
"""


async def test_cases_and_handlers_that_are_passed_by_have_a_lens(editor: Editor, account: Path) -> None:
    shapes = editor.open("shapes.py", SHAPES)
    tests = "from shapes import *\n\n\ndef test_area():\n    assert area(3) == 1\n"
    (editor.folder / "tests" / "test_shapes.py").write_text(
        tests + "\n\ndef test_number():\n    assert number('3') == 3\n"
    )
    await _run(editor, shapes)

    assert [(lens.range.start.line, _title(lens)) for lens in (await _lenses(editor, shapes))[2:]] == [
        (4, "Cover when case str() if shape matches"),
        (6, "Cover when case [] matches"),
        (13, "Cover when except (ValueError, KeyError) is taken"),
        (15, "Cover when except TypeError is taken"),
    ]
    assert await _actions(editor, shapes, 6) == [
        "Cover when case [] matches",
        "Cover when case [] does not match",
    ]
    assert await _actions(editor, shapes, 13) == ["Cover when except (ValueError, KeyError) is taken"]
    assert await _actions(editor, shapes, 16) == ["Make this fail"]


CHECKED = """\
def share(total, people):
    assert people, "nobody to share with"
    return total / people


def half(total):
    assert total >= 0
    assert total % 2 == 0
"""


async def test_an_assert_that_holds_in_all_tests_has_a_lens_until_one_makes_it_fail(
    editor: Editor, account: Path
) -> None:
    checked = editor.open("checked.py", CHECKED)
    file = editor.folder / "tests" / "test_checked.py"
    holds = "def test_holds():\n    assert share(4, 2) == 2\n    half(4)\n"
    file.write_text(f"import pytest\nfrom checked import *\n\n\n{holds}")
    await _run(editor, checked)
    before = [(lens.range.start.line, _title(lens)) for lens in (await _lenses(editor, checked))[2:]]
    fails = "def test_fails():\n    with pytest.raises(AssertionError):\n        share(4, 0)\n"
    file.write_text(f"import pytest\nfrom checked import *\n\n\n{holds}\n\n{fails}")
    await _run(editor, checked)

    assert before == [(1, "Make this fail"), (6, "Make this fail")]
    assert [lens.range.start.line for lens in (await _lenses(editor, checked))[2:]] == [6]
    assert await _actions(editor, checked, 6) == ["Make this fail"]


async def test_lines_that_have_changed_since_they_were_measured_are_known(
    editor: Editor, account: Path
) -> None:
    asked = {"uri": account.as_uri()}
    never = await _ask(editor, "testloom/changedLines", asked)
    await _run(editor, account)
    unchanged = await _ask(editor, "testloom/changedLines", asked)
    _change(editor, account, 2, MODULE.replace("-= amount", "-= amount + 0\n\n        # so far"))
    changed = await _ask(editor, "testloom/changedLines", asked)

    assert (never, unchanged, changed) == ({"lines": []}, {"lines": []}, {"lines": [7]})


async def test_a_lens_whose_place_is_gone_says_nothing(editor: Editor, account: Path) -> None:
    params = types.CodeLensParams(types.TextDocumentIdentifier(account.as_uri()))
    [lens, *_] = await editor.client.text_document_code_lens_async(params) or []
    _change(editor, account, 2, "x = 1\n")

    assert (await editor.client.code_lens_resolve_async(lens)).command is None


async def test_a_lens_of_a_branch_wishes_for_that_outcome_alone(editor: Editor, account: Path) -> None:
    await _run(editor, account)
    lens = (await _lenses(editor, account))[-1]
    assert lens.command is not None and lens.command.arguments is not None
    [wish] = plain(lens.command.arguments)

    assert wish == {
        "uri": account.as_uri(),
        "position": {"line": 5, "character": 0},
        "scope": "line",
        "outcome": True,
    }


async def test_a_wish_for_an_outcome_reaches_the_worker(editor: Editor) -> None:
    path = editor.open("echoes.py", MODULE)
    place = {"line": 5, "character": 0}
    wish = await editor.wished(path, position=place, scope="line", outcome=False)

    assert wish["targets"] == [f"{path}::Account.withdraw:6:false"]


async def test_a_folder_means_its_source_files(editor: Editor, tmp_path: Path) -> None:
    for name in ("echoes.py", "package/inner.py", "test_echoes.py", "tests/helper.py", "package/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("" if path.name == "__init__.py" else "x = 1\n")
    wish = await editor.wished(tmp_path, scope="file")

    assert [Path(target).name for target in wish["targets"]] == ["echoes.py", "inner.py"]


async def test_kinds_of_lenses_can_be_switched_off(editor: Editor, account: Path) -> None:
    await _run(editor, account)
    editor.client.set_configuration({"lenses": ["branches"]}, section="testloom")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))
    titles = [_title(lens) for lens in await _lenses(editor, account)]

    assert titles == ["Cover when amount > self.balance is true"]


async def test_lenses_move_with_the_text_and_say_nothing_of_changed_lines(
    editor: Editor, account: Path
) -> None:
    await _run(editor, account)
    _change(editor, account, 2, "# one more line\n" + MODULE)
    moved = {(lens.range.start.line, _title(lens)) for lens in await _lenses(editor, account)}
    _change(editor, account, 3, MODULE.replace("amount > self.balance", "amount > 7"))
    changed = {_title(lens) for lens in await _lenses(editor, account)}

    assert (6, "Cover when amount > self.balance is true") in moved
    assert not any(title.startswith("Cover") for title in changed)


async def test_lenses_stay_while_the_text_does_not_parse(editor: Editor, account: Path) -> None:
    await _lenses(editor, account)
    _change(editor, account, 2, MODULE + "def (:")

    assert len(await _lenses(editor, account)) == 4


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        (5, ["Cover when amount > self.balance is true", "Cover when amount > self.balance is false"]),
        (6, ["Make this raise"]),
        (7, ["Cover this line"]),
        (8, ["Return this"]),
        (12, ["Cover when `for item in items` is entered", "Cover when `for item in items` ends"]),
        (3, []),
    ],
)
async def test_a_line_offers_what_can_be_covered_there(
    editor: Editor, account: Path, line: int, titles: list[str]
) -> None:
    assert await _actions(editor, account, line) == titles


async def test_only_what_is_not_reached_is_offered_to_who_did_not_ask(editor: Editor, account: Path) -> None:
    automatic = types.CodeActionTriggerKind.Automatic
    before = await _actions(editor, account, 6, trigger=automatic)
    await _run(editor, account)

    assert before == []
    assert await _actions(editor, account, 5, trigger=automatic) == [
        "Cover when amount > self.balance is true"
    ]
    assert await _actions(editor, account, 6, trigger=automatic) == ["Make this raise"]
    assert await _actions(editor, account, 7, trigger=automatic) == []
    assert await _actions(editor, account, 7, only=["source"]) == []
    assert await _actions(editor, account, 7, only=["refactor"]) == ["Cover this line"]


async def test_a_run_tells_how_each_test_ends_and_what_is_reached(editor: Editor, account: Path) -> None:
    answer = await _run(editor, account)
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
    answer = await _run(editor, account)
    [file] = answer["files"]
    all_tests = await _coverage(editor, {"uri": file["uri"]})
    one_test = await _coverage(editor, {"uri": file["uri"], "test": file["tests"][0]})
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
    await _run(editor, account)
    tests: Any = await _ask(editor, "testloom/testsOfLine", {"uri": account.as_uri(), "line": 7})
    none: Any = await _ask(editor, "testloom/testsOfLine", {"uri": account.as_uri(), "line": 13})
    uri = (editor.folder / "tests" / "test_account.py").as_uri()

    assert tests["tests"] == [
        {"test": "tests/test_account.py::test_withdraw", "uri": uri, "line": 3},
        {"test": "tests/test_account.py::test_withdraw_all", "uri": uri, "line": 7},
    ]
    assert none == {"tests": []}


async def test_tests_that_reach_a_changed_file_run_again_and_the_rest_is_kept(
    editor: Editor, account: Path
) -> None:
    await _run(editor, account)
    other = editor.folder / "tests" / "test_other.py"
    other.write_text("from account import unused\n\n\ndef test_unused():\n    unused([1])\n")
    new = await _run(editor, account, affectedBy=other.as_uri())
    again = await _run(editor, account, affectedBy=account.as_uri())

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
    await until(lambda: not is_running(int(pid.read_text())), seconds=2)


async def test_a_run_that_cannot_start_says_why(editor: Editor, account: Path) -> None:
    (editor.folder / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = ["--no-such-option"]\n'
    )
    answer = await _run(editor, account)

    assert "pytest ended with status 4" in answer["error"]


async def test_nothing_is_written_into_the_project(editor: Editor, account: Path) -> None:
    before = sorted(editor.folder.rglob("*"))
    await _run(editor, account)

    assert sorted(editor.folder.rglob("*")) == before


async def test_a_thousand_random_edits_leave_the_right_lenses(editor: Editor, account: Path) -> None:
    draw = random.Random(1)
    text = MODULE
    for version in range(2, 1002):
        at = draw.randrange(len(text))
        text = text[:at] + draw.choice(["x", "\n", " ", "(", "é", "if a:\n"]) + text[at + draw.randrange(2) :]
        _change(editor, account, version, text)
        if version % 100 == 0:
            await _lenses(editor, account)
    _change(editor, account, 2000, MODULE)

    assert [lens.range.start.line for lens in await _lenses(editor, account)] == [0, 1, 4, 11]
    assert not [entry for entry in editor.client.log_messages if entry.type == types.MessageType.Error]


async def _lenses(editor: Editor, path: Path) -> list[types.CodeLens]:
    """The lenses that say what to cover; those that record know their commands already."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
    found = await editor.client.text_document_code_lens_async(params) or []
    return [await editor.client.code_lens_resolve_async(lens) for lens in found if lens.command is None]


CALLER = """\
from stock import Stock


class Cart:
    def __init__(self, stock: Stock):
        self.stock = stock

    def add(self, name):
        if name:
            self.stock.take(name)
"""
CALLEE = """\
class Stock:
    def take(self, name):
        return 1 if name == "a" else 2
"""


async def test_a_call_offers_tests_of_the_caller_with_the_callee_when_asked(editor: Editor) -> None:
    stock, cart = editor.open("stock.py", CALLEE), editor.open("cart.py", CALLER)

    title = "Generate tests of Cart with Stock"
    assert title in await _actions(editor, cart, 9)
    assert title not in await _actions(editor, cart, 5)
    assert title not in await _actions(editor, cart, 9, types.CodeActionTriggerKind.Automatic)
    assert title not in await _actions(editor, stock, 2)


async def test_a_caller_has_a_lens_that_counts_its_coupled_branches(editor: Editor) -> None:
    stock, cart = editor.open("stock.py", CALLEE), editor.open("cart.py", CALLER)

    [lens] = await _pair_lenses(editor, cart)

    assert lens.range.start.line == 3
    assert lens.command is not None and lens.command.arguments is not None
    assert lens.command.title == "Stock: 2 coupled branches"
    wish: Any = lens.command.arguments[0]
    assert wish["pair"] == [f"{cart}::Cart", f"{stock}::Stock"]


async def _pair_lenses(editor: Editor, path: Path) -> list[types.CodeLens]:
    """The lenses about pairs, which are there a little later."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
    for _ in range(100):
        found = await editor.client.text_document_code_lens_async(params) or []
        lenses = [lens for lens in found if lens.command and "coupled" in lens.command.title]
        if lenses:
            return lenses
        await asyncio.sleep(0.05)
    return []


async def _actions(
    editor: Editor,
    path: Path,
    line: int,
    trigger: types.CodeActionTriggerKind | None = types.CodeActionTriggerKind.Invoked,
    only: list[str] | None = None,
) -> list[str]:
    place = types.Range(types.Position(line, 8), types.Position(line, 8))
    context = types.CodeActionContext([], only=only, trigger_kind=trigger)
    params = types.CodeActionParams(types.TextDocumentIdentifier(path.as_uri()), place, context)
    return [action.title for action in await editor.client.text_document_code_action_async(params) or []]


async def _run(editor: Editor, path: Path, **more: Any) -> dict[str, Any]:
    params = {"run": "r1", "uri": path.as_uri(), "python": sys.executable, **more}
    return await _ask(editor, "testloom/runTests", params)


async def _coverage(editor: Editor, params: dict[str, Any]) -> dict[str, Any]:
    return await _ask(editor, "testloom/coverage", params)


async def _ask(editor: Editor, method: str, params: dict[str, Any]) -> dict[str, Any]:
    request: Any = editor.client.protocol.send_request_async
    answer: dict[str, Any] = plain(await request(method, params))
    return answer


def _change(editor: Editor, path: Path, version: int, text: str) -> None:
    document = types.VersionedTextDocumentIdentifier(version, path.as_uri())
    change = types.TextDocumentContentChangeWholeDocument(text)
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


def _title(lens: types.CodeLens) -> str:
    assert lens.command is not None
    return lens.command.title
