"""The pytest zygote: a process of the project's interpreter that has loaded pytest, and forks for each run.

Most of the time of a run of a few tests is the start of Python and pytest: a fork takes a tenth of it. Runs
that depend on how an interpreter starts use a fresh one, which has already loaded pytest and waits; so do the
final runs that show that a file passes.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from testloom.measurement.conditions import BASE
from testloom.measurement.processes import POLLING_SECONDS, end_process
from testloom.measurement.waiting import FreshInterpreters, LostError, Run, send, start_waiting
from testloom.platform.processes import CAN_FORK

SECONDS_TO_END = 2.0


@dataclass(slots=True)
class PytestZygote:
    """The process, and the runs that it has forked for; their sandboxes all lie in `folder`.

    The `fresh` interpreters become a run themselves, without forking.
    """

    folder: Path
    process: subprocess.Popen[bytes]
    fresh: FreshInterpreters
    _numbers: Iterator[int] = field(default_factory=count)
    _ended: dict[int, int] = field(default_factory=dict)
    _is_lost: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)

    def listen(self) -> None:
        """Read which runs have ended, until the process is gone."""
        assert self.process.stdout is not None
        with self.process.stdout as answers:
            for line in answers:
                told = json.loads(line)
                with self._news:
                    self._ended[told["ended"]] = told["status"]
                    self._news.notify_all()
        with self._news:
            self._is_lost = True
            self._news.notify_all()

    def run(self, run: Run, enough: Callable[[], bool]) -> int | None:
        """Run a program and return its status; None if it was ended before (see `run_process`).

        Raises:
            LostError: if the process is gone.
        """
        number = next(self._numbers)
        self._send(run.request(number))
        is_over = False
        while True:
            with self._news:
                if number in self._ended:
                    status = self._ended.pop(number)
                    return None if is_over else status
                if self._is_lost:
                    raise LostError
                self._news.wait(POLLING_SECONDS)
            if not is_over and enough():
                is_over = True
                self._send({"end": number})

    def close(self) -> None:
        """End the process with all its runs, and the fresh interpreters."""
        self.fresh.close()
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_TO_END)
        end_process(self.process)

    def _send(self, request: Mapping[str, object]) -> None:
        with self._news:
            send(self.process, request)


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
            process = start_waiting(words, folder, BASE)
        except OSError:  # the first run that needs the interpreter will report it
            yield None
            return
        zygote = PytestZygote(folder, process, FreshInterpreters(words, folder))
        listener = threading.Thread(target=zygote.listen, daemon=True)
        listener.start()
        try:
            yield zygote
        finally:
            zygote.close()
            listener.join()
