"""Candidates that are edited, run and reset before anybody accepts them, and where they go then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, OfferedTests, open_store
from tests.lsp.editor import Editor, until

GENERATED = "def test_one():\n    assert 1 == 1\n"
HELPED = "def test_pi():\n    assert about(math.pi)\n"
RENAMED = f"import math\n\n\n{HELPED}\n\ndef about(n):\n    return 3 < n < 4\n"
MINE = "def test_mine():\n    pass\n"


@pytest.fixture
async def id(editor: Editor) -> str:
    """The id of a test that waits."""
    finished = await editor.finished(await editor.generate(editor.open("works.py"), review=True))
    [id] = finished["offered"]
    return str(id)


async def test_an_edited_test_keeps_its_id_and_gets_what_it_needs(editor: Editor, id: str) -> None:
    await editor.ask("edit", ids=[id], text=RENAMED)
    [test] = (await editor.ask("candidates"))["tests"]
    preview = await editor.ask("preview", ids=[id])

    assert (test["id"], test["name"], test["edited"]) == (id, "test_pi", True)
    assert test["source"] == HELPED
    assert preview["text"] == RENAMED


async def test_a_test_that_is_reset_is_what_was_generated(editor: Editor, id: str) -> None:
    await editor.ask("edit", ids=[id], text=RENAMED)
    await editor.ask("edit", ids=[id], text=RENAMED.replace("pi", "tau"))
    await editor.ask("reset", ids=[id])
    [test] = (await editor.ask("candidates"))["tests"]

    assert (test["id"], test["name"], test["edited"]) == (id, "test_one", False)
    assert (await editor.ask("preview", ids=[id]))["text"] == GENERATED


async def test_what_is_accepted_is_what_was_edited(editor: Editor, id: str) -> None:
    await editor.ask("edit", ids=[id], text=RENAMED)
    await editor.ask("accept", ids=[id])

    assert _new_text(editor) == RENAMED


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("def test_one(:\n", "Line 1 is not valid Python"),
        ("def test_a():\n    pass\n\n\ndef test_b():\n    pass\n", "test_one was removed."),
        (GENERATED + "\n\nLIMIT = 3\n", "Something outside functions was changed."),
    ],
    ids=["no Python", "gone", "elsewhere"],
)
async def test_an_edit_that_cannot_be_taken_says_why(editor: Editor, id: str, text: str, error: str) -> None:
    answer = await editor.ask("edit", ids=[id], text=text)

    assert answer["error"].startswith(error)
    assert (await editor.ask("preview", ids=[id]))["text"] == GENERATED


async def test_the_tests_of_the_file_cannot_be_edited_in_a_preview(editor: Editor, id: str) -> None:
    editor.open("tests/test_works.py", MINE)
    shown = (await editor.ask("preview", ids=[id]))["text"]
    answer = await editor.ask("edit", ids=[id], text=shown.replace("pass", "return"))

    assert answer["error"].startswith("test_mine was changed.")


async def test_a_candidate_runs_by_itself(editor: Editor, id: str) -> None:
    [passed] = (await editor.ask("runCandidates", ids=[id]))["results"]
    await editor.ask("edit", ids=[id], text=GENERATED.replace("== 1", "== 2"))
    [failed] = (await editor.ask("runCandidates", ids=[id]))["results"]

    assert (passed["id"], passed["outcome"]) == (id, "passed")
    assert (failed["outcome"], failed["message"]) == ("failed", "assert 1 == 2")
    assert failed["line"] == 1
    assert "E   assert 1 == 2" in failed["report"]
    assert "project" not in failed["report"]


async def test_where_a_test_goes_is_asked_if_the_file_holds_other_tests(editor: Editor, id: str) -> None:
    path = editor.open("tests/test_works.py", MINE)
    asked = await editor.ask("accept", ids=[id])
    more = path.with_name("test_works_more.py")

    assert asked["files"] == []
    assert asked["choices"] == {"extend": path.as_uri(), "new": more.as_uri()}
    assert editor.edits == []
    answer = await editor.ask("accept", ids=[id], where="new")
    assert answer["files"] == [{"uri": more.as_uri(), "created": True, "line": 0, "unsaved": False}]
    assert _new_text(editor) == GENERATED


async def test_the_answer_holds_for_the_tests_that_follow(editor: Editor, id: str) -> None:
    path = editor.open("tests/test_works.py", MINE)
    await editor.ask("accept", ids=[id], where="new")
    await editor.finished(await editor.generate(path.parents[1] / "works.py", review=True))
    preview = await editor.ask("preview", ids=[id])

    assert preview["uri"] == path.with_name("test_works_more.py").as_uri()
    assert (await editor.ask("accept", ids=[id]))["choices"] is None


async def test_the_answer_is_about_no_other_file_than_the_one_asked_about(editor: Editor, id: str) -> None:
    path = editor.open("tests/test_works.py", MINE)
    finished = await editor.finished(await editor.generate(editor.open("sub/works.py"), review=True))
    ids = [id, *finished["offered"]]
    asked = await editor.ask("accept", ids=ids)
    answer = await editor.ask("accept", ids=ids, where="new")

    assert asked["choices"]["extend"] == path.as_uri()
    assert [file["uri"] for file in answer["files"]] == [
        path.with_name("test_works_more.py").as_uri(),
        (editor.folder / "sub" / "tests" / "test_works.py").as_uri(),
    ]


async def test_an_accepted_test_is_known_as_ours_unless_it_was_edited(editor: Editor, id: str) -> None:
    path = editor.folder / "tests" / "test_works.py"
    await editor.ask("accept", ids=[id])
    with open_store() as database:
        [known] = EmittedTests(database).of(path)

    assert (known.name, known.source, known.was_seen) == ("test_one", GENERATED, True)
    finished = await editor.finished(await editor.generate(path.parents[1] / "works.py", review=True))
    await editor.ask("edit", ids=finished["offered"], text=RENAMED)
    await editor.ask("accept", ids=finished["offered"])
    with open_store() as database:
        assert [test.name for test in EmittedTests(database).of(path)] == ["test_one"]


async def test_tests_that_go_into_their_file_at_once_are_known_as_ours(editor: Editor) -> None:
    path = editor.open("works.py")
    await editor.finished(await editor.generate(path))
    with open_store() as database:
        [known] = EmittedTests(database).of(path.parent / "tests" / "test_works.py")

    assert (known.name, known.source) == ("test_one", GENERATED)


async def test_a_draft_is_run_before_it_is_accepted(editor: Editor, tmp_path: Path) -> None:
    job = await editor.generate(editor.open("drafts.py"), review=True)
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    one, two = (await editor.ask("candidates"))["tests"]
    await editor.ask("accept", ids=[one["id"]])

    assert len(editor.edits) == 1
    assert [test["id"] for test in (await editor.ask("candidates"))["tests"]] == [two["id"]]
    (tmp_path / "go").touch()
    assert (await editor.finished(job))["offered"] == []


async def test_a_test_of_code_that_has_changed_since_is_run_before_it_is_accepted(
    editor: Editor, id: str
) -> None:
    source = editor.folder / "works.py"
    text = "import works\n\n\ndef test_one():\n    assert works.f() is None\n"
    with open_store() as database:
        offers = OfferedTests(database)
        [offer] = [test for test in offers.all() if test.id == id]
        offers.add([replace(offer, source=text[15:], complete=text)])
    source.write_text("def f():\n    return 1\n")
    refused = await editor.ask("accept", ids=[id])
    waiting = (await editor.ask("candidates"))["tests"]
    source.write_text("def f():\n    return None\n")
    await editor.ask("accept", ids=[id])

    assert "The code has changed since; generate tests again, or discard this one." in refused["message"]
    assert [result["id"] for result in refused["failed"]] == [id]
    assert [test["id"] for test in waiting] == [id]
    assert len(editor.edits) == 1


async def test_what_passes_is_accepted_and_what_does_not_waits_with_its_reason(editor: Editor) -> None:
    await editor.generate(editor.open("drafts.py"), review=True)
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    path = editor.folder / "tests" / "test_drafts.py"
    sources = [f"def test_{name}():\n    assert {value}\n" for name, value in zip("abc", "101", strict=True)]
    with open_store() as database:
        subject = editor.folder / "drafts.py"
        OfferedTests(database).add(
            OfferedTest(path, f"test_{name}", source, subject, "drafts:f", (), source, verified_for="other")
            for name, source in zip("abc", sources, strict=True)
        )
    waiting = {test["name"]: test["id"] for test in (await editor.ask("candidates"))["tests"]}
    ids = [waiting[f"test_{name}"] for name in "abc"]
    answer = await editor.ask("accept", ids=ids)
    left = {test["id"] for test in (await editor.ask("candidates"))["tests"]}

    assert [file["uri"] for file in answer["files"]] == [path.as_uri()]
    assert left & {*ids} == {ids[1]}
    [failed] = answer["failed"]
    assert (failed["id"], failed["outcome"], failed["message"]) == (ids[1], "failed", "assert 0")
    assert answer["message"] == (
        "Testloom: 2 tests were accepted, 1 goes on waiting. test_b does not pass on its own: assert 0. "
        "The code has changed since; generate tests again, or discard this one."
    )


@pytest.fixture
async def renewed(editor: Editor) -> list[str]:
    """The ids of two tests that were generated anew for a function, whose stale test is in its file."""
    source = editor.open("anew.py", "def f():\n    return 1\n")
    head, stale = "from anew import f\n\n\n", "def test_f():\n    assert f() == 1\n"
    file = editor.folder / "test_anew.py"
    functions = {name: f"def {name}():\n    assert f()\n" for name in ("test_f_is_true", "test_f_is_odd")}
    offers = [
        OfferedTest(file, name, own, source, "anew:f", (), f"{head}{own}", replaces=("test_f",))
        for name, own in functions.items()
    ]
    with open_store() as database:
        EmittedTests(database).remember(file, [EmittedTest("test_f", stale, "anew:f", "()", True)])
        OfferedTests(database).add([replace(offer, verified_for="other") for offer in offers])
    editor.open("test_anew.py", f"{head}{stale}")
    return [offer.id for offer in offers]


async def test_a_stale_test_stays_while_another_that_is_to_replace_it_waits(
    editor: Editor, renewed: list[str]
) -> None:
    alone, both = [(await editor.ask("preview", ids=ids))["text"] for ids in (renewed[:1], renewed)]

    assert ("def test_f()" in alone, "def test_f()" in both) == (True, False)


@pytest.mark.parametrize("value", [1, 3])
async def test_a_stale_test_stays_if_it_passes_again(editor: Editor, renewed: list[str], value: int) -> None:
    (editor.folder / "anew.py").write_text(f"def f():\n    return {value}\n")
    await editor.ask("accept", ids=renewed, where="extend")
    removed = [edit.range for edit in editor.only_change().edits if edit.range.start != edit.range.end]

    assert bool(removed) is (value != 1)


async def test_a_test_of_a_file_that_was_deleted_is_not_to_be_generated_again(
    editor: Editor, id: str
) -> None:
    (editor.folder / "works.py").unlink()
    [trial] = (await editor.ask("runCandidates", ids=[id]))["results"]
    answer = await editor.ask("accept", ids=[id])

    assert answer["message"] == (
        "Testloom: test_one does not pass on its own: works.py does not exist. "
        "Restore the file, or discard this test."
    )
    assert (answer["files"], answer["failed"]) == ([], [trial])
    assert [test["id"] for test in (await editor.ask("candidates"))["tests"]] == [id]


async def test_a_draft_that_was_edited_stays_when_its_job_ends(editor: Editor, tmp_path: Path) -> None:
    job = await editor.generate(editor.open("drafts.py"), review=True)
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    [_, two] = (await editor.ask("candidates"))["tests"]
    text = (await editor.ask("preview", ids=[two["id"]]))["text"]
    await editor.ask("edit", ids=[two["id"]], text=text.replace("assert 1", "assert 2"))
    (tmp_path / "go").touch()
    await editor.finished(job)
    tests = (await editor.ask("candidates"))["tests"]

    assert {test["name"]: test["edited"] for test in tests} == {"test_one": False, "test_two": True}


async def test_a_draft_that_was_edited_is_reset_to_what_was_verified(editor: Editor, tmp_path: Path) -> None:
    job = await editor.generate(editor.open("drafts.py"), review=True)
    await until(lambda: bool(editor.told("testloom/candidatesChanged")))
    [one, _] = (await editor.ask("candidates"))["tests"]
    text = (await editor.ask("preview", ids=[one["id"]]))["text"]
    await editor.ask("edit", ids=[one["id"]], text=text.replace("assert 1", "assert 2"))
    (tmp_path / "go").touch()
    await editor.finished(job)
    [edited] = (await editor.ask("candidates"))["tests"]
    await editor.ask("reset", ids=[one["id"]])
    [test] = (await editor.ask("candidates"))["tests"]

    assert (edited["edited"], "assert 2" in edited["source"]) == (True, True)
    assert (test["edited"], test["verified"], "assert 1" in test["source"]) == (False, True, True)


def _new_text(editor: Editor) -> str:
    """What the last edit writes."""
    changes = editor.edits[-1].edit.document_changes or ()
    edits = [
        entry for change in changes if isinstance(change, types.TextDocumentEdit) for entry in change.edits
    ]
    return "".join(entry.new_text for entry in edits if isinstance(entry, types.TextEdit))
