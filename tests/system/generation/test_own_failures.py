"""A failure of Testloom itself costs one test or one file, and its details are kept."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from testloom.cli import program
from testloom.generation import job
from testloom.generation.job import generate
from testloom.generation.pipeline import generate_for_file
from testloom.generation.proving import proof
from testloom.generation.suites import suite
from testloom.model.events.jobs import Candidate, Discarded, Event, Failed
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.store import keep_failure
from tests.proofs import short_proof

__all__ = ["short_proof"]

SOURCE = "def good(n):\n    return n * 2\n\n\ndef bad(n):\n    return n * 3\n"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setattr("testloom.store.failures.default_folder", lambda: folder)
    return folder / "testloom.log"


def generated(folder: Path, *modules: str) -> list[Event]:
    events: list[Event] = []
    for module in modules:
        (folder / module).write_text(SOURCE)
    targets = tuple(Target(folder / module) for module in modules)
    settings = Settings(executions=60, seed=1)
    request = GenerationRequest(
        targets, Path(sys.executable), folder, settings=settings, state=folder / "state.db"
    )
    generate(request, events.append)
    return events


def failing_for_bad(real: Any) -> Any:
    def failing(tests: Sequence[Any], *args: Any) -> Any:
        if any("bad" in test.case.wire for test in tests):
            raise IndexError("no such goal")
        return real(tests, *args)

    return failing


@pytest.mark.usefixtures("short_proof")
@pytest.mark.parametrize(("module", "name"), [(suite, "sifted"), (proof, "render")])
def test_a_failure_costs_the_one_test(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    monkeypatch.setattr(module, name, failing_for_bad(getattr(module, name)))

    events = generated(tmp_path, "shop.py")

    [lost] = {event.reason for event in events if isinstance(event, Discarded)}
    assert lost == (
        f"a bug in Testloom (IndexError('no such goal')). The details are in {log}: please report them."
    )
    kept = [event.name for event in events if isinstance(event, Candidate)]
    assert kept and all(name.startswith("test_good") for name in kept)
    assert "Traceback" in log.read_text() and "IndexError: no such goal" in log.read_text()


@pytest.mark.usefixtures("short_proof")
def test_a_failure_costs_one_file_and_the_others_go_on(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = generate_for_file

    def failing(part: Any, *args: Any) -> Any:
        if part.file.name == "first.py":
            raise KeyError("no such probe")
        return real(part, *args)

    monkeypatch.setattr(job, "generate_for_file", failing)

    events = generated(tmp_path, "first.py", "second.py")

    [failed] = [event for event in events if isinstance(event, Failed)]
    assert (failed.target, failed.advice) == (
        str(tmp_path / "first.py"),
        f"The details are in {log}: please report them.",
    )
    assert any(isinstance(event, Candidate) for event in events)


def test_a_command_that_fails_says_one_sentence(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(options: object) -> int:
        raise ValueError("odd")

    monkeypatch.setattr(program, "_run", fail)

    assert program.run(["doctor"]) == 1
    assert capsys.readouterr().err == (
        f"testloom: A bug in Testloom (ValueError('odd')). The details are in {log}: please report them.\n"
    )
    assert "in fail" in log.read_text()


def test_a_log_that_has_grown_large_starts_anew(log: Path) -> None:
    log.parent.mkdir()
    log.write_text("x" * 1_000_001)

    keep_failure(ValueError("odd"))

    assert log.stat().st_size < 1_000
