"""The pytest zygote: a process of the project's interpreter that has loaded pytest, and forks for each run.

Most of the time of a run of a few tests is the start of Python and pytest: a fork takes a tenth of it.
Another like it waits for runs that need another hash seed and locale, which Python fixes when it starts.
Each becomes one of the final runs that show that a file passes, which take a fresh interpreter, while a fork
of it serves others.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from testloom.measurement.conditions import BASE, CHANGED, Conditions
from testloom.measurement.interpreters.waiting import (
    LostError,
    ProgramRun,
    WaitingInterpreter,
    start_of,
    start_waiting,
)
from testloom.platform.processes import CAN_FORK


@dataclass(slots=True)
class PytestZygote:
    """The process for the base conditions, and one for the changed ones once it is prepared.

    Attributes:
        command: starts an interpreter.
        folder: the one in which all sandboxes lie.
        base: the former.
    """

    command: Sequence[str]
    folder: Path
    base: WaitingInterpreter
    _changed: Future[WaitingInterpreter] | None = None
    _changing: Lock = field(default_factory=Lock)
    _starter: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "starter"))
    """The thread that starts the other; it lives as long as that does, as the system ends it with it."""
    _is_closed: bool = False

    def prepare(self) -> None:
        """Have an interpreter wait for runs in changed conditions, which a proof needs."""
        with self._changing:
            if not self._is_closed and self._changed is None:
                self._changed = self._starter.submit(start_waiting, self.command, self.folder, CHANGED)

    def run(
        self, conditions: Conditions, run: ProgramRun, enough: Callable[[], bool], *, fresh: bool
    ) -> int | None:
        """Run a program and return its status; None if it was ended before (see `run_process`).

        Raises:
            LostError: if the process is gone, or none waits for that.
        """
        waiting = self._waiting_for(conditions)
        return waiting.become(run, enough) if fresh else waiting.fork(run, enough)

    def close(self) -> None:
        """End both processes, with their runs."""
        with self._changing:
            self._is_closed = True
        if self._changed is not None:
            with suppress(OSError):
                self._changed.result().close()
        self._starter.shutdown()
        self.base.close()

    def _waiting_for(self, conditions: Conditions) -> WaitingInterpreter:
        start = start_of(conditions)
        if start == start_of(BASE):
            return self.base
        with self._changing:
            changed = self._changed
        if changed is None or start != start_of(CHANGED):
            raise LostError
        try:
            return changed.result()
        except OSError:
            raise LostError from None


@contextmanager
def pytest_zygote(command: Callable[[Path], Sequence[str]]) -> Iterator[PytestZygote | None]:
    """Start the process in a new folder; None if the system cannot fork, or the interpreter does not run.

    `command` starts the project's interpreter so that it writes below a folder only.
    """
    if not CAN_FORK:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="testloom-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        words = command(folder)
        try:
            base = start_waiting(words, folder, BASE)
        except OSError:  # the first run that needs the interpreter will report it
            yield None
            return
        zygote = PytestZygote(words, folder, base)
        try:
            yield zygote
        finally:
            zygote.close()
