from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.lsp.messages import fitting, remedies_for
from testloom.lsp.protocol.generating import Remedy
from testloom.measurement import check_tools
from testloom.model.errors import (
    InterpreterError,
    MissingToolError,
    OutputError,
    SubjectError,
    TestloomError,
    UsageError,
)
from testloom.model.events.jobs import Failed
from testloom.writer import Document


def test_what_keeps_the_interpreter_from_running_leads_to_another_one() -> None:
    assert _titles(Failed.of(InterpreterError("There is none."))) == [
        "Select Interpreter",
        "Create Environment",
        "Open Doctor",
    ]


def test_missing_tools_are_installed_by_the_command_of_the_advice() -> None:
    failed = Failed.of(MissingToolError("pytest is missing.", "Run: /p/bin/python -m pip install pytest"))

    assert _titles(failed) == ["Install pytest", "Select Interpreter", "Open Doctor"]
    assert remedies_for(failed)[0].text == "/p/bin/python -m pip install pytest"


@pytest.mark.parametrize(
    ("missing", "title"),
    [
        ({"pytest"}, "Install pytest"),
        ({"coverage"}, "Install coverage.py"),
        ({"pytest", "coverage"}, "Install pytest and coverage.py"),
    ],
)
def test_only_what_is_missing_is_installed_and_the_button_names_it(
    monkeypatch: pytest.MonkeyPatch, missing: set[str], title: str
) -> None:
    tools = frozenset({"pytest", "coverage", "pip"}) - missing
    monkeypatch.setattr("testloom.measurement.tools.installed", lambda *_: tools)
    with pytest.raises(MissingToolError) as raised:
        check_tools(Path(sys.executable), lambda python, _: [str(python)])
    [install, *_] = remedies_for(Failed.of(raised.value))

    assert install.title == title
    assert set(install.text.partition(" install ")[2].split()) == missing


def test_the_advice_about_missing_tools_ends_with_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("testloom.measurement.tools.installed", lambda *_: frozenset())
    with pytest.raises(MissingToolError) as raised:
        check_tools(Path(sys.executable), lambda python, _: [str(python)])

    assert remedies_for(Failed.of(raised.value))[0].kind in ("install", "createEnvironment")


def test_a_test_file_that_is_no_python_is_gone_to(tmp_path: Path) -> None:
    path = tmp_path / "test_shop.py"
    with pytest.raises(OutputError) as raised:
        Document.parse("import shop\n\ndef test_one(:\n", path)
    failed = Failed.of(raised.value, "/p/shop.py")
    [remedy] = remedies_for(failed)

    assert failed.what == f"{path} has a syntax error on line 3 (invalid syntax)."
    assert (remedy.kind, remedy.uri, remedy.line) == ("goTo", path.as_uri(), 2)


def test_where_pip_may_install_nothing_an_environment_is_created() -> None:
    advice = "Create an environment: python3 -m venv .venv && .venv/bin/python -m pip install pytest"

    assert _titles(Failed.of(MissingToolError("pytest is missing.", advice)))[0] == "Create Environment"


def test_code_that_cannot_be_loaded_leads_to_its_line(tmp_path: Path) -> None:
    failed = Failed.of(SubjectError("syntax", "tools.py, line 3: bad.", "Fix it.", 3), str(tmp_path / "t.py"))
    [remedy] = remedies_for(failed)

    assert (remedy.kind, remedy.uri, remedy.line) == ("goTo", (tmp_path / "t.py").as_uri(), 2)


@pytest.mark.parametrize(
    ("failed", "titles"),
    [
        (InterpreterError("There is none."), ["Select Interpreter", "Create Environment", "Open Doctor"]),
        (
            MissingToolError("It is missing.", "Run: python -m pip install coverage"),
            ["Install coverage.py", "Select Interpreter", "Open Doctor"],
        ),
        (
            MissingToolError("They are missing.", "Run: python -m pip install pytest coverage"),
            ["Install pytest and coverage.py", "Select Interpreter"],
        ),
        (UsageError("There is no such file."), ["Show Log"]),
    ],
    ids=["interpreter", "one tool", "two tools", "none"],
)
def test_a_message_has_only_buttons_that_it_has_room_for(failed: TestloomError, titles: list[str]) -> None:
    buttons = fitting((*remedies_for(Failed.of(failed)), Remedy("showLog", "Show Log")))

    assert [remedy.title for remedy in buttons] == titles


def test_other_errors_have_no_remedy_of_their_own() -> None:
    assert _titles(Failed.of(UsageError("There is no such file.", "Save it: it is new."))) == []


def _titles(failed: Failed) -> list[str]:
    return [remedy.title for remedy in remedies_for(failed)]
