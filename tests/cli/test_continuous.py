"""A whole project, run after run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .command import environment, run

OPTIONS = ("continuous", "--python", sys.executable, "--executor", "local:2", "--json")


def summary(project: Path, minutes: float, *options: str) -> dict[str, Any]:
    ended = run(project, *OPTIONS, "--budget", str(minutes), "--state", "../state.db", *options)
    assert ended.status == 0, ended.err
    return ended.events[-1]


def test_a_project_gets_tests_once_and_a_change_only_those_that_it_needs(project: Path) -> None:
    first = summary(project, 0.7)
    file = project / "tests" / "test_shop.py"
    written = file.read_text()
    shop = project / "shop.py"
    shop.write_text(shop.read_text().replace("return True", "return   True  # even"))
    second = summary(project, 0.7)
    shop.write_text(shop.read_text().replace("number % 2 == 0", "number % 3 == 0"))
    third = summary(project, 0.7)

    assert (first["units"], first["units_run"], first["coverage"]["before"]) == (2, 2, 0)
    assert first["coverage"]["after"] == 100
    assert (second["units_run"], second["units_skipped"]) == (0, {"complete": 2})
    assert (third["units_run"], third["units_skipped"]) == (1, {"complete": 1})
    kept = [block for block in written.split("\n\n\n") if "Account" in block and "def " in block]
    assert kept and all(block.strip() in file.read_text() for block in kept)


def test_a_coverage_below_the_floor_fails(project: Path) -> None:
    (project / "shop.py").write_text("import not_there\n\n\ndef price():\n    return 1\n")

    ended = run(project, *OPTIONS, "--budget", "0.4", "--state", "../state.db", "--floor", "50")

    assert ended.status == 1
    assert "the floor is 50%" in ended.err
    assert ended.events[-1]["unreached"] == {"import-error": 1} or ended.events[-1]["coverage"]["after"] == 0


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for another process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_and_leaves_no_process(project: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "testloom", *OPTIONS, "--budget", "5", "--state", "../state.db"]
    process = subprocess.Popen(
        command, cwd=project, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        workers = _children(process.pid)
        while not workers:
            assert process.poll() is None
            time.sleep(0.05)
            workers = _children(process.pid)
        time.sleep(0.5)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()

    assert process.returncode == 130, err
    assert json.loads(out.splitlines()[-1])["event"] == "summary"
    assert err.splitlines()[-1] == "testloom: Interrupted. Written: nothing."
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def _children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line) for line in listed.stdout.split()]
