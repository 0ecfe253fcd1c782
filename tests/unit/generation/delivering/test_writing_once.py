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

AS_IT_RAN = "# as it ran\n"


class Delivered:
    """The texts of files after the delivery of two tests that ran in a file with the text `AS_IT_RAN`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.file = folder, folder / "test_account.py"
        (folder / "account.py").touch()
        self.tests = tuple(built(withdrawal(11), withdrawal(12)))
        self.monkeypatch = monkeypatch
        monkeypatch.setattr(FileNeighbours, "outdated", lambda *_: iter(()))
        monkeypatch.setattr(delivery, "lacking_path", lambda *_: "")

    def texts(self, failing: dict[str, tuple[str, str]]) -> list[str]:
        self.monkeypatch.setattr(FileNeighbours, "failing_together", lambda *_: failing)
        rendered = replace(render(self.tests, SUBJECT, None, STYLE), text=AS_IT_RAN)
        proven = Proven(self.tests, Verification(TestRun()), rendered)
        source, python = self.folder / "account.py", self.folder / "python"
        environment: Any = SimpleNamespace(python=python, plugins=None, project=self.folder)
        request = GenerationRequest((Target(source),), python, self.folder, write=False)
        events: list[Event] = []
        known: Any = SimpleNamespace(discarded=[], proven=proven)
        subject = replace(SUBJECT, file=str(source))
        emitter = delivery.TestEmitter(request, environment, subject, self.file, events.append)
        emitter.deliver_verified(known, 0.0, lambda: False)
        return [event.text for event in events if isinstance(event, FileReady)]


def withdrawal(amount: int) -> Case:
    case = Case("Account.withdraw")
    case.call("Account.withdraw", amount, on=case.call("Account", 10))
    return case.raises("InsufficientFunds", f"balance is {amount}")


@pytest.fixture
def delivered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Delivered:
    return Delivered(tmp_path, monkeypatch)


def test_a_new_file_is_what_was_proven(delivered: Delivered) -> None:
    assert delivered.texts({}) == [AS_IT_RAN]


def test_a_file_without_a_test_that_fails_beside_others_is_written_anew(delivered: Delivered) -> None:
    (text,) = delivered.texts({delivered.tests[0].id: ("a test", "fails beside others")})

    assert "balance is 12" in text
    assert "balance is 11" not in text


def test_tests_join_those_that_a_file_has(delivered: Delivered) -> None:
    delivered.file.write_text("def test_own():\n    assert True\n")

    (text,) = delivered.texts({})

    assert "def test_own():" in text
    assert "balance is 11" in text
