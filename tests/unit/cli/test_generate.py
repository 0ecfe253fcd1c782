from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.cli.commands.generate import Outcome, naming
from testloom.model.events.jobs import Event, Failed, FileReady, SameName, Summary
from testloom.model.generation_request import GenerationRequest, Target

SYNTAX = Failed("syntax", "shop.py has a syntax error on line 3.", "Mend it.")
NO_NAME = Failed("UsageError", "shop.py has no 'Taxx'.", "Did you mean Tax?")


@pytest.mark.parametrize(
    ("events", "status"),
    [
        pytest.param([Summary(goals=3, covered=2, tests=1)], 0, id="tests were written"),
        pytest.param([SYNTAX, Summary(goals=3, covered=3, tests=2)], 0, id="for one file of two"),
        pytest.param([Summary(goals=3, covered=3)], 0, id="nothing is left to cover"),
        pytest.param([Summary(goals=3, covered=3, discarded={"fails": 2})], 1, id="all tests were discarded"),
        pytest.param([Summary()], 0, id="nothing is there to cover"),
        pytest.param([Summary(goals=3, covered=1)], 1, id="no test came out"),
        pytest.param([SYNTAX, Summary()], 1, id="the module cannot be loaded"),
        pytest.param([NO_NAME, Summary()], 2, id="the name does not exist"),
        pytest.param([NO_NAME, SYNTAX, Summary()], 1, id="a wrong name and a broken module"),
    ],
)
def test_the_exit_status_says_what_came_of_it(events: list[Event], status: int) -> None:
    assert Outcome(events).status == status


def test_modules_of_one_name_are_told_where_tests_were_written(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helpers.py").write_text("VALUE = 1\n")
    file = tmp_path / "b" / "helpers.py"
    request = GenerationRequest((Target(file),), root=file.parent, python=Path(sys.executable))
    written = FileReady(str(file), "", created=True)

    assert _told(request, Summary()) == [Summary()]
    assert _told(replace(request, root=tmp_path), written, Summary()) == [written, Summary()]
    same = SameName("helpers", (str(tmp_path / "a" / "helpers.py"),))
    assert _told(request, written, Summary()) == [written, same, Summary()]


def _told(request: GenerationRequest, *events: Event) -> list[Event]:
    outcome = Outcome()
    emit = naming(outcome.events.append, outcome, request)
    for event in events:
        emit(event)
    return outcome.events
