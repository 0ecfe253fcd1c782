"""Generated tests that fail since the code has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from testloom.lsp.places.outline import outline_of
from testloom.lsp.reporting.diagnostics import Issue
from testloom.lsp.reporting.fixes import FixedDocument, fixes_for
from testloom.lsp.reporting.stale import StaleTest
from testloom.model.failures import Failure
from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, OfferedTests, open_store
from testloom.writer.changed import ChangedValue
from tests.lsp.editor import Editor, until
from tests.lsp.reporting.failing import act, diagnostics, fixes, run

OURS = "def test_total():\n    assert total(3) == 9\n"
MINE = "def test_mine():\n    assert total(1) < 4\n"
TESTS = f"from shop import total\n\n\n{OURS}\n\n{MINE}"
ASSERTION = 4


@pytest.fixture
async def tests(editor: Editor) -> Path:
    """A test file with a test of ours and one of its user's, after the code has changed."""
    editor.open("shop.py", "def total(n):\n    return n * 4\n")
    path = editor.open("test_shop.py", TESTS)
    with open_store() as database:
        EmittedTests(database).remember(path, [EmittedTest("test_total", OURS, "shop:total", "(n)", True)])
    await run(editor, path)
    return path


async def test_the_test_says_what_changed(editor: Editor, tests: Path) -> None:
    ended = {params["test"]: params for params in editor.told("testloom/test") if params["event"] == "ended"}

    assert ended["test_shop.py::test_total"]["stale"] == {
        "what": "total(3) was 9, is now 12",
        "line": ASSERTION,
        "expected": "9",
        "actual": "12",
        "acceptable": True,
        "generated": True,
    }
    assert "stale" not in ended["test_shop.py::test_mine"]


async def test_the_change_stands_at_the_assertion_with_three_ways_on(editor: Editor, tests: Path) -> None:
    [shown] = await diagnostics(editor, tests)
    actions = await fixes(editor, tests, ASSERTION)

    assert (shown.message, shown.range.start.line) == ("total(3) was 9, is now 12", ASSERTION)
    assert [action.title for action in actions] == [
        "Accept new value: 12",
        "Regenerate test_total",
        "Mark as bug: ignore until it changes",
    ]


async def test_the_new_value_is_accepted_with_one_edit_and_the_test_stays_ours(
    editor: Editor, tests: Path
) -> None:
    await act(editor, tests, 0, ASSERTION)
    change = editor.only_change()
    [entry] = change.edits
    assert isinstance(entry, types.TextEdit)

    assert editor.edits[0].edit.change_annotations is None
    assert (entry.range.start.line, entry.new_text) == (ASSERTION, "    assert total(3) == 12\n")
    assert await diagnostics(editor, tests) == []
    with open_store() as database:
        [known] = EmittedTests(database).of(tests)
    assert known.source == OURS.replace("9", "12")


def test_a_title_shows_where_its_value_is_cut() -> None:
    message = 'Life span must be positive, the input is "-1",\nwhich is in the past.'
    change = ChangedValue("check(-1) says something else", ASSERTION, "", message, TESTS)
    stale = StaleTest(
        Path("test_shop.py"), "test_total", None, OURS, Failure(1, "AssertionError", ""), change
    )
    place = types.Range(types.Position(ASSERTION, 0), types.Position(ASSERTION, 9))
    outline = outline_of(TESTS)
    assert outline is not None
    actions = fixes_for(
        Issue(types.Diagnostic(place, ""), stale), FixedDocument("file:///t.py", TESTS, outline)
    )

    assert next(actions).title == (
        'Accept new value: Life span must be positive, the input is "-1", which is in…'
    )


@pytest.mark.parametrize(
    "odd", ["\x0c\n" * 3, "# a\u2028b\x85c\x1cd\n" * 3], ids=["form feeds", "separators"]
)
async def test_a_new_value_takes_its_place_below_what_is_no_line_end(editor: Editor, odd: str) -> None:
    editor.open("shop.py", "def total(n):\n    return n * 4\n")
    path = editor.open("test_shop.py", odd + TESTS)
    with open_store() as database:
        EmittedTests(database).remember(path, [EmittedTest("test_total", OURS, "shop:total", "(n)", True)])
    await run(editor, path)
    await act(editor, path, 0, ASSERTION + 3)
    change = editor.only_change()
    [entry] = change.edits
    assert isinstance(entry, types.TextEdit)

    assert (entry.range.start.line, entry.range.end.line) == (ASSERTION + 3, ASSERTION + 4)
    assert entry.new_text == "    assert total(3) == 12\n"
    assert editor.messages() == []
    with open_store() as database:
        [known] = EmittedTests(database).of(path)
    assert known.source == OURS.replace("9", "12")


async def test_a_test_in_a_file_with_a_byte_order_mark_is_known_as_ours(editor: Editor) -> None:
    editor.open("shop.py", "def total(n):\n    return n * 4\n")
    path = editor.open("test_shop.py", TESTS)
    path.write_text(TESTS, encoding="utf-8-sig")
    with open_store() as database:
        EmittedTests(database).remember(path, [EmittedTest("test_total", OURS, "shop:total", "(n)", True)])
    await run(editor, path)

    [shown] = await diagnostics(editor, path)
    assert (shown.message, shown.range.start.line) == ("total(3) was 9, is now 12", ASSERTION)


async def test_nothing_is_offered_for_a_test_file_that_is_a_link_out_of_the_project(
    editor: Editor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    editor.open("shop.py", "def total(n):\n    return n * 4\n")
    theirs = tmp_path_factory.mktemp("elsewhere") / "test_shop.py"
    theirs.write_text(TESTS)
    (editor.folder / "test_shop.py").symlink_to(theirs)
    with open_store() as database:
        EmittedTests(database).remember(theirs, [EmittedTest("test_total", OURS, "shop:total", "(n)", True)])
    await run(editor, editor.folder / "test_shop.py")

    ended = [params for params in editor.told("testloom/test") if params["event"] == "ended"]
    assert [params["outcome"] for params in ended] == ["failed", "failed"]
    assert all("stale" not in params for params in ended)


async def test_a_value_that_the_editor_does_not_take_is_still_to_be_decided_on(
    editor: Editor, tests: Path
) -> None:
    editor.takes_edits = False
    with pytest.raises(JsonRpcException, match=r"did not apply the edit \(it is read-only\)"):
        await act(editor, tests, 0, ASSERTION)

    assert len(await diagnostics(editor, tests)) == 1


async def test_a_bug_is_not_said_again_until_it_changes(editor: Editor, tests: Path) -> None:
    await act(editor, tests, 2, ASSERTION)
    assert await diagnostics(editor, tests) == []
    await run(editor, tests)
    assert await diagnostics(editor, tests) == []

    (tests.parent / "shop.py").write_text("def total(n):\n    return n * 50\n")
    await run(editor, tests)
    [shown] = await diagnostics(editor, tests)
    assert shown.message == "total(3) was 9, is now 150"


@pytest.mark.parametrize("where", ["shop.py", "shelf/_inner.py"])
async def test_the_change_goes_when_the_code_that_is_tested_changes(editor: Editor, where: str) -> None:
    source = editor.open(where, "def total(n):\n    return n * 4\n")
    if where != "shop.py":
        editor.open("shelf/__init__.py", "from shelf._inner import total\n")
    path = editor.open("test_shop.py", TESTS.replace("shop", where.partition("/")[0].removesuffix(".py")))
    await run(editor, path)
    failing = source.read_text()
    editor.open("other.py", "LIMIT = 4\n")
    shown = [len(await diagnostics(editor, path))]
    for text in (failing.replace("4", "3"), failing):
        source.write_text(text)
        shown.append(len(await diagnostics(editor, path)))

    assert shown == [1, 0, 1]


async def test_a_stale_test_is_generated_anew_as_a_candidate(editor: Editor, tests: Path) -> None:
    with open_store() as database:
        written = EmittedTest("test_total", OURS, "echoes:f", "()", True)
        EmittedTests(database).remember(tests, [written])
    editor.open("echoes.py")
    await run(editor, tests)
    await act(editor, tests, 1, ASSERTION)
    await until(lambda: bool(editor.told("testloom/finished")))
    request = editor.echoed(editor.told("testloom/finished")[0])

    assert request["targets"] == [f"{tests.with_name('echoes.py')}::f"]
    assert (request["renewed"], request["drafts"]) == (["test_total"], True)


async def test_a_stale_test_of_what_a_private_module_defines_is_generated_anew_from_that(
    editor: Editor, tests: Path
) -> None:
    with open_store() as database:
        written = EmittedTest("test_total", OURS, "shelf:f", "()", True)
        EmittedTests(database).remember(tests, [written])
    editor.open("shelf/__init__.py", "from shelf._inner.echoes import f\n")
    editor.open("shelf/_inner/__init__.py")
    editor.open("shelf/_inner/echoes.py", "\n\ndef f():\n    return 1\n")
    await run(editor, tests)
    await act(editor, tests, 1, ASSERTION)
    await until(lambda: bool(editor.told("testloom/finished")))
    request = editor.echoed(editor.told("testloom/finished")[0])

    assert request["targets"] == [f"{tests.parent / 'shelf/_inner/echoes.py'}::f"]


async def test_a_test_that_was_generated_anew_takes_the_place_of_the_stale_one(
    editor: Editor, tests: Path
) -> None:
    anew = "def test_total_returns_12():\n    assert total(3) == 12\n"
    complete = f"from shop import total\n\n\n{anew}"
    source, name = tests.with_name("shop.py"), "test_total_returns_12"
    offer = OfferedTest(tests, name, anew, source, "shop:total", (), complete, replaces=("test_total",))
    with open_store() as database:
        OfferedTests(database).add([offer])

    preview = await editor.ask("preview", ids=[offer.id])
    edit(editor, tests, TESTS.replace("total(3)", "total(3 + 0)"))
    tests.write_text(TESTS.replace("total(3)", "total(3 + 0)"))
    touched = await editor.ask("preview", ids=[offer.id])

    assert ("def test_total()" in preview["text"], anew in preview["text"]) == (False, True)
    assert ("def test_total()" in touched["text"], anew in touched["text"]) == (True, True)


async def test_a_test_stays_ours_when_its_new_value_is_undone(editor: Editor, tests: Path) -> None:
    await act(editor, tests, 0, ASSERTION)
    edit(editor, tests, TESTS.replace("== 9", "== 12"))
    edit(editor, tests, TESTS)
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    await run(editor, tests)
    with open_store() as database:
        [known] = EmittedTests(database).of(tests)

    assert known.source == OURS
    assert len(await diagnostics(editor, tests)) == 1


async def test_an_accepted_test_does_not_wait_again_once_its_new_value_was_accepted(editor: Editor) -> None:
    source = editor.open("shop.py", "def total(n):\n    return n * 4\n")
    tests = source.with_name("test_shop.py")
    with open_store() as database:
        OfferedTests(database).add([OfferedTest(tests, "test_total", OURS, source, "shop:total", (), TESTS)])
        EmittedTests(database).remember(tests, [EmittedTest("test_total", OURS, "shop:total", "(n)")])
    editor.open("test_shop.py", TESTS)
    await run(editor, tests)
    await act(editor, tests, 0, ASSERTION)
    edit(editor, tests, TESTS.replace("== 9", "== 12"))
    await run(editor, tests, generated=True)

    assert (await editor.ask("candidates"))["tests"] == []


async def test_a_test_that_was_edited_is_its_users_business(editor: Editor, tests: Path) -> None:
    edit(editor, tests, TESTS.replace("total(3)", "total(3 + 0)"))
    assert await diagnostics(editor, tests) == []

    await editor.command("testloom.acceptNewValue", {"uri": tests.as_uri(), "test": "test_total"})
    assert editor.edits == []
    assert editor.refused[-1].startswith("test_total has been edited since it failed.")


async def test_lines_above_move_the_diagnostic(editor: Editor, tests: Path) -> None:
    edit(editor, tests, f"# a comment\n{TESTS}")
    [shown] = await diagnostics(editor, tests)

    assert shown.range.start.line == ASSERTION + 1


async def test_a_test_that_has_got_a_comment_is_explained_but_not_written_anew(
    editor: Editor, tests: Path
) -> None:
    touched = TESTS.replace("total(3) == 9", "total(3) == 9  # per dozen")
    edit(editor, tests, touched)
    tests.write_text(touched)
    await run(editor, tests)
    actions = await fixes(editor, tests, ASSERTION)
    await editor.command("testloom.renewTest", {"uri": tests.as_uri(), "test": "test_total"})

    assert [action.title for action in actions] == [
        "Accept new value: 12",
        "Mark as bug: ignore until it changes",
    ]
    assert editor.refused[-1] == (
        "test_total was not generated, or has been edited. Edit it by hand. Or delete it, run Testloom: "
        "Forget Decisions on This File's Tests, and generate tests again."
    )


async def test_a_test_that_passes_again_is_not_stale(editor: Editor, tests: Path) -> None:
    (tests.parent / "shop.py").write_text("def total(n):\n    return n * 3\n")
    await run(editor, tests)

    assert await diagnostics(editor, tests) == []


async def test_only_generated_tests_run_when_these_are_checked(editor: Editor, tests: Path) -> None:
    editor.heard.clear()
    await run(editor, tests, generated=True)
    started = [params["test"] for params in editor.told("testloom/test") if params["event"] == "started"]

    assert started == ["test_shop.py::test_total"]


def edit(editor: Editor, path: Path, text: str) -> None:
    identifier = types.VersionedTextDocumentIdentifier(2, path.as_uri())
    change = types.TextDocumentContentChangeWholeDocument(text)
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
