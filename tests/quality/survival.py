"""Kill `testloom continuous` at random moments: what it has said that it knows, the next run knows.

Round after round two modules of a small project are changed, a run is begun, and killed (SIGKILL) at a
moment that is drawn evenly from the time that a whole run takes. Then the store has to open and be sound;
each unit that the run has reported has to be in it as it was reported, and each other one as before, or
newer; no process of the run may be left. The run of the next round goes on from there. At the end runs are
left to end, and soon one has to find nothing to do.

python -m tests.quality.survival [--kills N] [--seed N]
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testloom.model.progress.history import STALE_AFTER, UnitRecord
from testloom.store import UnitHistory, open_store
from tests.projects import pyproject

from .environments.checkout import SERVER
from .environments.options import command_line

MODULES = 5
CHANGED = 2
SOURCE = """\
def f{number}(amount: int) -> int:
    if amount > {bound}:
        return amount * 2
    return amount


def g{number}(word: str) -> str:
    return word + {bound!r}
"""
LONGEST = 300.0
SECONDS_TO_BE_GONE = 5.0


@dataclass
class Survival:
    """A project in `folder` whose runs are killed.

    Attributes:
        folder: an empty one.
        rng: draws what is changed.
        modules: how many the project has.
        seconds: that a run for two of them takes.
        losses: what went wrong.
        summary: of the last run that ended.
    """

    folder: Path
    rng: random.Random
    modules: int = MODULES
    seconds: float = 0.0
    losses: list[str] = field(default_factory=list)
    summary: Mapping[str, Any] = field(default_factory=dict)

    def begin(self) -> None:
        """Make the project and run it once, to see how long a run takes."""
        self._project.mkdir()
        (self._project / "pyproject.toml").write_text(pyproject("p"))
        for number in range(self.modules):
            self._write(number, 10)
        self.end()
        self.change(0)
        self.seconds = self.end()

    def change(self, round: int) -> None:
        """Let two modules differ from what they ever were."""
        for number in self.rng.sample(range(self.modules), min(CHANGED, self.modules)):
            self._write(number, 100 + round)

    def kill(self, after: float) -> int:
        """Begin a run and kill it; returns how many units it had reported until then."""
        before = self.records()
        process = self._start()
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        out, _ = process.communicate(timeout=LONGEST)
        reported = {event["unit"]: event for event in _events(out) if event["event"] == "unit"}
        self._expect_no_process()
        self._compare(before, reported)
        return len(reported)

    def end(self) -> float:
        """Let a run end; returns the seconds that it took.

        Raises:
            RuntimeError: if it fails.
        """
        start = time.monotonic()
        process = self._start()
        out, err = process.communicate(timeout=LONGEST)
        if process.returncode:
            raise RuntimeError(f"the run ended with {process.returncode}: {err}")
        self.summary = list(_events(out))[-1]
        return time.monotonic() - start

    def settle(self) -> None:
        """Let runs end until there is nothing to do any more, or there should be nothing."""
        for _ in range(STALE_AFTER + 2):
            self.end()
            if self.is_idle:
                break

    @property
    def is_idle(self) -> bool:
        """Whether the last run that ended had nothing to do."""
        return self.summary.get("units_run") == 0

    def records(self) -> dict[str, UnitRecord]:
        """What the store knows."""
        if not self._state.exists():
            return {}
        with closing(sqlite3.connect(self._state)) as connection:
            [(verdict,)] = connection.execute("PRAGMA integrity_check").fetchall()
        if verdict != "ok":
            self.losses.append(f"the store is damaged: {verdict}")
        with open_store(self._state) as database:
            return UnitHistory(database, "").all()

    @property
    def _project(self) -> Path:
        return self.folder / "project"

    @property
    def _state(self) -> Path:
        return self.folder / "state.db"

    def _write(self, number: int, bound: int) -> None:
        text = SOURCE.format(number=number, bound=bound)
        (self._project / f"m{number}.py").write_text(text)

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "testloom", "continuous", str(self._project), "--json"]
        command += ["--executions", "50", "--executor", "local:2", "--python", sys.executable]
        command += ["--state", str(self._state)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=_environment(), stdout=pipe, stderr=pipe, text=True)

    def _expect_no_process(self) -> None:
        """Workers end themselves once nobody wants what they do."""
        until = time.monotonic() + SECONDS_TO_BE_GONE
        while left := list(_processes(str(self.folder))):
            if time.monotonic() > until:
                self.losses.append(f"processes are left: {left}")
                return
            time.sleep(0.1)

    def _compare(self, before: Mapping[str, UnitRecord], reported: Mapping[str, Any]) -> None:
        after = self.records()
        for id, event in reported.items():
            known = after.get(id)
            if known is None or (known.covered, len(known.tests)) != (event["covered"], event["tests"]):
                self.losses.append(f"{id} was reported as {event}, and is known as {known}")
        for id, known in before.items():
            if id not in after or (after[id] != known and after[id].ran_in <= known.ran_in):
                self.losses.append(f"{id} was known as {known}, and is {after.get(id)}")


def main() -> int:
    """Print a line for each kill; exit 1 if anything was lost."""
    parser = command_line("survival", __doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="testloom-survival-") as name:
        survival = Survival(Path(name).resolve(), random.Random(options.seed))
        survival.begin()
        for round in range(1, options.kills + 1):
            survival.change(round)
            after = survival.rng.uniform(0, survival.seconds)
            done = survival.kill(after)
            print(f"{round:3} killed after {after:5.2f} s, {done} units done", flush=True)
        survival.settle()
    print(f"{options.kills} kills; what went wrong: {survival.losses or 'nothing'}")
    print(f"the last run: {survival.summary}")
    return 0 if survival.is_idle and not survival.losses else 1


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SERVER)}


def _events(out: str) -> Iterator[Any]:
    """The events that were printed whole."""
    for line in out.splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def _processes(mark: str) -> Iterator[str]:
    """The command lines of processes that name a folder, and their numbers; none where there is no /proc."""
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if mark in line and entry.parent.name != str(os.getpid()):
            yield f"{entry.parent.name} {line}"


if __name__ == "__main__":
    sys.exit(main())
