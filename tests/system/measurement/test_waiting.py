"""How interpreters end that wait for runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from testloom.measurement.interpreters.waiting import ProgramRun, WaitingInterpreter

SERVING = """
import sys

for line in sys.stdin:
    pass
open(sys.argv[1], "w").close()
"""


def test_a_run_that_an_interrupt_has_left_is_ended_by_the_process_that_forked_for_it(tmp_path: Path) -> None:
    """The run leads a group of its own, and may outlive a process that is killed."""
    ended = tmp_path / "ended"
    process = subprocess.Popen(
        [sys.executable, "-c", SERVING, str(ended)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    waiting = WaitingInterpreter(process)

    def interrupted() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        waiting.fork(ProgramRun((), tmp_path, tmp_path, tmp_path / "output", {}), interrupted)
    waiting.close()

    assert ended.exists()
