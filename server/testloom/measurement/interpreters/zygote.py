"""The pytest zygote: a process of the project's interpreter that has loaded pytest, and forks for each run.

Most of the time of a run of a few tests is the start of Python and pytest: a fork takes a tenth of it. Others
like it wait: for runs that need another hash seed and locale, which Python fixes when it starts, and for the
final runs that show that a file passes, each of which takes a fresh interpreter.
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
    Run,
    WaitingInterpreter,
    start_of,
    start_waiting,
)
from testloom.platform.processes import CAN_FORK


@dataclass(slots=True)
class PytestZygote:
    """The process, and at most one other for each start of an interpreter, for forks or for one fresh run.

    Attributes:
        command: starts an interpreter.
        folder: the one in which all sandboxes lie.
        base: forks in the base conditions; it never becomes a run itself.
    """

    command: Sequence[str]
    folder: Path
    base: WaitingInterpreter
    _waiting: dict[tuple[int, str], Future[WaitingInterpreter]] = field(default_factory=dict)
    _changing: Lock = field(default_factory=Lock)
    _starter: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "starter"))
    """The thread that starts them; it lives as long as they do, as the system ends them with it."""
    _is_closed: bool = False

    def prepare(self, *conditions: Conditions) -> None:
        """Have an interpreter wait for runs in each of these conditions; by default, those of a proof.

        It forks until a run takes it as a fresh one; further runs need another to be prepared.
        """
        with self._changing:
            for each in conditions or (BASE, CHANGED):
                if not self._is_closed and start_of(each) not in self._waiting:
                    started = self._starter.submit(start_waiting, self.command, self.folder, each)
                    self._waiting[start_of(each)] = started

    def run(self, conditions: Conditions, run: Run, enough: Callable[[], bool], *, fresh: bool) -> int | None:
        """Run a program and return its status; None if it was ended before (see `run_process`).

        Raises:
            LostError: if the process is gone, or none waits for that.
        """
        if fresh:
            return self._waiting_for(conditions, taken=True).become(run, enough)
        is_base = start_of(conditions) == start_of(BASE)
        return (self.base if is_base else self._waiting_for(conditions)).fork(run, enough)

    def close(self) -> None:
        """End all of the processes, with their runs."""
        with self._changing:
            self._is_closed = True
        for waiting in self._waiting.values():
            with suppress(OSError):
                waiting.result().close()
        self._starter.shutdown()
        self.base.close()

    def _waiting_for(self, conditions: Conditions, *, taken: bool = False) -> WaitingInterpreter:
        start = start_of(conditions)
        with self._changing:
            waiting = self._waiting.pop(start, None) if taken else self._waiting.get(start)
        if waiting is None:
            raise LostError
        try:
            return waiting.result()
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
