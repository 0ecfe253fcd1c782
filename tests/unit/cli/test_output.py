"""What the code under test or a repository says stays text, wherever it is shown."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from xml.etree import ElementTree

import pytest

from testloom.cli import main
from testloom.cli.commands.doctor import Finding as Check
from testloom.cli.commands.doctor import in_words
from testloom.cli.showing.github import floor_command, workflow_commands
from testloom.cli.showing.junit import junit_report
from testloom.cli.showing.output import complain, complaining, json_line, say
from testloom.cli.showing.reached import print_reached
from testloom.cli.showing.report import render_carving, render_failure, render_report
from testloom.cli.showing.table import print_table
from testloom.model.events.coverage import CoverageSummary, FileCoverage, RanTest
from testloom.model.events.jobs import (
    Candidate,
    Carving,
    Discarded,
    Event,
    Failed,
    FileReady,
    Finding,
    Outdated,
    Summary,
    Survivor,
    Unreached,
)
from testloom.model.events.units import ProjectSummary, UnitDone

BAD = "\x1b]0;title\x07\u202e\x00\n::error::gotcha\r\n::set-output name=x::y\u2028##[add-mask]z"
"""Sets the title of a terminal, turns a line round, and gives GitHub orders."""


def assert_harmless(text: str) -> None:
    assert not {char for char in text if not char.isprintable()} - {"\n"}
    lines = text.split("\n")
    assert [line for line in lines if line.lstrip().startswith("::") or "##[" in line] == []


def test_a_report_shows_foreign_text_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    events: list[Event] = [
        Candidate("a", f"test_{BAD}", "def …", f"::{BAD}", "shop:tax", (BAD,), (BAD,), (BAD,)),
        FileReady(f"::{BAD}", BAD, created=True),
        Discarded(BAD, BAD),
        Outdated(BAD, BAD, BAD, BAD),
        Finding(f"shop:{BAD}", 1, f"shop:{BAD}", BAD, f"def test_f():\n    '''{BAD}'''"),
        Unreached("g", 12, BAD, BAD, denied=(BAD,)),
        Survivor(1, BAD, BAD, BAD, BAD, reached=True),
        Summary(goals=1, discarded={BAD: 1}, unreached={BAD: 1}),
    ]
    say(render_report(events))
    say(render_carving([Carving(dropped={BAD: 3})]))

    out = capsys.readouterr().out
    assert_harmless(out)
    assert r"test_\x1b]0;title\x07\u202e\x00\n::error::gotcha" in out


def test_the_tables_show_foreign_text_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    unit = UnitDone(BAD, BAD, BAD, BAD, 1, 0, 0, 0, 1.0)
    print_table([unit, Outdated(BAD, BAD, BAD, BAD)], _summary())
    file = FileCoverage(f"/p/::{BAD}", 1, 1, 0, 0, 100.0)
    failed = RanTest(f"::{BAD}", "failed", f"E   {BAD}")
    print_reached([file, failed], CoverageSummary(tests=1, failed=1, coverage=100.0), Path("/p"))

    assert_harmless(capsys.readouterr().out)


def test_an_error_is_one_line_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    complain(render_failure(Failed("import-error", BAD, BAD, BAD)))
    with complaining():
        logging.getLogger("testloom.store").warning("%s is no database", BAD)
    assert main(["generate", f"{BAD}.py"]) == 2

    err = capsys.readouterr().err
    assert_harmless(err)
    assert [line.partition(" ")[0] for line in err.splitlines()] == ["testloom:"] * 3


def test_the_doctor_shows_foreign_text_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    say(in_words(Check("project", False, BAD, BAD)))

    assert_harmless(capsys.readouterr().out)


def test_json_is_no_workflow_command_and_says_the_same() -> None:
    line = json_line({"what": BAD})

    assert_harmless(line)
    assert json.loads(line) == {"what": BAD}


def test_an_annotation_is_one_command() -> None:
    events: list[Event] = [
        Failed("import-error", BAD, "", f"/p/{BAD}"),
        UnitDone(f"shop:{BAD}", f"/p/{BAD}", "new", "accepted", 2, 1, 0, 0, 1.0),
    ]
    commands = [*workflow_commands(events, Path("/p")), floor_command(BAD)]

    for command in commands:
        assert command.isprintable()
        assert command.startswith("::")


def test_a_junit_report_is_xml_whatever_it_tells() -> None:
    unit = UnitDone(f"shop:{BAD}", BAD, "new", "import-error", 1, 0, 0, 0, 1.0)
    suite = ElementTree.fromstring(junit_report([unit, Failed("import-error", BAD, "")], _summary(), BAD))

    messages = [failure.get("message", "") for failure in suite.iter("failure")]
    assert len(messages) == 2
    for message in messages:
        assert_harmless(message.replace("##[", ""))
        assert r"\x1b]0;title\x07" in message


def _summary() -> ProjectSummary:
    coverage = {"before": 0.0, "after": 0.0}
    return ProjectSummary(1, 1, {BAD: 1}, coverage, unreached={BAD: 1}, files_left_out={BAD: 1}, files=(BAD,))
