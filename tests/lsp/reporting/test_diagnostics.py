from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from testloom.model.events.jobs import Finding, Unreached
from testloom.model.events.nearness import NearMiss
from testloom.model.progress.outcome import FileOutcome
from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.store import FileOutcomes, MeasuredFiles, open_store
from tests.lsp.editor import Editor, action_of, plain, until

MODULE = """\
def first(words):
    return words[0].upper()


def limited(amount, limit):
    if amount > limit:
        return limit
    return fetch(amount)


def fetch(amount):
    return amount.send()
"""
MISSED = Unreached(
    "limited/branch/amount > limit is true/1",
    7,
    "amount > limit is true",
    "needs-value",
    decided=6,
    outcome=True,
    closest=NearMiss("amount > limit", "3 > 5", True, 2),
)
UNTYPED = Unreached("fetch/entry/fetch is called/1", 12, "fetch is called", "needs-type", decided=12)
BLOCKED = Unreached(
    "limited/line/line 8/1",
    8,
    "line 8",
    "blocked-by-guard",
    denied=("use the network (socket.getaddrinfo: 'api.example.com')",),
    decided=8,
)
COMPLETE = """\
import pytest

from works import first


def test_first_raises_index_error():
    with pytest.raises(IndexError):
        first([])
"""
FOUND = Finding(
    "works:first",
    1,
    "builtins:IndexError",
    "list index out of range",
    COMPLETE.partition("\n\n\n")[2],
    COMPLETE,
)


@pytest.fixture
def works(editor: Editor) -> Path:
    path = editor.open("works.py", MODULE)
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(path, MODULE, (MISSED, BLOCKED, UNTYPED), (FOUND,)))
    return path


async def test_a_finding_is_a_warning_with_the_shortest_call_that_shows_it(
    editor: Editor, works: Path
) -> None:
    [issue] = await _pull(editor, works)

    assert issue.message == (
        "`first([])` raises IndexError (list index out of range), an undocumented exception."
    )
    assert (issue.severity, issue.code) == (types.DiagnosticSeverity.Warning, "IndexError")
    assert issue.range == types.Range(types.Position(0, 4), types.Position(0, 9))


async def test_goals_are_listed_with_the_reason_once_the_user_asks(editor: Editor, works: Path) -> None:
    _show(editor, "goals")
    issues = await _pull(editor, works)

    assert {issue.severity for issue in issues} == {types.DiagnosticSeverity.Information}
    assert [(issue.range.start.line, issue.code) for issue in issues] == [
        (5, "uncovered"),
        (7, "uncovered"),
        (11, "uncovered"),
    ]
    assert issues[0].message == (
        "No test found for: amount > limit is true. No suitable input found; a longer "
        "search may help. It came closest with 3 > 5: 2 short."
    )
    assert "socket.getaddrinfo: 'api.example.com'" in issues[1].message


async def test_the_goals_of_a_file_are_counted_whether_they_are_shown_or_not(
    editor: Editor, works: Path
) -> None:
    never = editor.open("never.py", MODULE)

    assert await editor.ask("uncovered", uri=works.as_uri()) == {"known": True, "goals": 3}
    assert await editor.ask("uncovered", uri=never.as_uri()) == {"known": False, "goals": 0}


async def test_goals_that_the_own_tests_reach_are_not_uncovered(editor: Editor, works: Path) -> None:
    _show(editor, "goals")
    editor.open("tests/test_works.py", "def test_limited(): ...\n")
    by = frozenset({"tests/test_works.py::test_limited"})
    lines = dict.fromkeys((1, 5, 6, 7, 8), by)
    branches = {(6, 7): by, (6, 8): frozenset[str]()}
    with open_store() as database:
        files = [MeasuredFile(works, MODULE, Reach(lines, branches))]
        MeasuredFiles(database).remember(works.parent, files, None)
    editor.client.text_document_did_close(
        types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(works.as_uri()))
    )
    editor.open("works.py", MODULE)

    assert [issue.range.start.line for issue in await _pull(editor, works)] == [11]
    assert await editor.ask("uncovered", uri=works.as_uri()) == {"known": True, "goals": 1}


async def test_hints_move_with_the_text_and_go_from_changed_lines(editor: Editor, works: Path) -> None:
    _show(editor, "goals")
    _change(editor, works, 2, "# one more\n" + MODULE.replace("return limit", "return  limit"))

    assert [issue.range.start.line for issue in await _pull(editor, works)] == [8, 12]


async def test_each_reason_has_the_quick_fixes_that_may_help(editor: Editor, works: Path) -> None:
    _show(editor, "goals")

    assert [fix.title for fix in await _fixes(editor, works, 5)] == [
        "Search 3 times as long for: amount > limit is true",
        "Exclude from coverage: # pragma: no cover",
    ]
    assert [fix.title for fix in await _fixes(editor, works, 7)] == [
        "Allow connect:api.example.com for code under test (settings)",
        "Exclude from coverage: # pragma: no cover",
    ]
    assert [fix.title for fix in await _fixes(editor, works, 11)] == [
        "Annotate amount",
        "Exclude from coverage: # pragma: no cover",
    ]


async def test_what_is_excluded_is_the_body_of_the_function_that_cannot_be_called(
    editor: Editor, works: Path
) -> None:
    _show(editor, "goals")
    fix = (await _fixes(editor, works, 11))[-1]
    assert fix.edit is not None and fix.edit.changes is not None
    [edit] = fix.edit.changes[works.as_uri()]

    assert isinstance(edit, types.TextEdit)
    assert (edit.range.start, edit.new_text) == (types.Position(10, 18), "  # pragma: no cover")


async def test_a_search_for_a_goal_takes_longer_and_means_that_outcome(editor: Editor, works: Path) -> None:
    _show(editor, "goals")
    command = (await _fixes(editor, works, 5))[0].command
    assert command is not None and command.arguments is not None

    [request] = plain(command.arguments)
    assert (command.command, request["position"]["line"]) == ("testloom.generateTests", 5)
    assert (request["outcome"], request["effort"]) == (True, 3)
    told = await editor.wished(editor.open("echoes.py", MODULE), effort=request["effort"])
    assert told["settings"]["budget"] == 60


async def test_an_exception_that_is_expected_is_no_finding_any_more(editor: Editor, works: Path) -> None:
    fix = next(fix for fix in await _fixes(editor, works, 0) if fix.title.endswith("expected from first"))
    await _run(editor, fix)

    assert fix.title == "Mark IndexError as expected from first"
    assert (await _pull(editor, works), editor.edits) == ([], [])


async def test_an_exception_that_is_expected_gets_a_test_if_wanted(editor: Editor, works: Path) -> None:
    fix = next(fix for fix in await _fixes(editor, works, 0) if fix.title.endswith("add a test"))
    await _run(editor, fix)
    [edit] = editor.edits
    assert edit.edit.document_changes is not None
    change = edit.edit.document_changes[-1]
    assert isinstance(change, types.TextDocumentEdit) and isinstance(change.edits[0], types.TextEdit)

    assert "    with pytest.raises(IndexError):\n        first([])\n" in change.edits[0].new_text
    assert await _pull(editor, works) == []


async def test_an_exception_whose_test_the_editor_does_not_take_stays_a_finding(
    editor: Editor, works: Path
) -> None:
    fix = next(fix for fix in await _fixes(editor, works, 0) if fix.title.endswith("add a test"))
    editor.takes_edits = False

    with pytest.raises(JsonRpcException, match=r"did not apply the edit \(it is read-only\)"):
        await _run(editor, fix)
    assert len(await _pull(editor, works)) == 1


async def test_a_finding_is_kept_as_a_test_that_is_expected_to_fail(editor: Editor, works: Path) -> None:
    fix = next(fix for fix in await _fixes(editor, works, 0) if fix.title.startswith("Add"))
    await _run(editor, fix)
    [edit] = editor.edits
    assert edit.edit.document_changes is not None
    change = edit.edit.document_changes[-1]
    assert isinstance(change, types.TextDocumentEdit) and isinstance(change.edits[0], types.TextEdit)

    assert change.text_document.uri.endswith("test_works.py")
    await until(lambda: bool(editor.told("testloom/updated")))
    [file] = editor.told("testloom/updated")[0]["files"]
    assert (file["uri"], file["created"], file["unsaved"]) == (change.text_document.uri, True, False)
    assert "@pytest.mark.xfail(raises=IndexError, strict=True)\ndef test_first" in change.edits[0].new_text


async def test_a_finding_can_be_had_as_a_failing_test(editor: Editor, works: Path) -> None:
    finding = {"uri": works.as_uri(), "target": "works:first", "exception": "builtins:IndexError"}
    answer = await editor.ask("failingTest", **finding)
    gone = await editor.ask("failingTest", **{**finding, "target": "works:last"})

    assert answer["text"].endswith("def test_first_raises_index_error():\n    first([])\n")
    assert gone == {"error": "This finding is out of date. Generate tests again."}


async def test_the_end_of_a_job_renews_what_is_shown(editor: Editor, works: Path) -> None:
    assert len(await _pull(editor, works)) == 1
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(works, MODULE))
    await editor.finished(await editor.generate(works))
    await until(lambda: bool(editor.told("testloom/status")))

    assert await _pull(editor, works) == []


def _show(editor: Editor, *kinds: str) -> None:
    editor.client.set_configuration({"hints": list(kinds)}, section="testloom")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))


def _change(editor: Editor, path: Path, version: int, text: str) -> None:
    document = types.VersionedTextDocumentIdentifier(version, path.as_uri())
    change = types.TextDocumentContentChangeWholeDocument(text)
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


async def _pull(editor: Editor, path: Path) -> list[types.Diagnostic]:
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(path.as_uri()))
    report = await editor.client.text_document_diagnostic_async(params)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return list(report.items)


async def _fixes(editor: Editor, path: Path, line: int) -> list[types.CodeAction]:
    place = types.Range(types.Position(line, 0), types.Position(line, 0))
    context = types.CodeActionContext([], only=[types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(types.TextDocumentIdentifier(path.as_uri()), place, context)
    return [action_of(found) for found in await editor.client.text_document_code_action_async(params) or []]


async def _run(editor: Editor, fix: types.CodeAction) -> None:
    assert fix.command is not None
    params = types.ExecuteCommandParams(fix.command.command, plain(fix.command.arguments))
    await editor.client.workspace_execute_command_async(params)


async def test_what_contradicts_the_documentation_is_a_warning_with_both_sides(editor: Editor) -> None:
    complete = "def test_first():\n    assert first([1]) == 2\n"
    found = Finding("works:first", 1, "documentation:first([1]) == 2", "", complete, complete, "1")
    path = editor.open("works.py", MODULE)
    with open_store() as database:
        FileOutcomes(database).remember(FileOutcome(path, MODULE, (), (found,)))

    [issue] = await _pull(editor, path)

    assert issue.message == "The documentation says `first([1]) == 2`; the code returns 1."
    assert (issue.severity, issue.code) == (types.DiagnosticSeverity.Warning, "documentation")
