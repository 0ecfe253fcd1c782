from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.lsp.testing import discovery
from testloom.model.errors import ProjectError
from tests.lsp.editor import Editor
from tests.lsp.looking import ask, run

TESTS = """\
import pytest

print("imported")


@pytest.mark.parametrize("number", [1, 2])
def test_number(number):
    open("ran.txt", "w").close()


class TestShelf:
    def test_empty(self):
        pass
"""


async def test_tests_are_listed_with_their_places_and_do_not_run(editor: Editor, account: Path) -> None:
    path = editor.open("tests/test_shelf.py", TESTS)
    found = await ask(editor, "testloom/discover", {"uri": editor.folder.as_uri()})

    own = [test for test in found["tests"] if test["uri"] == path.as_uri()]
    assert [(test["test"], test["line"], test["generated"]) for test in own] == [
        ("tests/test_shelf.py::test_number[1]", 5, False),
        ("tests/test_shelf.py::test_number[2]", 5, False),
        ("tests/test_shelf.py::TestShelf::test_empty", 11, False),
    ]
    assert not (editor.folder / "ran.txt").exists()


BASE = """\
class Contract:
    def test_positive(self):
        assert self.number > 0
"""
SUBCLASSES = """\
from contract import Contract


class Local:
    def test_even(self):
        assert self.number % 2 == 0


class TestTwo(Contract, Local):
    number = 2
"""


async def test_a_test_that_a_class_inherits_stands_where_it_is_defined(editor: Editor, account: Path) -> None:
    base = editor.open("tests/contract.py", BASE)
    path = editor.open("tests/test_sub.py", SUBCLASSES)
    found = await ask(editor, "testloom/discover", {"uri": editor.folder.as_uri()})
    await run(editor, account)

    places = [
        ("tests/test_sub.py::TestTwo::test_positive", base.as_uri(), 1),
        ("tests/test_sub.py::TestTwo::test_even", path.as_uri(), 4),
    ]
    began = [event for event in editor.told("testloom/test") if event["event"] == "started"]
    for told in (found["tests"], began):
        inherited = [(test["test"], test["uri"], test["line"]) for test in told if "test_sub" in test["test"]]
        assert sorted(inherited) == sorted(places)
        assert {test["file"] for test in told if "test_sub" in test["test"]} == {path.as_uri()}


async def test_a_file_that_cannot_be_imported_hides_no_other(editor: Editor, account: Path) -> None:
    editor.open("tests/test_broken.py", "import nothing_of_that_name\n")
    found = await ask(editor, "testloom/discover", {"uri": editor.folder.as_uri()})

    assert "tests/test_account.py::test_withdraw" in [test["test"] for test in found["tests"]]


@pytest.mark.parametrize("name", ["stock.py", "tests/test_stock.py"])
async def test_a_file_that_cannot_be_collected_is_listed_with_the_place_of_its_error(
    editor: Editor, account: Path, name: str
) -> None:
    editor.open("tests/test_stock.py", "import stock\n")
    path = editor.open(name, "import account\n\ndef first(:\n")
    [broken] = (await ask(editor, "testloom/discover", {"uri": editor.folder.as_uri()}))["broken"]

    assert (broken["test"], broken["uri"], broken["line"]) == ("tests/test_stock.py", path.as_uri(), 2)
    assert broken["file"] == (editor.folder / "tests/test_stock.py").as_uri()
    assert broken["message"].startswith(f"{name}, line 3: SyntaxError: invalid syntax\n")


async def test_a_folder_that_cannot_be_collected_is_listed_with_the_place_of_its_error(
    editor: Editor, account: Path
) -> None:
    conftest = editor.open("tests/shelves/conftest.py", "\nimport nothing_of_that_name\n")
    editor.open("tests/shelves/test_shelf.py", TESTS)
    [broken] = (await ask(editor, "testloom/discover", {"uri": editor.folder.as_uri()}))["broken"]

    assert (broken["test"], broken["file"]) == ("tests/shelves", conftest.as_uri())
    assert (broken["uri"], broken["line"]) == (conftest.as_uri(), 1)


async def test_what_keeps_pytest_from_starting_is_named_with_its_line(editor: Editor, account: Path) -> None:
    editor.open("shop_settings.py", "class Late(Warning):\n    pass\n\n\ndef broken(:\n")
    settings = '[tool.pytest.ini_options]\nfilterwarnings = ["ignore::shop_settings.Late"]\n'
    (editor.folder / "pyproject.toml").write_text(settings)
    answer = await ask(editor, "testloom/discover", {"uri": editor.folder.as_uri()})

    name = editor.folder.name
    assert answer["error"].startswith(
        f"pytest cannot list the tests of {name}: shop_settings.py, line 5: SyntaxError: "
    )


@pytest.mark.process
async def test_listing_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    (tmp_path / "test_slow.py").write_text("import time\n\ntime.sleep(60)\n")

    with pytest.raises(ProjectError, match="within 1 seconds"):
        await discovery._collected(tmp_path, Path(sys.executable), 1)
