"""Interpreters that wait for runs are asked for one after the other."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.measurement.interpreters import waiting
from testloom.measurement.interpreters.waiting import ProgramRun, WaitingInterpreter


@dataclass(frozen=True)
class Interrupted(ProgramRun):
    """A run that meets another thread as its request is made."""

    other: threading.Thread | None = None

    def request(self, number: int, *, fresh: bool = False) -> dict[str, object]:
        assert self.other is not None
        self.other.start()
        self.other.join(0.2)
        return ProgramRun.request(self, number, fresh=fresh)


def test_no_run_is_forked_before_the_process_becomes_one_that_was_asked_for_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "end_process", lambda _process: None)
    answers, answering = os.pipe()
    process: Any = SimpleNamespace(
        stdin=BytesIO(), stdout=os.fdopen(answers, "rb"), wait=lambda _seconds: 0, poll=lambda: 0
    )
    interpreter = WaitingInterpreter(process)
    places = Path("box"), Path("folder"), Path("out"), dict[str, str]()
    run = ProgramRun(["forked"], *places)
    forking = threading.Thread(target=lambda: interpreter.fork(run, lambda: False))

    assert interpreter.become(Interrupted(["fresh"], *places, other=forking), lambda: False) == 0

    os.write(answering, b'{"ended": 0, "status": 0}\n{"ended": 1, "status": 0}\n')
    forking.join()
    requests = [json.loads(line) for line in process.stdin.getvalue().splitlines()]
    os.close(answering)
    interpreter.close()
    assert [(*request["program"], request["fresh"]) for request in requests] == [
        ("fresh", True),
        ("forked", False),
    ]
