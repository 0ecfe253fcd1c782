"""Interpreters of the project that have loaded pytest and wait for programs to run."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeAlias

from testloom.measurement.conditions import Conditions
from testloom.measurement.interpreters.processes import POLLING_SECONDS, end_process
from testloom.model.variables import inherited
from testloom.platform.processes import in_own_group

Process: TypeAlias = subprocess.Popen[bytes]
ZYGOTE = "--zygote"
SECONDS_TO_END = 2.0


class LostError(Exception):
    """The process has ended, and the outcome of the run is unknown."""


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """A program for an interpreter, and its folders; in the `background`, other programs come first."""

    program: Sequence[str]
    sandbox: Path
    cwd: Path
    output: Path
    env: Mapping[str, str]
    background: bool = False

    def request(self, number: int, *, fresh: bool = False) -> dict[str, object]:
        """Build the request to the process, which becomes a `fresh` run itself."""
        places = {"directory": str(self.cwd), "output": str(self.output), "sandbox": str(self.sandbox)}
        how = {"variables": dict(self.env), "background": self.background, "fresh": fresh}
        return {"run": number, "program": list(self.program), **how, **places}


@dataclass(slots=True)
class WaitingInterpreter:
    """A process that forks for any number of runs, and may become one of them itself.

    After that, a fork of it serves the others.
    """

    process: Process
    _numbers: Iterator[int] = field(default_factory=count)
    _under_way: set[int] = field(default_factory=set)
    _ended: dict[int, int] = field(default_factory=dict)
    _is_lost: bool = False
    _is_taken: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)
    _listener: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        """Begin to read which runs have ended."""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def fork(self, run: ProgramRun, enough: Callable[[], bool]) -> int | None:
        """Run a program in a fork and return its status; None if it was ended before (see `run_process`).

        Raises:
            LostError: if the process is gone.
        """
        number = next(self._numbers)
        with self._news:
            self._under_way.add(number)
            self._send(run.request(number))
        return self._status(number, enough)

    def become(self, run: ProgramRun, enough: Callable[[], bool]) -> int | None:
        """Run a program in the process itself and return its status as `fork` does.

        Raises:
            LostError: if the process is gone, is a run already, or has forked for one that has not ended.
        """
        # Until it is sent: a run that begins before would belong to the process, not to its fork.
        with self._news:
            if self._is_taken or self._under_way:
                raise LostError
            self._is_taken = True
            self._send(run.request(next(self._numbers), fresh=True))
        try:
            while not enough():
                with suppress(subprocess.TimeoutExpired):
                    return self.process.wait(POLLING_SECONDS)
            return None
        finally:
            end_process(self.process)

    def close(self) -> None:
        """End the process with its runs: it ends those under way itself, as they lead groups of their own."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        if self._under_way:
            self._listener.join(SECONDS_TO_END)
        if self.process.poll() is None:  # otherwise, it may have become a run that has ended
            end_process(self.process)
        self._listener.join()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as answers:
            for line in answers:
                told = json.loads(line)
                with self._news:
                    self._under_way.discard(told["ended"])
                    self._ended[told["ended"]] = told["status"]
                    self._news.notify_all()
        with self._news:
            self._is_lost = True
            self._news.notify_all()

    def _status(self, number: int, enough: Callable[[], bool]) -> int | None:
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

    def _send(self, request: Mapping[str, object]) -> None:
        assert self.process.stdin is not None
        try:
            with self._news:
                self.process.stdin.write(json.dumps(request).encode() + b"\n")
                self.process.stdin.flush()
        except (OSError, ValueError):  # the latter if it was closed
            raise LostError from None


def start_waiting(command: Sequence[str], folder: Path, conditions: Conditions) -> WaitingInterpreter:
    """Start an interpreter that waits for runs in conditions with the same settings at its start.

    Raises:
        OSError: if it does not run.
    """
    seed, locale = start_of(conditions)
    start = {"HOME": str(folder), "PYTHONHASHSEED": str(seed), "LC_ALL": locale}
    process = subprocess.Popen(
        [*command, ZYGOTE],
        cwd=folder,
        env=inherited(os.environ) | start,  # the other variables are those of each run
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **in_own_group(),
    )
    return WaitingInterpreter(process)


def start_of(conditions: Conditions) -> tuple[int, str]:
    """Return the settings that Python fixes when it starts: the hash seed and the locale."""
    return conditions.hash_seed, conditions.locale
