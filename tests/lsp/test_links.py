"""A folder that the editor has opened by a link: the server names its files as the editor does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_lsp
from pytest_lsp import LanguageClient

from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store
from tests.lsp.connecting import IN_PROCESS
from tests.lsp.editor import FULL, Editor, initialize, until
from tests.lsp.looking import MODULE, TESTS
from tests.projects import pyproject


@pytest.fixture
def link(tmp_path: Path) -> Path:
    real, link = tmp_path / "real", tmp_path / "link"
    (real / "tests").mkdir(parents=True)
    (real / "pyproject.toml").write_text(pyproject("shop", 'pythonpath = ["."]'))
    (real / "account.py").write_text(MODULE)
    (real / "tests" / "test_account.py").write_text(f"{TESTS}\n\ndef test_sum():\n    assert 1 + 1 == 3\n")
    (real / "tests" / "test_broken.py").write_text("import no_such_module\n")
    link.symlink_to(real)
    return link


@pytest_lsp.fixture(config=IN_PROCESS)  # type: ignore[untyped-decorator]
async def linked(lsp_client: LanguageClient, link: Path) -> AsyncIterator[None]:
    await initialize(lsp_client, link, FULL)
    yield
    await lsp_client.shutdown_session()


async def test_a_run_names_tests_and_files_as_the_editor_does(linked: LanguageClient, link: Path) -> None:
    editor = Editor(linked, link)
    linked.feature("testloom/test")(lambda params: editor.hear("testloom/test", params))
    ran = await editor.ask("runTests", run="r1", uri=link.as_uri(), covered=True)

    assert ran["project"] == link.as_uri()
    assert [file["uri"] for file in ran["files"]] == [(link / "account.py").as_uri()]
    named = {event[key] for event in editor.told("testloom/test") for key in ("file", "uri") if key in event}
    assert named == {(link / "tests" / f"test_{name}.py").as_uri() for name in ("account", "broken")}


async def test_tests_are_listed_where_the_editor_shows_them(linked: LanguageClient, link: Path) -> None:
    found = await Editor(linked, link).ask("discover", uri=link.as_uri())
    tests = [*found["tests"], *found["broken"]]

    assert len(tests) == 4
    assert {test[key] for test in tests for key in ("file", "uri")} == {
        (link / "tests" / f"test_{name}.py").as_uri() for name in ("account", "broken")
    }


async def test_a_test_that_is_generated_again_waits_in_the_folder_that_is_open(
    linked: LanguageClient, link: Path
) -> None:
    editor, source = Editor(linked, link), "def test_f():\n    assert f() == 2\n"
    for told in ("testloom/test", "testloom/finished"):
        linked.feature(told)(partial(editor.hear, told))
    editor.open("works.py", "def f():\n    return 1\n")
    file = editor.open("tests/test_works.py", f"from works import f\n\n\n{source}")
    with open_store() as database:
        EmittedTests(database).remember(file.resolve(), [EmittedTest("test_f", source, "works:f", "", True)])
    await editor.ask("runTests", run="r1", uri=link.as_uri(), tests=["tests/test_works.py::test_f"])
    await editor.command("testloom.renewTest", {"uri": file.as_uri(), "test": "test_f"})
    await until(lambda: bool(editor.told("testloom/finished")))

    waiting = (await editor.ask("candidates"))["tests"]
    assert [test["subject"] for test in waiting] == [(link / "works.py").as_uri()]
