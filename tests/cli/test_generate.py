"""From a command line to a pytest file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from testloom.cli.commands.generate import FINISHING

from .command import environment, files, run

PYTHON = ("--python", sys.executable)
SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"


def passes(project: Path, *tests: Path) -> bool:
    """Whether the tests pass with pytest alone, Testloom out of reach."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, tests)]
    outside = {**environment(), "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=project, env=outside, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return True


def test_a_module_gets_a_test_file_where_the_project_keeps_its_tests(project: Path) -> None:
    ended = run(project, "generate", "shop.py", *PYTHON, "--budget", "3")

    assert ended.status == 0, ended.err
    file = project / "tests" / "test_shop.py"
    assert passes(project, file)
    assert "testloom" not in file.read_text().lower()
    assert f"{Path('tests', 'test_shop.py')} (new)" in ended.out
    assert "goals covered" in ended.out


def test_events_stream_as_json_and_end_with_a_summary(project: Path, tmp_path: Path) -> None:
    ended = run(
        project,
        "generate",
        "shop.py::Account",
        *PYTHON,
        "--budget",
        "3",
        "--json",
        "--out",
        str(tmp_path / "out"),
    )

    assert ended.status == 0, ended.err
    assert ended.err == ""
    *others, summary = ended.events
    assert summary["event"] == "summary"
    assert {"goal", "candidate"} <= {event["event"] for event in others}
    assert summary["files"] == [str(tmp_path / "out" / "test_shop.py")]
    assert summary["covered"] == summary["goals"] > 0
    assert summary["tests"] == len([event for event in others if event["event"] == "candidate"])
    assert all(
        event["target"].startswith("shop:Account") for event in others if event["event"] == "candidate"
    )


def test_the_same_seed_and_executions_give_the_same_file(project: Path, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        out = tmp_path / name
        options = ("--executions", "1000", "--seed", "3", "--out", str(out))
        ended = run(project, "generate", "shop.py", *PYTHON, *options)
        assert ended.status == 0, ended.err
        texts.append((out / "test_shop.py").read_bytes())

    assert texts[0] == texts[1]


@pytest.mark.skipif(os.name == "nt", reason="no signals as on POSIX")
@pytest.mark.parametrize(("event", "budget"), [('"event": "goal"', "60"), ('"phase": "verify"', "1")])
def test_ctrl_c_ends_with_130_and_writes_what_was_found(project: Path, event: str, budget: str) -> None:
    with _generating(project, budget) as process:
        _wait_for(event, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)

    file = project / "tests" / "test_hard.py"
    summary = json.loads(out.splitlines()[-1])
    assert process.returncode == 130
    assert err.splitlines() == [
        f"testloom: {FINISHING} Press Ctrl+C again to stop at once.",
        f"testloom: Interrupted. Written: {file}.",
    ]
    assert summary["event"] == "summary"
    assert summary["tests"] >= 1
    assert passes(project, file)


@pytest.mark.skipif(os.name == "nt", reason="no signals as on POSIX")
def test_ctrl_c_ends_at_once_what_has_found_nothing_yet(project: Path) -> None:
    (project / "hard.py").write_text("import time\n\ntime.sleep(600)\n")
    before = files(project)
    with _at_work(project, "60") as process:
        _wait_for('"phase": "load"', process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)

    assert err.splitlines() == ["testloom: Interrupted. Written: nothing."]
    assert files(project) == before


@pytest.mark.skipif(os.name == "nt", reason="no signals as on POSIX")
def test_a_second_ctrl_c_ends_at_once_and_writes_nothing(project: Path) -> None:
    with _generating(project, "60") as process:
        before = files(project)
        _wait_for('"phase": "search"', process)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)

    assert process.returncode == 130
    assert err.splitlines() == ["testloom: Interrupted. Written: nothing."]
    assert files(project) == before
    assert json.loads(out.splitlines()[-1])["event"] == "summary"


@contextmanager
def _generating(project: Path, budget: str) -> Iterator[subprocess.Popen[str]]:
    """The command at work on a function with a branch that no search finds."""
    (project / "hard.py").write_text(
        "def f(word: str) -> int:\n    if hash(word) == 12345:\n        return 1\n    return 0\n"
    )
    with _at_work(project, budget) as process:
        yield process


@contextmanager
def _at_work(project: Path, budget: str) -> Iterator[subprocess.Popen[str]]:
    """The command at work on `hard.py`."""
    command = [sys.executable, "-m", "testloom", "generate", "hard.py", *PYTHON, "--budget", budget, "--json"]
    process = subprocess.Popen(
        command, cwd=project, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _wait_for(event: str, process: subprocess.Popen[str]) -> None:
    """Read what the command tells until an event."""
    assert process.stdout is not None
    while event not in process.stdout.readline():
        assert process.poll() is None


@pytest.mark.whole_proof
def test_a_result_that_depends_on_the_hash_seed_is_asserted_by_its_length(project: Path) -> None:
    (project / "paint.py").write_text(
        "def colours() -> list[str]:\n    return list({'red', 'green', 'blue', 'amber', 'white'})\n"
    )

    ended = run(project, "generate", "paint.py", *PYTHON, "--executions", "100")

    assert ended.status == 0, ended.err
    file = project / "tests" / "test_paint.py"
    assert "    assert len(colours()) == 5\n" in file.read_text()
    assert passes(project, file)


def test_a_module_whose_classes_hold_each_other_gets_tests(project: Path) -> None:
    (project / "pairs.py").write_text(
        "class Pair:\n"
        "    def __init__(self, left: int, right: int) -> None:\n"
        "        self.left, self.right = left, right\n"
        "    def swapped(self) -> 'Pair':\n"
        "        return self.inverse(self.right, self.left)\n"
        "class Triple(Pair):\n"
        "    inverse = Pair\n"
        "Pair.inverse = Triple\n"
    )

    ended = run(project, "generate", "pairs.py", *PYTHON, "--executions", "40")

    assert ended.status == 0, ended.err
    assert passes(project, project / "tests" / "test_pairs.py")


def test_a_module_whose_objects_lead_back_to_themselves_gets_tests(project: Path) -> None:
    shutil.copy(SUBJECTS / "cycles.py", project)

    ended = run(project, "generate", "cycles.py", *PYTHON, "--budget", "3")

    assert ended.status == 0, ended.err
    assert ended.err == ""
    assert passes(project, project / "tests" / "test_cycles.py")
