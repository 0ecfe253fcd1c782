"""Run programs, with the times at which their events arrive, and what they cost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from .process import TIMED_OUT, environment_of, kill_group

EVENTS, OUTPUT, ERRORS = "events.jsonl", "stdout.log", "stderr.log"
_LAST_WORDS_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """An event, and when it arrived, in seconds from the program's start."""

    at: float
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended, the seconds that it and all it started took, on the clock and of processors."""

    status: int
    seconds: float
    processor_seconds: float
    events: tuple[TimedEvent, ...]

    @property
    def summary(self) -> dict[str, Any]:
        """The last event, if the program got that far."""
        found = [timed.event for timed in self.events if timed.event["event"] == "summary"]
        return found[-1] if found else {}


def run_with_events(
    command: Sequence[str | Path],
    home: Path,
    limit: float,
    logs: Path,
    variables: Mapping[str, str],
    started: Callable[[int, float], None] | None = None,
) -> Finished:
    """Run a program in `home` to its end; it is killed with its process group after `limit` seconds.

    Its events, one JSON object a line, are kept in `logs` with their times, and so is all else that it says.
    `started` hears of its process id and the time on the monotonic clock.
    """
    with (logs / ERRORS).open("wb") as errors:
        start = time.monotonic()
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=home,
            env=environment_of(home, variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    assert process.stdout is not None
    if started is not None:
        started(process.pid, start)
    reader = _Reader(process.stdout, logs, start)
    alarm = _Alarm(process.pid, limit)
    try:
        _, status, usage = os.wait4(process.pid, 0)  # in place of Popen.wait: it tells what all of it cost
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
    finally:
        alarm.cancel()
        kill_group(process)
        reader.join(_LAST_WORDS_SECONDS)
    status = TIMED_OUT if alarm.rang else process.returncode
    return Finished(status, seconds, usage.ru_utime + usage.ru_stime, tuple(reader.events))


class _Reader(threading.Thread):
    """Reads what a program prints."""

    def __init__(self, source: IO[bytes], logs: Path, start: float) -> None:
        super().__init__(daemon=True)
        self.events: list[TimedEvent] = []
        self._source, self._logs, self._start = source, logs, start
        self.start()

    def run(self) -> None:
        with (
            self._source,
            (self._logs / EVENTS).open("w", encoding="utf-8") as events,
            (self._logs / OUTPUT).open("w", encoding="utf-8") as output,
        ):
            for raw in self._source:
                at, line = time.monotonic() - self._start, raw.decode(errors="replace")
                if line.startswith('{"event": ') and line.endswith("\n"):  # else it was killed while it spoke
                    self.events.append(TimedEvent(at, json.loads(line)))
                    events.write(f'{{"at": {at!r}, {line[1:]}')
                else:
                    output.write(line)


class _Alarm(threading.Timer):
    """Kills a program after some seconds."""

    def __init__(self, pid: int, seconds: float) -> None:
        super().__init__(seconds, self._ring)
        self.rang = False
        self._pid = pid
        self.daemon = True
        self.start()

    def _ring(self) -> None:
        self.rang = True
        os.kill(self._pid, signal.SIGKILL)
