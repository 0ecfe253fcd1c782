"""A failure of Testloom itself costs one step, test or file, and its details are kept."""

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
from testloom.generation.proving.repair import first_guilty
from testloom.generation.suites import suite
from testloom.model.events.jobs import Candidate, Discarded, Event, Failed, Summary
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


def failing(*_: Any, **__: Any) -> Any:
    raise IndexError("no such goal")


def told(events: list[Event]) -> tuple[list[str], set[str], list[str]]:
    """The defects that were told, why tests were lost, and the tests that were written."""
    return (
        [event.what for event in events if isinstance(event, Failed) and event.code == "defect"],
        {event.reason for event in events if isinstance(event, Discarded)},
        [event.name for event in events if isinstance(event, Candidate)],
    )


@pytest.mark.usefixtures("short_proof")
@pytest.mark.parametrize(("module", "name"), [(suite, "sifted"), (proof, "render")])
def test_a_failure_costs_the_one_test(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    monkeypatch.setattr(module, name, failing_for_bad(getattr(module, name)))

    [what], lost, kept = told(generated(tmp_path, "shop.py"))

    assert what.startswith("A bug in Testloom (IndexError('no such goal') in ")
    assert lost == {"a bug in Testloom"}
    assert kept and all(name.startswith("test_good") for name in kept)
    assert "Traceback" in log.read_text() and "IndexError: no such goal" in log.read_text()


@pytest.mark.usefixtures("short_proof", "log")
@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("generation.finding_tests", "documented_calls"),
        ("generation.finding_tests", "contradictions_of"),
        ("generation.mutants.analysis", "assess"),
        ("generation.pipeline", "summarise"),
    ],
)
def test_a_step_that_fails_costs_no_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    monkeypatch.setattr(f"testloom.{module}.{name}", failing)

    events = generated(tmp_path, "shop.py")

    defects, lost, kept = told(events)
    assert len(defects) == 1
    assert not lost
    assert any(name.startswith("test_good") for name in kept)
    assert any(name.startswith("test_bad") for name in kept)
    [summary] = [event for event in events if isinstance(event, Summary)]
    assert (summary.tests, summary.covered, summary.goals) == (2, 2, 2)


@pytest.mark.usefixtures("short_proof", "log")
def test_what_cannot_be_verified_is_lost_and_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "verify", failing)

    events = generated(tmp_path, "shop.py")

    defects, lost, kept = told(events)
    assert len(defects) == 1
    assert (lost, kept) == ({"a bug in Testloom"}, [])


@pytest.mark.usefixtures("short_proof", "log")
def test_where_all_cannot_be_verified_at_once_a_part_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing_with_bad(verification: Any) -> Any:
        if any("bad" in name for name in verification.run.cases):
            raise IndexError("no such goal")
        return first_guilty(verification)

    monkeypatch.setattr(proof, "first_guilty", failing_with_bad)

    defects, lost, kept = told(generated(tmp_path, "shop.py"))

    assert len(defects) == 1
    assert lost == {"a bug in Testloom"}
    assert kept


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
