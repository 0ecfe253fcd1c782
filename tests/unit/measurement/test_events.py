"""What a run has told is read as far as nobody has spoilt it."""

from __future__ import annotations

from pathlib import Path

from testloom.measurement.events import Collected, Ended, Started, follow, read_events
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
