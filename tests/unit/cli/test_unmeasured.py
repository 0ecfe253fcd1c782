"""Why a run of the project's tests measured nothing, as terminal and editor tell it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.cli.showing.run_events import RunEvents
from testloom.cli.showing.unmeasured import uncollected, unreached, why_not_run
from testloom.lsp import words
from testloom.measurement import NO_TESTS, Broken, LeftOut, ProjectRun, why_unreached

PROJECT = Path("/my project")
PYTHON = PROJECT / ".venv/bin/python"


def test_commands_that_are_named_can_be_run_as_they_are() -> None:
    nothing = unreached(why_unreached([], PROJECT, PYTHON), PROJECT)
    broken = uncollected(Broken("tests/test_shop.py", "no module"), PROJECT, PYTHON)

    assert nothing.advice.endswith(": '/my project/.venv/bin/python' -m pip install -e '/my project'")
    assert "`'/my project/.venv/bin/python' -m pytest tests/test_shop.py`" in broken.advice


@pytest.mark.parametrize(
    ("file", "advice"),
    [("checks/test_tax.py", "is `tests`: add"), ("tests/test_tax.py", "writes some"), (None, "writes some")],
)
def test_where_testpaths_leave_out_tests_their_setting_is_named(
    tmp_path: Path, file: str | None, advice: str
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
    (tmp_path / "tests").mkdir()
    if file is not None:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("")

    [failed] = why_not_run(ProjectRun(NO_TESTS, ""), RunEvents(lambda _: None), tmp_path, PYTHON)

    assert advice in failed.advice


@pytest.mark.parametrize(
    ("left_out", "code", "named"),
    [
        ([LeftOut("", "nothing", "source = lib")], "nothing-measured", ["leave out all", "source = lib"]),
        ([LeftOut("", "no data."), LeftOut("/a.py", "syntax")], "nothing-reached", ["no data", "install"]),
        ([], "nothing-reached", ["covered no file", "install"]),
    ],
    ids=["settings", "said", "another copy"],
)
def test_terminal_and_editor_tell_the_same_reason(
    left_out: list[LeftOut], code: str, named: list[str]
) -> None:
    why = why_unreached(left_out, PROJECT, PYTHON)

    for told in (unreached(why, PROJECT), words.unreached(why, PROJECT.name)):
        text = f"{told.what} {told.advice}"
        assert told.code == code
        assert all(part in text for part in named), text
        assert "syntax" not in text and ".." not in text
