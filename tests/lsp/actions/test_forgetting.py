"""Decisions that their user wants to be forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, ExpectedExceptions, KnownBugs, open_store
from tests.lsp.candidates.test_undoing import BOTH, MINE, ONE, TestFile
from tests.lsp.editor import Editor
from tests.lsp.looking import change

FORGOTTEN = (
    "Testloom: The decisions on {} are forgotten. "
    "Deleted tests may be generated again, and marked failures and exceptions are shown again."
)


@pytest.fixture
def decided(editor: Editor) -> Path:
    """A source file with a deleted and a known test, an expected exception and a known bug."""
    source = editor.open("works.py")
    file = editor.open("tests/test_works.py", ONE)
    deleted = EmittedTest("test_two", ONE.replace("1 == 1", "2"), "works:f", was_seen=True)
    with open_store() as database:
        EmittedTests(database).remember(file, [EmittedTest("test_one", ONE, "works:f", "", True), deleted])
        ExpectedExceptions(database).add(source, "works:f", "builtins:ValueError")
        KnownBugs(database).add(file, "test_one", "It returns 2 instead of 1.")
    return source


def known(source: Path) -> tuple[list[str], list[tuple[str, str]], dict[str, str]]:
    file = source.parent / "tests" / "test_works.py"
    with open_store() as database:
        names = [test.name for test in EmittedTests(database).of(file)]
        return names, ExpectedExceptions(database).of(source), KnownBugs(database).of(file)


async def test_what_was_decided_on_a_source_file_and_its_tests_is_forgotten(
    editor: Editor, decided: Path
) -> None:
    await editor.ask("forgetDecisions", uri=decided.as_uri())
    assert known(decided) == (["test_one"], [], {})
    await editor.ask("forgetDecisions", uri=decided.as_uri())
    assert editor.messages() == [
        FORGOTTEN.format("works.py"),
        "Testloom: There are no decisions on works.py to forget.",
    ]


async def test_tests_of_what_a_private_module_defines_are_those_of_its_file(editor: Editor) -> None:
    package = editor.open("shelf/__init__.py", "from shelf._store import f\n")
    source = editor.open("shelf/_store.py", "def f():\n    return 1\n")
    file = editor.open("tests/test__store.py", ONE)
    deleted = EmittedTest("test_two", ONE.replace("1 == 1", "2"), "shelf:f", was_seen=True)
    with open_store() as database:
        EmittedTests(database).remember(file, [deleted])
    await editor.ask("forgetDecisions", uri=package.as_uri())
    await editor.ask("forgetDecisions", uri=source.as_uri())

    assert editor.messages() == [
        "Testloom: There are no decisions on __init__.py to forget.",
        FORGOTTEN.format("_store.py"),
    ]


async def test_of_a_test_file_only_what_was_decided_on_its_tests_is_forgotten(
    editor: Editor, decided: Path
) -> None:
    await editor.ask("forgetDecisions", uri=(decided.parent / "tests" / "test_works.py").as_uri())

    assert known(decided) == (["test_one"], [("works:f", "builtins:ValueError")], {})


async def test_a_file_that_is_no_python_keeps_its_decisions(editor: Editor, decided: Path) -> None:
    change(editor, decided.parent / "tests" / "test_works.py", 2, "def test_one(:\n")
    before = known(decided)
    answer = await editor.ask("forgetDecisions", uri=decided.as_uri())

    assert answer["error"].startswith(
        f"{decided.parent / 'tests' / 'test_works.py'} has a syntax error on line 1 (invalid syntax)."
    )
    assert known(decided) == before


async def test_a_test_that_was_deleted_in_this_session_waits_again(editor: Editor) -> None:
    file = TestFile(editor, MINE)
    await editor.finished(await editor.generate(editor.open("works.py"), review=True))
    await file.accept()
    file.becomes(BOTH, f"{MINE}# 1\n")
    assert await file.waiting() == []
    await editor.ask("forgetDecisions", uri=file.path.as_uri())

    assert await file.waiting() == ["test_one"]
    assert file.deletable == {"test_one": False}
