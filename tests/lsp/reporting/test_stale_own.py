"""Tests of the user's own that fail since the code has changed, and that compare with a literal."""

from __future__ import annotations

from lsprotocol import types

from tests.lsp.editor import Editor
from tests.lsp.reporting.failing import act, diagnostics, fixes, run

TESTS = """\
import pytest

from shop import label, total


class TestTotal:
    def test_of_three(self):
        assert 9 == total(3)


@pytest.mark.parametrize(("n", "expected"), [(1, 3), (0, 0)])
def test_total(n, expected):
    assert total(n) == expected


def test_the_same_as_another_function_says():
    assert total(2) == len(label(2))


def test_each():
    for n in (1, 2):
        assert total(n) == 3


def check(n):
    assert total(n) == 3
    return 0


def test_by_a_helper():
    assert check(1) == 0
"""
OF_THREE, OF_A_TABLE = 7, 12


async def test_a_literal_that_a_users_test_compares_with_is_replaced_by_the_value_that_came(
    editor: Editor,
) -> None:
    editor.open("shop.py", "def total(n):\n    return n * 4\n\n\ndef label(n):\n    return n * '-'\n")
    tests = editor.open("test_shop.py", TESTS)
    await run(editor, tests)
    shown = [(issue.message, issue.range.start.line) for issue in await diagnostics(editor, tests)]
    titles = [action.title for action in await fixes(editor, tests, OF_THREE)]
    await act(editor, tests, 0, OF_THREE)
    await act(editor, tests, 0, OF_A_TABLE)

    assert shown == [("total(3) is 12, not 9", OF_THREE), ("total(1) is 4, not 3", OF_A_TABLE)]
    assert titles == ["Accept new value: 12", "Mark as bug: ignore until it changes"]
    assert [_new_lines(params) for params in editor.edits] == [
        {OF_THREE: "        assert 12 == total(3)\n"},
        {10: '@pytest.mark.parametrize(("n", "expected"), [(1, 4), (0, 0)])\n'},
    ]
    assert await diagnostics(editor, tests) == []
    assert _told(editor) == {
        "test_shop.py::TestTotal::test_of_three": (True, False),
        "test_shop.py::test_total[1-3]": (True, False),
    }


async def test_a_test_is_explained_in_a_file_that_only_the_settings_call_one_of_tests(editor: Editor) -> None:
    (editor.folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["checks.py"]\n')
    editor.open("shop.py", "def total(n):\n    return n * 4\n")
    tests = editor.open("checks.py", "from shop import total\n\n\ndef test_it():\n    assert total(3) == 9\n")
    await run(editor, tests)
    titles = [action.title for action in await fixes(editor, tests, 4)]

    assert [issue.message for issue in await diagnostics(editor, tests)] == ["total(3) is 12, not 9"]
    assert titles[:2] == ["Accept new value: 12", "Mark as bug: ignore until it changes"]


def _told(editor: Editor) -> dict[str, tuple[bool, bool]]:
    """The tests that the testing view says something of: whether it offers a new value, and a new test."""
    events = [params for params in editor.told("testloom/test") if "stale" in params]
    return {event["test"]: (event["stale"]["acceptable"], event["stale"]["generated"]) for event in events}


def _new_lines(params: types.ApplyWorkspaceEditParams) -> dict[int, str]:
    """The lines that an edit of one file replaces, and what it puts there."""
    [change] = params.edit.document_changes or []
    assert isinstance(change, types.TextDocumentEdit)
    return {edit.range.start.line: edit.new_text for edit in change.edits if isinstance(edit, types.TextEdit)}
