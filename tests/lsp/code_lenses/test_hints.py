from __future__ import annotations

import random
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from testloom.lsp.documents import mark_of
from testloom.model.progress.offers import OfferedTest
from testloom.store import OfferedTests, open_store
from tests.lsp.editor import Editor, plain
from tests.lsp.looking import MODULE, TESTS, actions, ask, change, lenses_of, run, title


async def test_every_class_and_function_has_a_lens_that_generates_its_tests(
    editor: Editor, account: Path
) -> None:
    lenses = await lenses_of(editor, account)

    assert [lens.range.start.line for lens in lenses] == [0, 1, 4, 11]
    assert {title(lens) for lens in lenses} == {"Generate tests"}
    assert lenses[0].command is not None
    assert lenses[0].command.command == "testloom.generateTests"


@pytest.mark.parametrize("name", ["tests/test_account.py", "specs/account.py"])
async def test_files_of_tests_have_no_lenses_and_no_actions(editor: Editor, account: Path, name: str) -> None:
    (editor.folder / "pytest.ini").write_text("[pytest]\npython_files = specs/*.py\n")
    path = editor.open(name, TESTS)

    assert await lenses_of(editor, path) == []
    assert await actions(editor, path, 4) == []


@pytest.mark.parametrize("name", ["account.pyi", "SConstruct"])
async def test_what_is_no_module_has_neither_lenses_nor_actions_nor_tests(editor: Editor, name: str) -> None:
    path = editor.open(name, MODULE)

    assert await lenses_of(editor, path) == []
    assert await actions(editor, path, 4) == []
    assert await editor.generate(path) is None
    assert editor.refused == [f"{name} is not a Python module. Generate tests for a .py file."]


async def test_lenses_count_what_the_projects_tests_reach_and_offer_the_rest(
    editor: Editor, account: Path
) -> None:
    await run(editor, account)

    assert [(lens.range.start.line, title(lens)) for lens in await lenses_of(editor, account)] == [
        (0, "Generate tests · 1 of 2 branches"),
        (1, "Generate tests"),
        (4, "Generate tests · 1 of 2 branches"),
        (11, "Generate tests · 0 of 2 branches"),
        (5, "Cover when amount > self.balance is true"),
    ]


@pytest.mark.parametrize("gone", ["tests/test_account.py", "tests"], ids=["their file", "their folder"])
async def test_lenses_count_no_tests_that_are_gone_and_count_them_again_once_they_are_back(
    editor: Editor, account: Path, gone: str
) -> None:
    await run(editor, account)
    counts = "Generate tests · 1 of 2 branches", "Generate tests · 0 of 2 branches"
    place, aside = editor.folder / gone, editor.folder / "aside"

    async def lenses_after(kind: types.FileChangeType) -> list[str]:
        changed = [types.FileEvent(place.as_uri(), kind)]
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changed))
        return [title(lens) for lens in await lenses_of(editor, account)]

    assert counts[0] in [title(lens) for lens in await lenses_of(editor, account)]
    place.rename(aside)
    assert counts[0] not in (without := await lenses_after(types.FileChangeType.Deleted))
    assert without.count(counts[1]) == 3
    aside.rename(place)
    assert counts[0] in await lenses_after(types.FileChangeType.Created)


async def test_a_branch_that_an_accepted_test_covers_has_no_lens_while_it_is_as_it_was(
    editor: Editor, account: Path
) -> None:
    file = editor.folder / "tests" / "test_account.py"
    editor.open("tests/test_account.py", TESTS)
    source = "def test_raises():\n    assert Account(0)\n"
    test = OfferedTest(file, "test_raises", source, account, "account:Account", (), source, lines=(6, 7))
    with open_store() as database:
        OfferedTests(database).add([replace(test, verified_for=mark_of(account))])
    await run(editor, account)
    cover = "Cover when amount > self.balance is true"
    assert cover in [title(lens) for lens in await lenses_of(editor, account)]

    await editor.ask("accept", ids=[test.id], where="extend")
    change(editor, file, 2, f"{TESTS}\n\n{source}")
    after = [title(lens) for lens in await lenses_of(editor, account)]
    assert cover not in after
    assert after.count("Generate tests · 1 of 2 branches") == 0
    assert cover not in await actions(editor, account, 5, types.CodeActionTriggerKind.Automatic)

    other = file.with_name("test_bank.py")
    editor.client.workspace_did_rename_files(
        types.RenameFilesParams([types.FileRename(file.as_uri(), other.as_uri())])
    )
    editor.open("tests/test_bank.py", f"{TESTS}\n\n{source}")
    assert cover not in [title(lens) for lens in await lenses_of(editor, account)]
    file = other

    change(editor, file, 3, f"{TESTS}\n\n{source.replace('Account(0)', '1')}")
    assert cover in [title(lens) for lens in await lenses_of(editor, account)]
    change(editor, file, 4, f"{TESTS}\n\n{source}")
    assert cover not in [title(lens) for lens in await lenses_of(editor, account)]

    change(editor, file, 5, TESTS)
    assert cover in [title(lens) for lens in await lenses_of(editor, account)]


async def test_an_accepted_test_whose_folder_is_gone_covers_nothing(editor: Editor, account: Path) -> None:
    file = editor.folder / "tests" / "test_account.py"
    source = "def test_raises():\n    assert Account(0)\n"
    test = OfferedTest(file, "test_raises", source, account, "account:Account", (), source, lines=(6, 7))
    with open_store() as database:
        OfferedTests(database).add([replace(test, verified_for=mark_of(account))])
    await run(editor, account)
    await editor.ask("accept", ids=[test.id], where="extend")
    file.write_text(f"{TESTS}\n\n{source}")
    none = "Generate tests · 0 of 2 branches"

    async def lenses_after(path: Path, kind: types.FileChangeType) -> list[str]:
        changed = [types.FileEvent(path.as_uri(), kind)]
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changed))
        return [title(lens) for lens in await lenses_of(editor, account)]

    assert (await lenses_after(file, types.FileChangeType.Changed)).count(none) == 1
    shutil.rmtree(file.parent)
    assert (await lenses_after(file.parent, types.FileChangeType.Deleted)).count(none) == 3


async def test_a_branch_that_the_job_of_an_accepted_test_names_has_no_lens(editor: Editor) -> None:
    loop = "    for word in words:\n        if word:\n            words = word\n"
    code = f"def longest(words):\n{loop}    return words\n"
    path = editor.open("words.py", code)
    tests = "from words import longest\n\n\ndef test_longest():\n    assert longest(['a']) == 'a'\n"
    source = "def test_longest_of_two():\n    assert longest(['', 'a']) == 'a'\n"
    file = editor.open("tests/test_words.py", tests)
    lines, branches = (2, 3, 4, 5), ((3, "word is false"), (3, "word is true"))
    test = OfferedTest(file, "test_longest_of_two", source, path, "words:longest", (), source)
    test = replace(test, lines=lines, branches=branches, verified_for=mark_of(path))
    with open_store() as database:
        OfferedTests(database).add([test])
    await run(editor, path)
    before = [title(lens) for lens in await lenses_of(editor, path)]
    await editor.ask("accept", ids=[test.id], where="extend")
    change(editor, file, 2, f"{tests}\n\n{source}")
    after = [title(lens) for lens in await lenses_of(editor, path)]

    cover = "Cover when word is false"
    assert (cover in before, cover in after) == (True, False)


async def test_what_tests_cover_fully_has_no_lens_but_to_generate_more(editor: Editor, account: Path) -> None:
    path = editor.open("add.py", "def add(a, b):\n    return a + b\n")
    (editor.folder / "tests" / "test_add.py").write_text(
        "from add import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
    )
    params = types.CodeLensParams(types.TextDocumentIdentifier(path.as_uri()))
    before = await editor.client.text_document_code_lens_async(params) or []
    await run(editor, path)
    [after] = await editor.client.text_document_code_lens_async(params) or []

    assert [lens.command.title for lens in before if lens.command] == ["Record"]
    assert title(await editor.client.code_lens_resolve_async(after)) == "Generate tests"


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
    await run(editor, shapes)

    assert [(lens.range.start.line, title(lens)) for lens in (await lenses_of(editor, shapes))[2:]] == [
        (4, "Cover when case str() if shape matches"),
        (6, "Cover when case [] matches"),
        (13, "Cover when except (ValueError, KeyError) runs"),
        (15, "Cover when except TypeError runs"),
    ]
    assert await actions(editor, shapes, 6) == [
        "Cover when case [] matches",
        "Cover when case [] does not match",
    ]
    assert await actions(editor, shapes, 13) == ["Cover when except (ValueError, KeyError) runs"]
    assert await actions(editor, shapes, 16) == ["Make this fail"]


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
    await run(editor, checked)
    before = [(lens.range.start.line, title(lens)) for lens in (await lenses_of(editor, checked))[2:]]
    fails = "def test_fails():\n    with pytest.raises(AssertionError):\n        share(4, 0)\n"
    file.write_text(f"import pytest\nfrom checked import *\n\n\n{holds}\n\n{fails}")
    await run(editor, checked)

    assert before == [(1, "Make this fail"), (6, "Make this fail")]
    assert [lens.range.start.line for lens in (await lenses_of(editor, checked))[2:]] == [6]
    assert await actions(editor, checked, 6) == ["Make this fail"]


async def test_lines_that_have_changed_since_they_were_measured_are_known(
    editor: Editor, account: Path
) -> None:
    asked = {"uri": account.as_uri()}
    never = await ask(editor, "testloom/changedLines", asked)
    await run(editor, account)
    unchanged = await ask(editor, "testloom/changedLines", asked)
    change(editor, account, 2, MODULE.replace("-= amount", "-= amount + 0\n\n        # so far"))
    changed = await ask(editor, "testloom/changedLines", asked)

    assert (never, unchanged, changed) == ({"lines": []}, {"lines": []}, {"lines": [7]})


async def test_a_lens_whose_place_is_gone_says_nothing(editor: Editor, account: Path) -> None:
    params = types.CodeLensParams(types.TextDocumentIdentifier(account.as_uri()))
    [lens, *_] = await editor.client.text_document_code_lens_async(params) or []
    change(editor, account, 2, "x = 1\n")

    assert (await editor.client.code_lens_resolve_async(lens)).command is None


async def test_a_lens_of_a_branch_wishes_for_that_outcome_alone(editor: Editor, account: Path) -> None:
    await run(editor, account)
    lens = (await lenses_of(editor, account))[-1]
    assert lens.command is not None and lens.command.arguments is not None
    [request] = plain(lens.command.arguments)

    assert request == {
        "uri": account.as_uri(),
        "position": {"line": 5, "character": 0},
        "scope": "line",
        "outcome": True,
    }


async def test_a_wish_for_an_outcome_reaches_the_worker(editor: Editor) -> None:
    path = editor.open("echoes.py", MODULE)
    place = {"line": 5, "character": 0}
    request = await editor.wished(path, position=place, scope="line", outcome=False)

    assert request["targets"] == [f"{path}::Account.withdraw:6:false"]


async def test_a_folder_means_its_source_files(editor: Editor, tmp_path: Path) -> None:
    for name in ("echoes.py", "package/inner.py", "test_echoes.py", "tests/helper.py", "package/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("" if path.name == "__init__.py" else "x = 1\n")
    request = await editor.wished(tmp_path, scope="file")

    assert [Path(target).name for target in request["targets"]] == ["echoes.py", "inner.py"]


async def test_kinds_of_lenses_can_be_switched_off(editor: Editor, account: Path) -> None:
    await run(editor, account)
    editor.client.set_configuration({"lenses": ["branches"]}, section="testloom")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))
    titles = [title(lens) for lens in await lenses_of(editor, account)]

    assert titles == ["Cover when amount > self.balance is true"]


async def test_lenses_move_with_the_text_and_say_nothing_of_changed_lines(
    editor: Editor, account: Path
) -> None:
    await run(editor, account)
    change(editor, account, 2, "# one more line\n" + MODULE)
    moved = {(lens.range.start.line, title(lens)) for lens in await lenses_of(editor, account)}
    change(editor, account, 3, MODULE.replace("amount > self.balance", "amount > 7"))
    changed = {title(lens) for lens in await lenses_of(editor, account)}

    assert (6, "Cover when amount > self.balance is true") in moved
    assert not any(title.startswith("Cover") for title in changed)


async def test_lenses_stay_while_the_text_does_not_parse(editor: Editor, account: Path) -> None:
    await lenses_of(editor, account)
    change(editor, account, 2, MODULE + "def (:")

    assert len(await lenses_of(editor, account)) == 4


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        (5, ["Cover when amount > self.balance is true", "Cover when amount > self.balance is false"]),
        (6, ["Make this raise"]),
        (7, ["Cover this line"]),
        (8, ["Cover this return"]),
        (12, ["Cover when `for item in items` is entered", "Cover when `for item in items` ends"]),
        (3, []),
    ],
)
async def test_a_line_offers_what_can_be_covered_there(
    editor: Editor, account: Path, line: int, titles: list[str]
) -> None:
    assert await actions(editor, account, line) == titles


async def test_only_what_is_not_reached_is_offered_to_who_did_not_ask(editor: Editor, account: Path) -> None:
    automatic = types.CodeActionTriggerKind.Automatic
    before = await actions(editor, account, 6, trigger=automatic)
    await run(editor, account)

    assert before == []
    assert await actions(editor, account, 5, trigger=automatic) == [
        "Cover when amount > self.balance is true"
    ]
    assert await actions(editor, account, 6, trigger=automatic) == ["Make this raise"]
    assert await actions(editor, account, 7, trigger=automatic) == []
    assert await actions(editor, account, 7, only=["source"]) == []
    assert await actions(editor, account, 7, only=["refactor"]) == ["Cover this line"]


async def test_a_thousand_random_edits_leave_the_right_lenses(editor: Editor, account: Path) -> None:
    draw = random.Random(1)
    text = MODULE
    for version in range(2, 1002):
        at = draw.randrange(len(text))
        text = text[:at] + draw.choice(["x", "\n", " ", "(", "é", "if a:\n"]) + text[at + draw.randrange(2) :]
        change(editor, account, version, text)
        if version % 100 == 0:
            await lenses_of(editor, account)
    change(editor, account, 2000, MODULE)

    assert [lens.range.start.line for lens in await lenses_of(editor, account)] == [0, 1, 4, 11]
    assert not [entry for entry in editor.client.log_messages if entry.type == types.MessageType.Error]


async def test_a_document_that_is_too_large_has_no_hints_and_its_user_is_told_once(editor: Editor) -> None:
    path = editor.open("large.py", "def f(): ...\n" * 80_000)
    started = time.monotonic()
    for _ in range(2):
        assert (await lenses_of(editor, path), await actions(editor, path, 3)) == ([], [])
    took = time.monotonic() - started

    assert editor.messages() == [
        "Testloom: large.py has more than 1,000,000 characters and gets no code lenses."
    ]
    assert took < 2
