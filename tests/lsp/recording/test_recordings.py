"""What the editor asks about recorded calls; programs are run for real, tests made by a fake worker."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, plain, until
from tests.projects import pyproject

CART = """\
def price(count):
    return count * 2


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
"""


PROPERTIES = """\
from functools import cached_property

import abc


class Cart:
    @property
    def total(self):
        return self._total

    @total.setter
    def total(self, value):
        self._total = value

    @cached_property
    def size(self):
        return 0

    @abc.abstractmethod
    def pay(self): ...
"""


@pytest.fixture
async def journal(editor: Editor) -> str:
    """What was recorded of a program that calls two functions."""
    (editor.folder / "pyproject.toml").write_text(pyproject("shop"))
    editor.open("works.py", CART)
    app = editor.open("app.py", "import works\n\nworks.price(1)\nworks.price(0)\nworks.Cart().add('pear')\n")
    how = await editor.ask("record", uri=app.as_uri())
    _record(how, app)
    return str(how["journal"])


async def test_a_program_is_run_as_the_server_says_and_its_calls_are_listed(
    editor: Editor, journal: str
) -> None:
    listed = (await editor.ask("recorded"))["functions"]

    assert [(entry["callable"], entry["line"], entry["calls"]) for entry in listed] == [
        ("works:price", 0, 2),
        ("works:Cart", 4, 1),
        ("works:Cart.add", 8, 1),
    ]
    assert listed[0]["uri"] == (editor.folder / "works.py").as_uri()
    assert {entry["journal"] for entry in listed} == {journal}


async def test_nobody_else_reads_the_recording(journal: str) -> None:
    file = Path(journal)

    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


async def test_a_recording_of_an_earlier_version_becomes_private(editor: Editor, journal: str) -> None:
    Path(journal).chmod(0o644)

    await editor.ask("recorded")

    assert Path(journal).stat().st_mode & 0o777 == 0o600


async def test_the_editor_hears_of_new_calls(editor: Editor, journal: str) -> None:
    await editor.ask("recorded")
    app = editor.folder / "app.py"
    _record(await editor.ask("record", uri=app.as_uri()), app)

    await until(lambda: editor.told("testloom/recordedChanged") != [])
    assert (await editor.ask("recorded"))["functions"][0]["calls"] == 4


async def test_a_folder_can_be_recorded_without_a_program_of_its_own(editor: Editor, journal: str) -> None:
    how = await editor.ask("record", uri=editor.folder.as_uri())

    assert how["journal"] == journal
    assert "--name" not in how["launcher"]
    assert "--in-editor" in how["command"]
    assert json.loads(how["environment"]["TESTLOOM_RECORD"])["journal"] == journal


async def test_tests_of_chosen_functions_become_candidates(editor: Editor, journal: str) -> None:
    answer = await editor.ask("carve", journal=journal, callables=["works:price"])
    finished = await editor.finished(answer["job"])

    assert len(finished["offered"]) == 1
    [test] = (await editor.ask("candidates"))["tests"]
    assert test["subject"] == (editor.folder / "works.py").as_uri()


async def test_recorded_calls_of_a_file_that_was_deleted_say_so_and_what_to_do(
    editor: Editor, journal: str
) -> None:
    file = editor.folder / "works.py"
    file.unlink()
    answer = await editor.ask("carve", journal=journal, callables=["works:price"])
    finished = await editor.finished(answer["job"])

    [error] = finished["errors"]
    assert error["what"] == f"Deleted since the recording: {file}."
    assert error["advice"] == "Restore the file, or delete its recorded calls."
    assert finished["message"] == ""


async def test_a_second_job_for_the_same_recording_waits_for_its_user(editor: Editor, journal: str) -> None:
    first = await editor.ask("carve", journal=journal, callables=["works:price"])
    request: Any = editor.client.protocol.send_request_async
    with pytest.raises(JsonRpcException, match="Tests are already being generated") as refused:
        await request("testloom/carve", {"journal": journal, "callables": ["works:price"]})

    assert plain(refused.value.data)["reason"] == "UnderwayError"
    await editor.finished(first["job"])


async def test_what_is_forgotten_is_listed_no_longer(editor: Editor, journal: str) -> None:
    await editor.ask("forgetRecorded", journal=journal, callables=["works:price"])

    listed = (await editor.ask("recorded"))["functions"]
    assert [each["callable"] for each in listed] == ["works:Cart", "works:Cart.add"]


async def test_a_recording_that_is_gone_is_an_error_in_words(editor: Editor) -> None:
    answer = await editor.ask(
        "carve", journal=str(editor.folder / "none.testloom"), callables=["works:price"]
    )

    finished = await editor.finished(answer["job"])
    assert "does not exist" in finished["errors"][0]["what"]


def _record(how: dict[str, Any], file: Path) -> None:
    subprocess.run([how["python"], *how["launcher"], str(file)], cwd=how["folder"], check=True, timeout=30)


async def test_lenses_record_or_make_tests_of_what_was_recorded(editor: Editor, journal: str) -> None:
    uri = (editor.folder / "works.py").as_uri()
    before = await _record_lenses(editor, uri)
    await editor.ask("recorded")
    after = await _record_lenses(editor, uri)

    assert {(line, command.title) for line, command in before} == {
        (0, "Record"),
        (4, "Record"),
        (8, "Record"),
    }
    assert [command.title for _, command in after] == [
        "Generate tests from 2 recorded calls",
        "Generate tests from 1 recorded call",
        "Generate tests from 1 recorded call",
    ]
    assert list(after[0][1].arguments or ()) == [{"journal": journal, "callables": ["works:price"]}]


async def test_what_is_read_like_a_variable_has_no_lens_to_record_it(editor: Editor) -> None:
    path = editor.open("cart.py", PROPERTIES)

    assert [line for line, _ in await _record_lenses(editor, path.as_uri())] == [5, 19]


async def test_what_the_projects_tests_call_is_recorded_if_that_is_wished(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    works = editor.open("works.py", CART)
    editor.open("test_works.py", "import works\n\n\ndef test_price():\n    assert works.price(2) == 4\n")
    params = {"run": "1", "uri": works.as_uri()}

    assert len((await editor.ask("runTests", **params))["files"]) == 1
    assert (await editor.ask("recorded"))["functions"] == []
    await editor.ask("runTests", **params, record=True)

    [found] = (await editor.ask("recorded"))["functions"]
    assert (found["callable"], found["calls"]) == ("works:price", 1)


async def _record_lenses(editor: Editor, uri: str) -> list[tuple[int, types.Command]]:
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    lenses = await editor.client.text_document_code_lens_async(params) or []
    return [(lens.range.start.line, lens.command) for lens in lenses if lens.command is not None]
