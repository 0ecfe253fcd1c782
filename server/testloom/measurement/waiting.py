"""Interpreters of the project that have loaded pytest and wait for a program to run."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from testloom.measurement.conditions import BASE, CHANGED, Conditions
from testloom.measurement.processes import POLLING_SECONDS, end_process
from testloom.model.variables import inherited
from testloom.platform.processes import in_own_group

Process: TypeAlias = subprocess.Popen[bytes]
ZYGOTE = "--zygote"


class LostError(Exception):
    """The process has ended, and the outcome of the run is unknown."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program for an interpreter, and its folders; in the `background`, other programs come first."""

    program: Sequence[str]
    sandbox: Path
    cwd: Path
    output: Path
    env: Mapping[str, str]
    background: bool = False

    def request(self, number: int, *, last: bool = False) -> dict[str, object]:
        """Build the request to the process.

        The process itself becomes the `last` run.
        """
        places = {"directory": str(self.cwd), "output": str(self.output), "sandbox": str(self.sandbox)}
        how = {"variables": dict(self.env), "background": self.background, "last": last}
        return {"run": number, "program": list(self.program), **how, **places}


@dataclass(slots=True)
class FreshInterpreters:
    """Prepared interpreters, at most one for each command and environment, each for a single run.

    Further runs need further interpreters to be prepared.

    Attributes:
        command: starts the interpreter.
        folder: the one in which all sandboxes lie.
    """

    command: Sequence[str]
    folder: Path
    _waiting: dict[tuple[int, str], Future[Process]] = field(default_factory=dict)
    _changing: Lock = field(default_factory=Lock)
    _starter: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "starter"))
    """The thread that starts them; it lives as long as they do, as the system ends them with it."""
    _is_closed: bool = False

    def prepare(self, *conditions: Conditions) -> None:
        """Have an interpreter wait for a run in each of these conditions; by default, those of a proof."""
        with self._changing:
            for each in conditions or (BASE, CHANGED):
                if not self._is_closed and start_of(each) not in self._waiting:
                    started = self._starter.submit(start_waiting, self.command, self.folder, each)
                    self._waiting[start_of(each)] = started

    def run(self, conditions: Conditions, run: Run, enough: Callable[[], bool]) -> int | None:
        """Run a program and return its status; None if it was ended before (see `run_process`).

        Raises:
            LostError: if none waits for that.
        """
        with self._changing:
            waiting = self._waiting.pop(start_of(conditions), None)
        if waiting is None:
            raise LostError
        try:
            process = waiting.result()
        except OSError:
            raise LostError from None
        try:
            send(process, run.request(0, last=True))
            while not enough():
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(POLLING_SECONDS)
            return None
        finally:
            _end(process)

    def close(self) -> None:
        """End the waiting interpreters."""
        with self._changing:
            self._is_closed = True
        for waiting in self._waiting.values():
            with suppress(OSError):
                _end(waiting.result())
        self._starter.shutdown()


def start_waiting(command: Sequence[str], folder: Path, conditions: Conditions) -> Process:
    """Start an interpreter that waits for runs in conditions with the same settings at its start.

    Raises:
        OSError: if it does not run.
    """
    seed, locale = start_of(conditions)
    start = {"HOME": str(folder), "PYTHONHASHSEED": str(seed), "LC_ALL": locale}
    return subprocess.Popen(
        [*command, ZYGOTE],
        cwd=folder,
        env=inherited(os.environ) | start,  # the other variables are those of each run
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **in_own_group(),
    )


def send(process: Process, request: Mapping[str, object]) -> None:
    """Send a request to a waiting process.

    Raises:
        LostError: if it is gone.
    """
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
    except OSError:
        raise LostError from None


def start_of(conditions: Conditions) -> tuple[int, str]:
    """Return the settings that Python fixes when it starts: the hash seed and the locale."""
    return conditions.hash_seed, conditions.locale


def _end(process: Process) -> None:
    end_process(process)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
