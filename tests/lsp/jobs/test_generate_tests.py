from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from testloom.lsp.jobs.generate import GenerationJob
from testloom.lsp.jobs.life import Delivery, JobEvents
from testloom.lsp.protocol.generating import GenerateArguments, Position
from testloom.model.events.jobs import Failed, Summary
from testloom.model.generation_request import Target
from tests.lsp.editor import Editor, is_running, until
from tests.lsp.looking import change

CLASS = "class Account:\n    def withdraw(self, amount):\n        return amount\n"


async def test_a_wish_is_answered_at_once_and_shows_its_progress_until_it_is_done(editor: Editor) -> None:
    job = await editor.generate(editor.open("works.py", CLASS), position={"line": 0, "character": 0})
    assert job is not None
    await editor.finished(job)
    begin, *reports, end = editor.client.progress_reports[job]

    assert isinstance(begin, types.WorkDoneProgressBegin)
    assert (begin.title, begin.cancellable) == ("Generating tests for Account", True)
    assert [(report.message, report.percentage) for report in reports] == [
        ("Loading the code", 10),
        ("Searching · 2 of 4 goals covered · 3,400 executions per second", 50),
        ("Verifying in fresh processes", 50),
    ]
    assert isinstance(end, types.WorkDoneProgressEnd)


async def test_a_new_test_file_comes_as_one_edit_that_creates_it(editor: Editor, tmp_path: Path) -> None:
    finished = await editor.finished(await editor.generate(editor.open("works.py"), scope="file"))
    uri = (tmp_path / "tests" / "test_works.py").as_uri()
    [edit] = editor.edits
    assert edit.edit.document_changes is not None
    create, change = edit.edit.document_changes

    assert edit.label == "Tests for works.py"
    assert isinstance(create, types.CreateFile) and create.uri == uri
    assert isinstance(change, types.TextDocumentEdit)
    assert [entry.new_text for entry in change.edits if isinstance(entry, types.TextEdit)] == [
        "def test_one():\n    assert 1 == 1\n"
    ]
    assert finished["files"] == [{"uri": uri, "created": True, "line": 0, "unsaved": False}]
    assert finished["summary"]["tests"] == 1
    assert editor.messages() == ["Testloom: 1 new test for works.py (3 of 4 goals covered)."]
    assert not (tmp_path / "tests").exists()


@pytest.mark.parametrize("review", [True, False])
async def test_a_run_that_finds_nothing_new_says_so(editor: Editor, review: bool) -> None:
    editor.open("tests/test_known.py", "def test_one():\n    assert 1 == 1\n")
    finished = await editor.finished(await editor.generate(editor.open("known.py"), review=review))

    assert (finished["offered"], editor.edits) == ([], [])
    assert editor.messages() == [
        "Testloom: Nothing new for known.py (tests for 3 of 4 goals): "
        "you already have these tests, or have discarded them."
    ]


async def test_only_the_lines_of_an_existing_file_that_differ_are_edited(editor: Editor) -> None:
    path = editor.open("test_extends.py", "import os\n\n\ndef test_one():\n    assert os")
    finished = await editor.finished(await editor.generate(editor.open("extends.py")))
    change = editor.only_change()
    shown = [(entry.range, entry.new_text) for entry in change.edits if isinstance(entry, types.TextEdit)]

    assert change.text_document.uri == path.as_uri()
    assert shown == [
        (_range(1, 0, 1, 0), "import re\n"),
        (_range(4, 0, 4, 13), "    assert os\n\n\ndef test_two():\n    assert re\n"),
    ]
    assert finished["files"] == [{"uri": path.as_uri(), "created": False, "line": 7, "unsaved": False}]


async def test_tests_are_merged_into_the_unsaved_text_of_their_file(editor: Editor) -> None:
    path = editor.open("test_extends.py", "import os\n", unsaved="import os\n# mine\n")
    finished = await editor.finished(await editor.generate(editor.open("extends.py")))
    change = editor.only_change()
    shown = [(entry.range, entry.new_text) for entry in change.edits if isinstance(entry, types.TextEdit)]

    assert (finished["errors"], editor.messages()[1:]) == ([], [])
    assert finished["files"] == [{"uri": path.as_uri(), "created": False, "line": 4, "unsaved": True}]
    assert change.text_document.version == 1
    assert shown == [
        (_range(1, 0, 1, 0), "import re\n"),
        (_range(2, 0, 2, 0), "\n\ndef test_two():\n    assert re\n"),
    ]


async def test_a_name_more_in_an_import_of_several_lines_needs_no_confirmation(editor: Editor) -> None:
    editor.open("test_extends.py", "from sums import (\n    add\n)\n")
    await editor.finished(await editor.generate(editor.open("extends.py")))
    change = editor.only_change()

    assert [entry.range.start.line for entry in change.edits if type(entry) is types.TextEdit] == [1, 3]
    assert editor.edits[0].edit.change_annotations is None


async def test_a_job_knows_the_texts_of_test_files_that_are_not_saved(editor: Editor) -> None:
    path = editor.open("tests/test_a.py", "import os\n", unsaved="import re\n")
    editor.open("tests/test_b.py", "import os\n")
    editor.open("more.py", "import os\n", unsaved="import re\n")
    request = await editor.wished(editor.open("echoes.py"))

    assert request["unsaved"] == {str(path.resolve()): "import re\n"}


@pytest.mark.parametrize("unsaved", [None, "def test_mine(:\n"], ids=["read-only", "no Python"])
async def test_tests_that_cannot_come_into_their_file_wait(editor: Editor, unsaved: str | None) -> None:
    editor.takes_edits = False
    if unsaved is not None:
        editor.open("tests/test_works.py", "", unsaved=unsaved)
    finished = await editor.finished(await editor.generate(editor.open("works.py")))
    why = (
        "Testloom: The editor did not apply the edit (it is read-only). "
        "The tests wait in the Generated Tests view."
        if unsaved is None
        else f"Testloom: {editor.folder / 'tests' / 'test_works.py'} has a syntax error on line 1 "
        "(invalid syntax). Fix it, then try again."
    )

    assert finished["files"] == []
    assert [test["id"] for test in (await editor.ask("candidates"))["tests"]] == finished["offered"]
    assert editor.messages() == [why]


async def test_tests_whose_code_has_changed_since_wait_instead_of_coming_into_their_file(
    editor: Editor,
) -> None:
    path = editor.open("drafts.py")
    job = await editor.generate(path, review=False)
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    path.write_text("def other():\n    pass\n")
    path.with_name("go").touch()
    finished = await editor.finished(job)

    assert (editor.edits, finished["files"]) == ([], [])
    assert [test["id"] for test in (await editor.ask("candidates"))["tests"]] == finished["offered"]


async def test_the_status_follows_the_job(editor: Editor) -> None:
    job = await editor.generate(editor.open("works.py", CLASS), position={"line": 2, "character": 8})
    await editor.finished(job)
    await until(lambda: len(editor.told("testloom/status")) == 2)

    assert editor.told("testloom/status") == [
        {"state": "working", "message": "Generating tests for Account.withdraw"},
        {"state": "idle", "message": ""},
    ]


async def test_a_text_that_does_not_parse_is_read_by_its_indentation(editor: Editor) -> None:
    path = editor.open("echoes.py", CLASS + "\ndef broken(:\n")
    request = await editor.wished(path, position={"line": 1, "character": 0})

    assert request["targets"] == [f"{path}::Account.withdraw"]


async def test_a_pair_is_one_wish_for_both(editor: Editor, tmp_path: Path) -> None:
    pair = [f"{tmp_path / 'echoes.py'}::Cart", str(tmp_path / "stock.py")]

    request = await _request(editor, pair=pair)

    assert (request["targets"], request["is_pair"]) == (pair, True)


async def test_the_wish_carries_interpreter_import_root_and_settings(editor: Editor, tmp_path: Path) -> None:
    request = await _request(editor)

    assert request["targets"] == [str(tmp_path / "echoes.py")]
    assert (request["python"], request["root"], request["write"]) == (sys.executable, str(tmp_path), False)
    assert request["settings"]["budget"] == 20.0


async def test_the_editors_settings_win_over_the_projects(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.testloom]\nbudget = 7\nseed = 3\n")
    editor.client.set_configuration({"budget": 9, "root": "."}, section="testloom")
    request = await _request(editor)

    assert (request["settings"]["budget"], request["settings"]["seed"]) == (9.0, 3)
    assert request["root"] == str(tmp_path)


@pytest.mark.parametrize("root", ["src", "../elsewhere"])
async def test_a_root_that_the_file_is_not_below_is_told_by_the_name_of_its_setting(
    editor: Editor, root: str
) -> None:
    editor.set(root=root)
    path = editor.open("echoes.py")
    finished = await editor.finished(await editor.generate(path))

    named = (editor.folder / root).resolve()
    assert [error["code"] for error in finished["errors"]] == ["UsageError"]
    assert editor.messages() == [
        f"Testloom: {path} is not below {named}, which testloom.root names. "
        "Correct this setting, or leave it empty."
    ]


async def test_a_folder_of_which_some_files_are_not_below_the_root_gets_tests_for_the_others(
    editor: Editor,
) -> None:
    editor.set(root="src")
    inside, outside = editor.open("src/echoes.py"), editor.open("tools/release.py")
    request = await editor.wished(editor.folder)

    assert request["root"] == str(inside.parent)
    assert request["targets"] == [str(inside), str(outside)]


async def test_a_wish_that_ends_without_tests_says_why(editor: Editor) -> None:
    await editor.finished(await editor.generate(editor.open("nothing.py")))

    assert editor.messages() == [
        "Testloom: No tests found for nothing.py (3 of 4 goals covered). "
        "Main reasons: no suitable input found; a longer search may help (1).",
    ]


async def test_an_error_is_shown_once(editor: Editor) -> None:
    finished = await editor.finished(await editor.generate(editor.open("refuses.py")))

    assert editor.messages() == [
        "Testloom: shop needs the package stripe. Install it: python -m pip install stripe"
    ]
    assert finished["errors"][0]["code"] == "missing-package"


async def test_the_server_survives_the_death_of_a_worker_and_says_so(editor: Editor) -> None:
    finished = await editor.finished(await editor.generate(editor.open("dies.py")))

    assert finished["summary"] is None
    assert editor.messages() == [
        "Testloom: Testloom's worker ended unexpectedly (SIGKILL). "
        "Generate again; if it happens again, see the log (Testloom: Show Log)."
    ]
    assert "worker: about to crash" in [entry.message for entry in editor.client.log_messages]
    assert (await editor.finished(await editor.generate(editor.open("works.py"))))["summary"]["tests"] == 1


async def test_what_is_no_event_goes_to_the_log(editor: Editor) -> None:
    finished = await editor.finished(await editor.generate(editor.open("babbles.py")))

    assert finished["errors"] == []
    assert any("Segmentation imminent" in entry.message for entry in editor.client.log_messages)


async def test_cancel_ends_a_worker_that_resists_and_its_child(editor: Editor) -> None:
    path = editor.open("stubborn.py")
    job = await editor.generate(path)
    assert job is not None
    pids = await _pids(path)
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    finished = await editor.finished(job)

    assert not any(is_running(pid) for pid in pids)
    assert finished["cancelled"] is True
    assert editor.messages() == [
        "Testloom: Generating tests for stubborn.py was cancelled before any new test was verified."
    ]
    assert isinstance(editor.client.progress_reports[job][-1], types.WorkDoneProgressEnd)


async def test_only_what_the_projects_tests_miss_is_asked_for_unless_all_or_an_old_test_is(
    editor: Editor,
) -> None:
    path = editor.open("echoes.py", CLASS)
    place = {"line": 1, "character": 0}

    assert (await editor.wished(path, scope="file"))["only_missing"] is True
    assert (await editor.wished(path, position=place))["only_missing"] is True
    assert (await editor.wished(path, position=place, scope="line"))["only_missing"] is True
    assert (await editor.wished(path, scope="file", renewed=["test_one"]))["only_missing"] is False
    assert (await editor.wished(path, scope="file", everything=True))["only_missing"] is False


@pytest.mark.parametrize("review", [True, False])
async def test_cancel_keeps_what_is_verified_as_candidates(
    editor: Editor, tmp_path: Path, review: bool
) -> None:
    job = await _cancelled_once_verified(editor, review=review)
    finished = await editor.finished(job)
    [test] = (await editor.ask("candidates"))["tests"]

    assert (test["name"], test["verified"], finished["cancelled"]) == ("test_one", True, True)
    assert finished["offered"] == [test["id"]]
    assert finished["message"] == (
        "Testloom: Generating tests for halting.py was cancelled; 1 verified test was kept."
    )
    assert editor.edits == []


async def test_a_job_that_was_cancelled_says_what_it_does_until_it_is_cancelled_again(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / "hangs").touch()
    job = await _cancelled_once_verified(editor, review=True)
    reports = editor.client.progress_reports[job]
    await until(lambda: _message(reports[-1]) == "Keeping the tests that are verified")
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    finished = await editor.finished(job)

    assert (finished["cancelled"], finished["offered"]) == (True, [])
    assert finished["message"] == "Testloom: Generating tests for halting.py was cancelled."
    assert (await editor.ask("candidates"))["tests"] == []


async def test_a_job_that_was_cancelled_says_how_many_drafts_went_with_it(editor: Editor) -> None:
    job = await editor.generate(editor.open("drafts.py"), review=True)
    assert job is not None
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    finished = await editor.finished(job)

    assert finished["message"] == (
        "Testloom: Generating tests for drafts.py was cancelled before any new test was verified. "
        "2 unverified tests were removed."
    )
    assert editor.messages() == [finished["message"]]


async def test_a_second_wish_for_a_file_that_is_being_worked_on_says_so(editor: Editor) -> None:
    path = editor.open("stubborn.py", CLASS)
    first = await editor.generate(path)
    second = await editor.generate(path, position={"line": 0, "character": 0})
    elsewhere = await editor.generate(editor.open("works.py"))
    await editor.finished(elsewhere)

    assert (first is None, second, elsewhere is None) == (False, None, False)
    assert editor.refused[0].startswith("Generating tests for stubborn.py is already in progress. Wait")


async def test_an_unsaved_document_is_not_worked_on(editor: Editor) -> None:
    job = await editor.generate(editor.open("works.py", unsaved="def g(): ...\n"))

    assert job is None
    assert editor.refused == ["works.py has unsaved changes. Save it, then generate again."]


async def test_neither_folders_nor_pairs_are_worked_on_while_a_file_of_theirs_is_not_saved(
    editor: Editor,
) -> None:
    saved, unsaved = editor.open("shop/till.py"), editor.open("shop/cart.py", unsaved="def g(): ...\n")
    editor.open("shop/test_cart.py", unsaved="def test_g(): ...\n")
    pair = [f"{saved}::f", f"{unsaved}::f"]

    assert await editor.generate(unsaved.parent, scope="file") is None
    assert await editor.generate(saved, pair=pair) is None
    assert editor.refused == ["cart.py has unsaved changes. Save it, then generate again."] * 2


async def test_unsaved_changes_of_an_environment_do_not_keep_its_folder_from_getting_tests(
    editor: Editor,
) -> None:
    editor.open("till.py")
    for name in (".venv/lib/python3.12/site-packages/six.py", "env/lib/site-packages/six.py", "notes.md"):
        editor.open(name, unsaved="def g(): ...\n")

    assert await editor.generate(editor.folder, scope="file") is not None
    assert editor.refused == []


async def test_a_document_whose_encoding_its_editor_does_not_know_has_no_unsaved_changes(
    editor: Editor,
) -> None:
    source = "# coding: latin-1\nNAME = 'Käthe Groß'\n\n\ndef f():\n    return NAME\n".encode("latin-1")
    path = editor.open("works.py", unsaved=source.decode("utf-8", "replace"))
    path.write_bytes(source)
    finished = await editor.finished(await editor.generate(path))

    assert (editor.refused, finished["errors"]) == ([], [])
    change(editor, path, 2, source.decode("utf-8", "replace") + "# mine\n")
    assert await editor.generate(path) is None
    assert editor.refused == ["works.py has unsaved changes. Save it, then generate again."]


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_test_file_that_its_editor_cannot_read_keeps_its_characters(
    editor: Editor, is_open: bool
) -> None:
    source = "# coding: latin-1\nNAME = 'Käthe'\n".encode("latin-1")
    path = editor.folder / "tests" / "test_works.py"
    if is_open:
        editor.open("tests/test_works.py", unsaved=source.decode("utf-8", "replace"))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(source)
    finished = await editor.finished(await editor.generate(editor.open("works.py")))

    assert editor.edits == []
    assert len(finished["offered"]) == 1
    assert editor.messages() == [
        f"Testloom: {path} is not in UTF-8, and editing it might cost it characters. "
        "Save it as UTF-8, or reopen it with its encoding."
    ]


async def test_no_tests_are_written_for_tests(editor: Editor) -> None:
    path = editor.open("test_works.py", "def test_f():\n    assert True\n")

    assert await editor.generate(path, position={"line": 0, "character": 0}) is None
    assert editor.refused == [
        "test_works.py holds tests, and none are written for tests. "
        "Generate tests for the code that it tests."
    ]


async def test_a_document_that_is_not_there_is_not_worked_on(editor: Editor, tmp_path: Path) -> None:
    assert await editor.generate(tmp_path / "gone.py") is None
    assert editor.refused == [f"{tmp_path / 'gone.py'} does not exist. Save it to disk first."]


async def test_a_file_in_another_encoding_than_it_declares_is_named(editor: Editor) -> None:
    path = editor.open("works.py")
    path.write_bytes("s = 'é'\n".encode("latin-1"))

    assert await editor.generate(path) is None
    assert "cannot be read and written in the encoding that it declares" in editor.refused[0]


async def test_an_interpreter_that_does_not_exist_is_named(editor: Editor, tmp_path: Path) -> None:
    python = tmp_path / "python9"
    editor.client.set_configuration(str(python), section="testloom.python")
    await editor.finished(await editor.generate(editor.open("works.py")))

    [message] = editor.messages()
    assert str(python) in message
    assert message.endswith("Select another interpreter, or set testloom.python.")


async def test_no_worker_survives_a_server_that_is_shut_down(editor: Editor) -> None:
    path = editor.open("stubborn.py")
    await editor.generate(path)
    pids = await _pids(path)
    await editor.client.shutdown_session()
    editor.client.capabilities = None

    await until(lambda: not any(is_running(pid) for pid in pids), 5)


def _range(line: int, character: int, end_line: int, end_character: int) -> types.Range:
    return types.Range(types.Position(line, character), types.Position(end_line, end_character))


async def _pids(path: Path) -> list[int]:
    """The processes of a job: the worker and its child."""
    pids = path.with_suffix(".pids")
    await until(pids.exists)
    await asyncio.sleep(0.05)
    return [int(pid) for pid in pids.read_text().split()]


async def _request(editor: Editor, **arguments: Any) -> dict[str, Any]:
    return await editor.wished(editor.open("echoes.py"), **arguments)


async def test_each_folder_of_a_workspace_has_an_interpreter_and_settings_of_its_own(
    editor: Editor, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    python = other / "python"
    path = editor.open("other/echoes.py")
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    added = types.WorkspaceFoldersChangeEvent(
        added=[types.WorkspaceFolder(other.as_uri(), "other")], removed=[]
    )
    editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
    settings = {"root": ".", "python": str(python)}
    editor.client.set_configuration(settings, section="testloom", scope_uri=path.as_uri())

    own, second = await _request(editor), await editor.wished(path)
    assert (own["python"], own["root"]) == (sys.executable, str(tmp_path))
    assert (second["python"], second["root"]) == (str(python), str(other))


async def test_files_that_tests_say_nothing_of_are_told_once(editor: Editor) -> None:
    uri = editor.open("withholds.py")
    for _ in range(2):
        await editor.finished(await editor.generate(uri))

    assert [message for message in editor.messages() if "left out" in message] == [
        "Values read from .env, /run/secrets/db are left out of tests. "
        "To test code with such values, pass them as arguments."
    ]


async def _cancelled_once_verified(editor: Editor, *, review: bool) -> str:
    job = await editor.generate(editor.open("halting.py"), scope="file", review=review)
    assert job is not None
    reports = editor.client.progress_reports
    await until(lambda: any("1 verified" in _message(report) for report in reports.get(job, [])))
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(job))
    return job


def _message(report: object) -> str:
    return str(report.message) if isinstance(report, types.WorkDoneProgressReport) else ""


def test_where_others_cover_all_there_is_a_way_to_more_tests() -> None:
    nothing, found = JobEvents(summary=Summary()), Summary(goals=2, covered=1, left_out=9, tests=1)
    rest = JobEvents(summary=replace(found, covered=0, tests=0))

    assert [r.title for r in _job(scope="file").remedies(rest)] == ["Generate Anyway"]
    assert _job(scope="file", everything=True).remedies(rest) == ()
    assert _job(scope="file").remedies(JobEvents(summary=found)) == ()
    assert [(r.kind, r.title, r.line, r.text) for r in _job(scope="file").remedies(nothing)] == [
        ("generate", "Generate Anyway", 0, "file")
    ]
    assert [r.line for r in _job(position=Position(3)).remedies(nothing)] == [3]
    assert _job(scope="file", everything=True).remedies(nothing) == ()
    assert _job(scope="file").remedies(JobEvents(summary=Summary(goals=2, covered=1))) == ()
    assert _job(scope="file").remedies(JobEvents(summary=Summary(), errors=[Failed("c", "w", "a")])) == ()


@pytest.mark.parametrize(
    ("text", "message", "remedies"),
    [
        ("SIZE = 3\n", "Testloom: sizes.py contains no functions or classes to test.", []),
        ("def size(): ...\n", "Testloom: sizes.py has nothing left to cover.", ["generate"]),
    ],
)
def test_of_a_file_without_functions_nobody_says_that_it_is_covered(
    tmp_path: Path, text: str, message: str, remedies: list[str]
) -> None:
    file, nothing = tmp_path / "sizes.py", JobEvents(summary=Summary())
    unused: Any = None
    file.write_text(text)
    job = GenerationJob(unused, Target(file), GenerateArguments(file.as_uri(), scope="file"))

    assert job.outcome(nothing, Delivery()) == message
    assert [remedy.kind for remedy in job.remedies(nothing)] == remedies


def test_of_a_file_without_functions_no_run_of_the_projects_tests_is_offered(tmp_path: Path) -> None:
    file = tmp_path / "sizes.py"
    unused: Any = None
    file.touch()
    job = GenerationJob(unused, Target(file), GenerateArguments(file.as_uri(), scope="file"))

    assert job.remedies(JobEvents(summary=Summary(uncounted=0.0))) == ()


def test_where_their_run_took_too_long_the_projects_tests_can_be_run_with_coverage() -> None:
    slow = JobEvents(summary=Summary(goals=2, covered=1, uncounted=5.0))

    assert [remedy.kind for remedy in _job(scope="file").remedies(slow)] == ["runTests"]


@pytest.mark.parametrize("review", [True, False])
async def test_the_way_to_count_the_projects_tests_is_offered_with_what_was_found(
    editor: Editor, review: bool
) -> None:
    finished = await editor.finished(await editor.generate(editor.open("uncounted.py"), review=review))

    assert [remedy["kind"] for remedy in finished["remedies"]] == ["runTests"]
    assert "they took longer than 5 s" in finished["message"]


def _job(**arguments: Any) -> GenerationJob:
    unused: Any = None
    return GenerationJob(unused, Target(Path("a.py")), GenerateArguments("file:///a.py", **arguments))
