"""What a run has told is read as far as nobody has spoilt it."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.subtests import SubtestReport

from testloom.measurement.events import Collected, Ended, Started, follow, read_events
from testloom.measurement.plugins.events import Reporter, message_of_example
from testloom.measurement.reports import read_run

STARTED = (
    '{"event": "started", "test": "t.py::test_a[trio-x]", "file": "/t.py", "line": 2, "ids": ["trio", "x"]}'
)
ENDED = '{"event": "ended", "test": "t.py::test_a[trio-x]", "outcome": "failed", "message": "no\\nmore"}'
COLLECTED = '{"event": "collected", "tests": 2}'


def test_events_are_told_once_their_line_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    told = follow(file)
    nothing = next(told)
    file.write_text(COLLECTED + "\n" + STARTED)
    first = next(told)
    with file.open("a") as stream:
        stream.write("\n" + ENDED + "\n")
    second = next(told)

    assert (nothing, first) == ([], [Collected(2)])
    assert second == [
        Started("t.py::test_a[trio-x]", "/t.py", 2, ("trio", "x")),
        Ended("t.py::test_a[trio-x]", "failed", "no\nmore"),
    ]


@pytest.mark.parametrize(
    ("expected", "got", "told"),
    [
        ("4\n", "3\n", "expected 4, got 3"),
        ("a\nb\n", "a\n\nc\n", "expected a b, got a <BLANKLINE> c"),
        ("4\n", "", "expected 4, got nothing"),
        ("", "3\n", "expected nothing, got 3"),
    ],
)
def test_a_failed_example_is_told_by_its_results(expected: str, got: str, told: str) -> None:
    example = doctest.Example("add(1, 2)", expected)
    compared = doctest.OutputChecker().output_difference(example, got, 0)

    shown = f"014 Add.\n015 >>> add(1, 2)\n{compared}\n/shop.py:15: DocTestFailure"
    assert message_of_example(shown) == told


def test_an_example_that_raised_is_told_by_its_exception() -> None:
    shown = (
        "014 Add.\n015 >>> add(1)\nUNEXPECTED EXCEPTION: TypeError('no')\nTraceback (most recent call last):"
    )

    assert message_of_example(shown) == "TypeError('no')"
    assert message_of_example("anything else") == "anything else"


def test_a_test_takes_the_time_of_its_subtests_once(tmp_path: Path) -> None:
    reporter, place = Reporter(str(tmp_path / "events.jsonl")), ("t.py", 1, "test_a")
    config = SimpleNamespace(rootpath=tmp_path)
    item: Any = SimpleNamespace(nodeid="t.py::test_a", path=tmp_path / "t.py", location=place, config=config)
    protocol = reporter.pytest_runtest_protocol(item)
    next(protocol)
    for kind in (SubtestReport, pytest.TestReport):
        report = kind(item.nodeid, place, {}, "passed", None, "call", duration=0.5)
        reporter.pytest_runtest_logreport(report)
    reporter.pytest_runtest_logreport(pytest.TestReport(item.nodeid, place, {}, "passed", None, "teardown"))
    next(protocol, None)
    *_, ended = read_events(tmp_path / "events.jsonl")

    assert ended == Ended("t.py::test_a", "passed", seconds=0.5)


def test_a_test_that_fails_as_its_mark_says_is_told_apart_from_one_that_is_skipped(tmp_path: Path) -> None:
    reporter, place = Reporter(str(tmp_path / "events.jsonl")), ("t.py", 1, "test_a")
    config = SimpleNamespace(rootpath=tmp_path)
    item: Any = SimpleNamespace(nodeid="t.py::test_a", path=tmp_path / "t.py", location=place, config=config)
    marks: list[dict[str, Any]] = [{"wasxfail": "not yet"}, {}]
    for mark in marks:
        protocol = reporter.pytest_runtest_protocol(item)
        next(protocol)
        skipped = ("t.py", 1, "Skipped: not here")
        reporter.pytest_runtest_logreport(
            pytest.TestReport(item.nodeid, place, {}, "skipped", skipped, "call", **mark)
        )
        reporter.pytest_runtest_logreport(
            pytest.TestReport(item.nodeid, place, {}, "passed", None, "teardown")
        )
        next(protocol, None)
    ended = [event for event in read_events(tmp_path / "events.jsonl") if isinstance(event, Ended)]

    assert [(event.message, event.xfailed) for event in ended] == [("not yet", True), ("not here", False)]


def test_what_a_test_writes_among_the_events_ends_them(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_bytes(b"\n".join([COLLECTED.encode(), b"\xff{", STARTED.encode(), b""]))

    assert list(read_events(file)) == [Collected(2)]


def test_what_was_not_told_to_its_end_is_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text("".join(f"{line}\n" for line in (COLLECTED, STARTED, ENDED)))

    run = read_run(file, tmp_path / "mark")

    assert (run.is_cut_short, run.culprit, list(run.cases)) == (True, None, ["test_a[trio-x]"])
    assert run.cases["test_a[trio-x]"].message == "no"
