"""Every feature with an editor that can do next to nothing: no progress, refresh, settings, annotations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from testloom.model.events.jobs import Finding
from testloom.model.progress.outcome import FileOutcome
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, FileOutcomes, open_store
from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import Editor, initialize

PLAIN = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(apply_edit=True))
UNASKED = (
    "client/registerCapability",
    "window/workDoneProgress/create",
    "window/showDocument",
    "workspace/codeLens/refresh",
    "workspace/configuration",
    "workspace/diagnostic/refresh",
)
"""Requests that only a more capable editor may be sent."""
MODULE = "def f(a):\n    if a:\n        return 1\n    return a[0]\n"
COMPLETE = """\
import pytest

from works import f


def test_f_raises_type_error():
    with pytest.raises(TypeError):
        f(0)
"""
FOUND = Finding("works:f", 1, "builtins:TypeError", "", COMPLETE.partition("\n\n\n")[2], COMPLETE)


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def lsp(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    await initialize(lsp_client, tmp_path, PLAIN)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def unasked(editor: Editor) -> list[str]:
    """The names of requests that the editor has not said it understands."""
    names: list[str] = []

    def note(name: str, _: Any) -> None:
        names.append(name)

    for name in UNASKED:
        editor.client.protocol.fm.features[name] = partial(note, name)
    return names


async def test_tests_are_generated_for_an_editor_that_knows_of_texts_only(
    editor: Editor, unasked: list[str]
) -> None:
    finished = await editor.finished(await editor.generate(editor.open("works.py", MODULE)))
    [edit] = editor.edits
    uri = (editor.folder / "tests" / "test_works.py").as_uri()

    assert edit.edit.document_changes is None
    assert edit.edit.changes is not None
    assert [entry.new_text for entry in edit.edit.changes[uri]] == ["def test_one():\n    assert 1 == 1\n"]
    assert finished["summary"]["tests"] == 1
    assert editor.client.progress_reports == {}
    await _no_trouble(editor, unasked)


async def test_lenses_hints_and_runs_need_nothing_of_the_editor(editor: Editor, unasked: list[str]) -> None:
    path = editor.open("works.py", MODULE)
    (editor.folder / "test_works.py").write_text("from works import f\n\n\ndef test_f():\n    assert f(1)\n")
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(path, MODULE, findings=(FOUND,)))
    document, top = types.TextDocumentIdentifier(path.as_uri()), types.Position(0, 0)
    await editor.ask("runTests", run="r1", uri=path.as_uri())
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(document)) or []
    report = await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    actions = await editor.client.text_document_code_action_async(
        types.CodeActionParams(document, types.Range(top, top), types.CodeActionContext([]))
    )
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))

    assert sorted({lens.range.start.line for lens in lenses}) == [0, 1]
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert [issue.code for issue in report.items] == ["TypeError"]
    assert next(action.title for action in actions or []) == "Copy as failing test"
    await _no_trouble(editor, unasked)


async def test_candidates_and_failing_tests_come_as_edits_of_texts(
    editor: Editor, unasked: list[str]
) -> None:
    path = editor.open("works.py", MODULE)
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(path, MODULE, findings=(FOUND,)))
    finished = await editor.finished(await editor.generate(path, review=True))
    await editor.ask("accept", ids=finished["offered"])
    argument = {"uri": path.as_uri(), "target": "works:f", "exception": "builtins:TypeError"}
    params = types.ExecuteCommandParams("testloom.addFailingTest", [argument])
    await editor.client.workspace_execute_command_async(params)

    assert len(editor.edits) == 2
    assert all(edit.edit.changes and edit.edit.document_changes is None for edit in editor.edits)
    await _no_trouble(editor, unasked)


async def test_candidates_are_edited_run_and_put_where_their_user_says(
    editor: Editor, unasked: list[str]
) -> None:
    editor.open("tests/test_works.py", "def test_mine():\n    pass\n")
    finished = await editor.finished(await editor.generate(editor.open("works.py", MODULE), review=True))
    ids = finished["offered"]
    shown = (await editor.ask("preview", ids=ids))["text"]
    await editor.ask("edit", ids=ids, text=shown.replace("1 == 1", "2 == 2"))
    [result] = (await editor.ask("runCandidates", ids=ids))["results"]
    asked = await editor.ask("accept", ids=ids)
    await editor.ask("accept", ids=ids, where="extend")

    assert (result["outcome"], sorted(asked["choices"])) == ("passed", ["extend", "new"])
    assert "assert 2 == 2" in str(editor.edits[0].edit.changes)
    await _no_trouble(editor, unasked)


async def test_a_new_value_is_accepted_as_an_edit_of_a_text(editor: Editor, unasked: list[str]) -> None:
    editor.open("works.py", "def f(x):\n    return x + 1\n")
    source = "def test_f():\n    assert f(1) == 1\n"
    path = editor.open("test_works.py", f"from works import f\n\n\n{source}")
    with open_store() as database:
        EmittedTests(database).remember(path, [EmittedTest("test_f", source, "works:f", "(x)", True)])
    await editor.ask("runTests", run="r1", uri=path.as_uri())
    argument = {"uri": path.as_uri(), "test": "test_f"}
    params = types.ExecuteCommandParams("testloom.acceptNewValue", [argument])
    await editor.client.workspace_execute_command_async(params)
    [edit] = editor.edits

    assert edit.edit.changes is not None and edit.edit.document_changes is None
    [[entry]] = edit.edit.changes.values()
    assert entry.new_text == "    assert f(1) == 2\n"
    await _no_trouble(editor, unasked)


async def _no_trouble(editor: Editor, unasked: list[str]) -> None:
    await asyncio.sleep(0.2)
    errors = [entry for entry in editor.client.log_messages if entry.type == types.MessageType.Error]
    assert (unasked, errors) == ([], [])
