"""Runs the command line in a project: in this process, or as the process that a user starts."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from testloom.cli import main

SERVER = Path(__file__).parents[2] / "server"
SECONDS = 90


@dataclass(frozen=True)
class Ended:
    """How the command ended and what it said."""

    status: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """What `--json` printed."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def message(self) -> str:
        """The one message on stderr."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("testloom: "), self.err
        return lines[0].removeprefix("testloom: ")


def environment() -> dict[str, str]:
    """This process's environment, with Testloom importable and no environment active."""
    outside = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONHOME")}
    return {**outside, "PYTHONPATH": str(SERVER), "NO_COLOR": "1"}


def run(folder: Path, *argv: str) -> Ended:
    """Run `testloom ARGV` in a folder to its end, in this process: a new one needs a second to start."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in os.environ.keys() - environment().keys():
            patch.delenv(name)
        for name, value in environment().items():
            patch.setenv(name, value)
        patch.setattr("sys.stdin", io.StringIO())
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(argv)
            except SystemExit as ended:  # argparse ends the process
                status = ended.code if isinstance(ended.code, int) else 1
    return Ended(status, out.getvalue(), err.getvalue())


def run_process(folder: Path, *argv: str) -> Ended:
    """Run `testloom ARGV` in a folder to its end, as a process with streams and descriptors of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "testloom", *argv],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, to see that nothing was written."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
