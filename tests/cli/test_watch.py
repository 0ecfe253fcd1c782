"""`testloom continuous --watch`, as a user has it in a terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .command import environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no SIGINT for another process")
OPTIONS = ("continuous", "--executions", "20", "--executor", "local:1", "--python", sys.executable, "--json")
CONSTANTS = 60
SECONDS = 120


def source(number: int, change: int) -> str:
    return f"def f{number}(n: int) -> int:\n    return n + {change}\n"


def git(project: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=n", "-c", "user.email=e@e", *arguments]
    subprocess.run(command, cwd=project, check=True, capture_output=True)


@pytest.fixture
def branches(project: Path) -> Path:
    """A repository in which the branch `other` differs in many files, of two of them in a function."""
    (project / "shop.py").unlink()
    git(project, "init", "-q", "-b", "main")
    for change, branch in enumerate(("main", "other")):
        if branch == "other":
            git(project, "checkout", "-q", "-b", branch)
        for number in range(2):
            (project / f"m{number}.py").write_text(source(number, change))
        for number in range(CONSTANTS):
            (project / f"c{number}.py").write_text(f"VALUE = {change}\n")
        git(project, "add", "-A")
        git(project, "commit", "-q", "-m", branch)
    git(project, "checkout", "-q", "main")
    return project


def said(process: subprocess.Popen[str]) -> Iterator[Any]:
    """The summaries and the notices of a run as they come."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("testloom: "):
            yield line.strip()
        elif '"event": "summary"' in line:
            yield json.loads(line)


def test_a_branch_switch_is_one_run_of_what_it_changes_and_ctrl_c_ends(branches: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "testloom", *OPTIONS, "--watch", "--since", "HEAD", "--state", "../state.db"],
        cwd=branches,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        deadline = threading.Timer(SECONDS, process.kill)
        deadline.start()
        try:
            events = said(process)
            first, watching = next(events), next(events)
            (branches / "m0.py").write_text("# a comment\n" + source(0, 0))
            git(branches, "checkout", "-q", "-f", "other")
            second, again = next(events), next(events)
            process.send_signal(signal.SIGINT)
            ending, interrupted = events
        finally:
            deadline.cancel()
            process.kill()

    assert (first["units_run"], second["units_run"]) == (0, 2)
    assert watching == again == f"testloom: Watching {branches}. Press Ctrl+C to stop."
    assert ending == "testloom: Stopping. Press Ctrl+C again to stop at once."
    assert interrupted.startswith(f"testloom: Interrupted. Written: {branches}/tests/test_m0.py, ")
    assert process.returncode == 130
