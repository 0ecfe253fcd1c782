"""Nothing of a run of the project's own tests outlives the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import marked

from .command import environment


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_the_tests_and_what_they_have_started(tested: Path, number: signal.Signals) -> None:
    reached = tested.parent / "reached"
    (tested / "tests" / "test_hangs.py").write_text(
        "import subprocess, sys\n\n\ndef test_hangs():\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"    open({str(reached)!r}, 'w').close()\n    child.wait()\n"
    )
    process = hanging(tested, f"{os.getpid()}-{number.name}", reached)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert json.loads(out.splitlines()[-1])["event"] == "summary"
    assert err.splitlines()[-1] == "testloom: Interrupted."
    assert marked(f"{os.getpid()}-{number.name}") == []


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel does it there")
def test_tests_do_not_outlive_a_command_that_is_killed(tested: Path) -> None:
    reached = tested.parent / "reached"
    (tested / "tests" / "test_hangs.py").write_text(
        f"import time\n\n\ndef test_hangs():\n    open({str(reached)!r}, 'w').close()\n    time.sleep(600)\n"
    )
    process = hanging(tested, f"{os.getpid()}-killed", reached)
    process.kill()
    process.communicate(timeout=60)
    end = time.monotonic() + 60
    while marked(f"{os.getpid()}-killed"):
        assert time.monotonic() < end
        time.sleep(0.02)


def hanging(project: Path, mark: str, reached: Path) -> subprocess.Popen[str]:
    """The command, in a test that does not end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "testloom", "coverage", "--json", "--python", sys.executable],
        cwd=project,
        env={**environment(), "TESTLOOM_TEST": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not reached.exists():
        assert process.poll() is None
        time.sleep(0.05)
    return process
