"""Programs and the times at which their events arrive."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.quality.environments.events import ERRORS, EVENTS, OUTPUT, Finished, run_with_events
from tests.quality.environments.process import TIMED_OUT

TALKING = """
import json, sys, time
print(json.dumps({"event": "progress", "phase": "load"}), flush=True)
time.sleep(1)
print("not an event")
print("a complaint", file=sys.stderr)
print(json.dumps({"event": "summary", "tests": 3}), flush=True)
sys.exit(4)
"""


def events(source: str, folder: Path, limit: float = 30) -> Finished:
    return run_with_events([sys.executable, "-c", source], folder, limit, folder, {"ANSWER": "42"})


def test_events_come_with_the_time_of_their_arrival(tmp_path: Path) -> None:
    ended = events(TALKING, tmp_path)

    load, summary = ended.events
    assert (load.event["phase"], summary.event["tests"]) == ("load", 3)
    assert load.at + 0.25 < summary.at
    assert ended.summary == {"event": "summary", "tests": 3}
    assert ended.status == 4


def test_all_that_a_program_says_is_kept(tmp_path: Path) -> None:
    ended = events(TALKING, tmp_path)

    kept = [json.loads(line) for line in (tmp_path / EVENTS).read_text().splitlines()]
    assert [(event["at"], event["event"]) for event in kept] == [
        (each.at, each.event["event"]) for each in ended.events
    ]
    assert (tmp_path / OUTPUT).read_text() == "not an event\n"
    assert (tmp_path / ERRORS).read_text() == "a complaint\n"


def test_a_program_is_stopped_after_its_time(tmp_path: Path) -> None:
    ended = events("import time\nprint('{\"event\": ', end='', flush=True)\ntime.sleep(60)", tmp_path, 1.0)

    assert ended.status == TIMED_OUT
    assert ended.seconds < 30
    assert (ended.events, ended.summary) == ((), {})


def test_what_a_program_leaves_running_does_not_hold_us(tmp_path: Path) -> None:
    ended = events("import subprocess\nsubprocess.Popen(['sleep', '60'])", tmp_path)

    assert ended.seconds < 30


def test_the_time_of_processors_is_that_of_children_too(tmp_path: Path) -> None:
    busy = "import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass"

    ended = events(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])", tmp_path)

    assert ended.processor_seconds > 0.3


def test_variables_reach_the_program_and_its_start_is_told(tmp_path: Path) -> None:
    started: list[int] = []
    command = [sys.executable, "-c", "import os; print(os.environ['ANSWER'], os.getpid())"]

    run_with_events(command, tmp_path, 30, tmp_path, {"ANSWER": "42"}, lambda pid, began: started.append(pid))

    assert (tmp_path / OUTPUT).read_text() == f"42 {started[0]}\n"


def test_a_program_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_with_events([tmp_path / "missing"], tmp_path, 30, tmp_path, {})
