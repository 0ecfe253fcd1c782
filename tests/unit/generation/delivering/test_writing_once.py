"""A new file is written as it ran in the proof, without being written a second time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.generation.delivering import delivery
from testloom.generation.delivering.neighbours import FileNeighbours
from testloom.generation.proving.proof import Proven
from testloom.measurement import TestRun, Verification
from testloom.model.events.jobs import Event, FileReady
from testloom.model.generation_request import GenerationRequest, Target
from testloom.writer import render
from tests.unit.writer.building import STYLE, SUBJECT, Case, built


def test_a_new_file_is_what_was_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FileNeighbours, "outdated", lambda *_: iter(()))
    monkeypatch.setattr(FileNeighbours, "strangers", lambda *_: {})
    source, file = tmp_path / "account.py", tmp_path / "test_account.py"
    source.touch()
    case = Case("Account.withdraw")
    case.call("Account.withdraw", 11, on=case.call("Account", 10))
    tests = tuple(built(case.raises("InsufficientFunds", "balance is 10")))
    rendered = replace(render(tests, SUBJECT, None, STYLE), text="# as it ran\n")
    known: Any = SimpleNamespace(discarded=[], proven=Proven(tests, Verification(TestRun()), rendered))
    environment: Any = SimpleNamespace(
        python=tmp_path / "python", plugins=None, project=tmp_path, folders_in_path=()
    )
    monkeypatch.setattr(delivery, "lacking_path", lambda *_: "")
    request = GenerationRequest((Target(source),), tmp_path / "python", tmp_path, write=False)
    events: list[Event] = []

    subject = replace(SUBJECT, file=str(source))
    emitter = delivery.TestEmitter(request, environment, subject, file, events.append)
    emitter.deliver_verified(known, 0.0, lambda: False)

    assert [event.text for event in events if isinstance(event, FileReady)] == ["# as it ran\n"]
