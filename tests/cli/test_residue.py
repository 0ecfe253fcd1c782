"""A command that is killed leaves nothing: no process, and no file after the next one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import marked

from .command import SECONDS, environment

SLOW = (
    "def spin(number: int) -> int:\n    while number % 7919 != 3:\n        number += 1\n    return number\n"
)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_command_leaves_no_process_and_the_next_one_no_file(tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    (tmp_path / "spinning.py").write_text(SLOW)
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    own = {**environment(), "TMPDIR": str(temporary), "TESTLOOM_TEST": mark}
    command = [sys.executable, "-m", "testloom", "generate", "spinning.py", "--python", sys.executable]
    killed = subprocess.Popen([*command, "--budget", "60"], cwd=tmp_path, env=own, stderr=subprocess.DEVNULL)
    _wait_for(lambda: list(temporary.glob("*/*/sandbox/work")))

    killed.send_signal(signal.SIGKILL)
    killed.wait()

    _wait_for(lambda: not marked(mark))
    assert list(temporary.iterdir())
    short = [*command, "--executions", "50", "--out", "out"]
    subprocess.run(short, cwd=tmp_path, env=own, check=False, timeout=SECONDS, capture_output=True)
    assert list(temporary.iterdir()) == []
    assert marked(mark) == []


def _wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
