"""Tests that fail since the code has changed, and whose expected values a library keeps."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import FULL, Editor, initialize
from tests.lsp.reporting.failing import act, diagnostics, fixes, run

INLINE = """\
from inline_snapshot import snapshot

from shop import total


class TestTotal:
    def test_of_three(self):
        assert total(3) == snapshot({"sum": 9})

    def test_of_two(self):
        assert total(2) == snapshot({"sum": 6})
"""
EXTERNAL = """\
import pathlib

from shop import total


def test_of_three(snapshot):
    assert total(3) == snapshot
"""
SPOILING = """
    (pathlib.Path(__file__).parent / "__snapshots__" / "link").write_text("theirs")
"""
KEPT = "# serializer version: 1\n# name: test_of_three\n  dict({\n    'sum': 9,\n  })\n# ---\n"
OF_CI = (
    *("CI", "CONTINUOUS_INTEGRATION", "BUILD_ID", "BUILD_NUMBER", "BUILDKITE", "CIRCLECI", "GITHUB_ACTIONS"),
    *("HUDSON_URL", "JENKINS_URL", "TEAMCITY_VERSION", "TRAVIS", "bamboo.buildKey"),
)
NINE = 3
"""The line with the value that is kept."""


@pytest.fixture(autouse=True)
def at_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where inline-snapshot works: it is off in the workers of pytest-xdist, and wherever these say CI."""
    for name in (*OF_CI, "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    lsp_client.set_configuration({"python": str(_with_libraries(tmp_path / "env"))}, section="testloom")
    await initialize(lsp_client, tmp_path, FULL)
    yield
    await lsp_client.shutdown_session()


async def test_a_value_in_the_test_file_is_updated_by_its_library_as_far_as_the_guard_lets_the_test_run(
    editor: Editor,
) -> None:
    tests = await _failing(editor, INLINE, "tests/test_shop.py")
    shown, _ = await diagnostics(editor, tests)
    titles = [action.title for action in await fixes(editor, tests, 7)]
    await act(editor, tests, 0, 7)
    [params] = editor.edits

    assert shown.message == "total(3) differs from its snapshot, is now {'sum': 12}"
    assert titles == ["Update snapshots of TestTotal::test_of_three", "Mark as bug: ignore until it changes"]
    assert _lines(params) == {(tests, 7): '        assert total(3) == snapshot({"sum": 12})\n'}
    assert _is_confirmed(params)
    assert [issue.range.start.line for issue in await diagnostics(editor, tests)] == [10]
    assert tests.read_text() == INLINE

    (editor.folder / "shop.py").write_text("import os\n\n\ndef total(n):\n    os.kill(1, 0)\n")
    await editor.command("testloom.acceptNewValue", {"uri": tests.as_uri(), "test": "TestTotal::test_of_two"})
    [refused] = editor.refused

    assert "were not updated: Testloom's guard does not allow the code under test to send" in refused
    assert refused.endswith("::TestTotal::test_of_two --inline-snapshot=create,fix")
    assert editor.edits == [params]


async def test_a_value_in_a_file_of_its_library_is_updated_by_it_once_that_is_confirmed(
    editor: Editor,
) -> None:
    kept = editor.folder / "tests" / "__snapshots__" / "test_shop.ambr"
    kept.parent.mkdir(parents=True)
    kept.write_text(KEPT)
    tests = await _failing(editor, EXTERNAL, "tests/test_shop.py")
    [shown] = await diagnostics(editor, tests)
    await act(editor, tests, 0, 6)
    [params] = editor.edits

    assert shown.message == "total(3) differs from its snapshot, is now dict({ 'sum': 12, })"
    assert _lines(params) == {(kept, NINE): "    'sum': 12,\n"}
    assert _is_confirmed(params)
    assert await diagnostics(editor, tests) == []
    assert "Update snapshots of test_of_three" in [
        status["message"] for status in editor.told("testloom/status")
    ]
    assert [file["uri"] for file in editor.told("testloom/updated")[0]["files"]] == [kept.as_uri()]
    assert kept.read_text() == KEPT


async def test_a_formatter_that_the_project_names_runs_only_if_the_user_allows_it(editor: Editor) -> None:
    tests = await _failing(editor, INLINE, "tests/test_shop.py")
    (editor.folder / "pyproject.toml").write_text('[tool.inline-snapshot]\nformat-command = "cat"\n')
    wanted = {"uri": tests.as_uri(), "test": "TestTotal::test_of_three"}
    await editor.command("testloom.acceptNewValue", wanted)
    [refused] = editor.refused

    assert "were not updated" in refused
    assert any("asks for stay blocked" in message for message in editor.messages())
    assert editor.edits == []

    editor.set(python=str(editor.folder / "env" / "bin" / "python"), allow=["run:sh"])
    await editor.command("testloom.acceptNewValue", wanted)
    [params] = editor.edits

    assert _lines(params) == {(tests, 7): '        assert total(3) == snapshot({"sum": 12})\n'}


async def test_snapshots_are_updated_of_tests_beside_the_root_that_is_set(editor: Editor) -> None:
    tests = await _failing(editor, INLINE, "tests/test_shop.py")
    editor.set(python=str(editor.folder / "env" / "bin" / "python"), root="src")
    await editor.command(
        "testloom.acceptNewValue", {"uri": tests.as_uri(), "test": "TestTotal::test_of_three"}
    )

    assert editor.refused == []
    assert [_lines(params) for params in editor.edits] == [
        {(tests, 7): '        assert total(3) == snapshot({"sum": 12})\n'}
    ]


async def test_an_editor_that_cannot_apply_a_confirmed_update_is_told_of(editor: Editor) -> None:
    tests = await _failing(editor, INLINE, "tests/test_shop.py")
    editor.takes_edits = False
    await editor.command("testloom.acceptNewValue", {"uri": tests.as_uri(), "test": "TestTotal::test_of_two"})

    assert editor.refused == ["The editor did not apply the edit (it is read-only). Try again."]


async def test_snapshots_are_not_written_through_links_out_of_the_project(
    editor: Editor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "profile"
    elsewhere.write_text("mine")
    folder = editor.folder / "tests" / "__snapshots__"
    folder.mkdir(parents=True)
    (folder / "test_shop.ambr").write_text(KEPT)
    (folder / "link").symlink_to(elsewhere)
    tests = await _failing(editor, EXTERNAL + SPOILING, "tests/test_shop.py")
    await editor.command("testloom.acceptNewValue", {"uri": tests.as_uri(), "test": "test_of_three"})
    [refused] = editor.refused

    assert f"leads out of {editor.folder}, to {elsewhere}" in refused
    assert editor.edits == []


async def _failing(editor: Editor, text: str, name: str) -> Path:
    """The tests after the code has changed and they have run."""
    (editor.folder / "pyproject.toml").touch()
    editor.open("shop.py", "def total(n):\n    return {'sum': n * 4}\n")
    tests = editor.open(name, text)
    await run(editor, tests)
    return tests


def _lines(params: types.ApplyWorkspaceEditParams) -> dict[tuple[Path, int], str]:
    """The lines that an edit replaces, and what it puts there."""
    changes = [c for c in params.edit.document_changes or [] if isinstance(c, types.TextDocumentEdit)]
    return {
        (Path(change.text_document.uri.removeprefix("file://")), edit.range.start.line): edit.new_text
        for change in changes
        for edit in change.edits
        if isinstance(edit, types.AnnotatedTextEdit)
    }


def _is_confirmed(params: types.ApplyWorkspaceEditParams) -> bool:
    """Whether the editor shows what changes before it does so."""
    [annotation] = (params.edit.change_annotations or {}).values()
    return bool(annotation.needs_confirmation)


def _with_libraries(folder: Path) -> Path:
    """An interpreter that has the libraries beside the packages of this one."""
    python = folder / "bin" / "python"
    base = Path(sys.base_prefix, "bin", f"python{sys.version_info[0]}.{sys.version_info[1]}")
    packages = folder / "lib" / base.name / "site-packages"
    for path in (python.parent, packages):
        path.mkdir(parents=True)
    python.symlink_to(base)
    (folder / "pyvenv.cfg").write_text(f"home = {base.parent}\n")
    here = [sysconfig.get_path("purelib"), str(Path(sys.prefix, "snapshots"))]
    (packages / "here.pth").write_text("\n".join(here))
    return python
